package dev.pitstop.backend;

import dev.pitstop.process.StderrRing;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Recognises complaints that a port, lock or file is held by another process, in the output of a
/// starting server or a build. Stateless.
public final class Contention {
  /// What ports, locks, files and embedded databases are complained of with. A crash that has
  /// nothing to do with the old process must not match: it would stop a server that works.
  private static final Pattern SIGN =
      Pattern.compile(
          String.join(
              "|",
              // ports
              "(e?addrinuse|bindexception|address (already )?in use|port is already|in use\\?)",
              "(errno (98|48)\\](?! address)|winerror 10048|only one usage of each socket address)",
              // locks
              "\\b(can ?not|could not|failed to|unable to|waiting for|while)( \\w+){0,3} lock(\\b|file)",
              "\\block(ed)?( \\w+){0,3} (held|busy|taken|owned)\\b|\\b(lockbusy|level_locked)\\b",
              "(lock file exists|database is locked|resource (is )?busy|\\bebusy\\b)",
              "resource temporarily unavailable",
              // another process
              "\\balready (in use|locked|accessed)|(database|index|store) (is )?already open",
              "(server|process|instance|daemon|one) (is )?already running",
              "\\b(by|from|with) another (\\w+ ){0,2}(process|instance)\\b|another instance is",
              // a program that is built while it runs
              "text file busy|failed to remove file|lnk1104"),
          Pattern.CASE_INSENSITIVE);

  private static final int LINES = 50;

  private Contention() {}

  static boolean shownBy(int gen, StderrRing ring) {
    return sign(ring.lastOf(gen, LINES)).isPresent();
  }

  /// The words of such a complaint, as spelt in one of these lines.
  public static Optional<String> sign(List<String> lines) {
    return lines.stream().map(SIGN::matcher).filter(Matcher::find).map(Matcher::group).findFirst();
  }
}
