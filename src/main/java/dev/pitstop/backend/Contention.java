package dev.pitstop.backend;

import dev.pitstop.process.StderrRing;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Recognises complaints that a port, lock or file is held by another process (R4), in the output
/// of a starting server or a build. Stateless.
public final class Contention {
  private static final String[] SIGNS = {
    "eaddrinuse",
    "addrinuse",
    "address already in use",
    "address in use",
    "already in use",
    "port is already",
    "bindexception",
    "errno 98]",
    "errno 48]",
    "winerror 10048",
    "in use?",
    "only one usage of each socket address",
    "being used by another process",
    "resource busy",
    "ebusy",
    "database is locked",
    "already locked",
    "could not acquire lock",
    "failed to acquire lock",
    "unable to lock",
    "lock file exists",
    "text file busy",
    "failed to remove file", // cargo on Windows, about a program that is running
    "lnk1104", // the linker of Windows, about the same
    "another instance is"
  };

  private static final int LINES = 50;

  private Contention() {}

  /// Whether the last lines of this run contain such a complaint.
  static boolean shownBy(int gen, StderrRing ring) {
    for (String line : ring.lastOf(gen, LINES)) {
      if (sign(line).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /// The words of such a complaint, as spelt in one of these lines.
  public static Optional<String> sign(List<String> lines) {
    for (String line : lines) {
      Optional<String> found = sign(line);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> sign(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    for (String sign : SIGNS) {
      int at = lower.indexOf(sign);
      if (at >= 0 && lower.length() == line.length()) { // some letters become two in lower case
        return Optional.of(line.substring(at, at + sign.length()));
      }
    }
    return Optional.empty();
  }
}
