package dev.pitstop.backend;

import dev.pitstop.process.StderrRing;
import java.util.Locale;

/// Recognises the complaints of a process that cannot have what another one holds (R4).
final class Contention {
  private static final String[] SIGNS = {
    "eaddrinuse",
    "address already in use",
    "address in use",
    "port is already",
    "port already in use",
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
    "another instance is"
  };

  private static final int LINES = 50;

  private Contention() {}

  /// Whether the last words of this generation complain so.
  static boolean shownBy(int gen, StderrRing ring) {
    for (String line : ring.lastOf(gen, LINES)) {
      if (shownBy(line)) {
        return true;
      }
    }
    return false;
  }

  private static boolean shownBy(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    for (String sign : SIGNS) {
      if (lower.contains(sign)) {
        return true;
      }
    }
    return false;
  }
}
