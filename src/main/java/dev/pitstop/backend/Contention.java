package dev.pitstop.backend;

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

  private Contention() {}

  static boolean shownBy(String line) {
    String lower = line.toLowerCase(java.util.Locale.ROOT);
    for (String sign : SIGNS) {
      if (lower.contains(sign)) {
        return true;
      }
    }
    return false;
  }
}
