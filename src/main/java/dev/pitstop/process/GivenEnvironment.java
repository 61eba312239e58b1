package dev.pitstop.process;

import java.util.HashMap;
import java.util.Map;

/// The environment that the client gave to this process, for [Surroundings].
///
/// It differs from the JVM's environment in the locale: the launcher sets `LC_ALL` so that names
/// outside ASCII reach Java, and keeps the client's value in another variable
/// (`scripts/launch.sh`). Without the launcher both environments are equal. Thread-safe.
final class GivenEnvironment {
  /// The variable in which the launcher keeps the client's `LC_ALL`: [#SET] and its value, or
  /// nothing if the client had none.
  static final String KEPT = "PITSTOP_LC_ALL";

  /// The prefix of a kept value, because an empty value is not the same as none.
  static final String SET = "set:";

  private static final String CHANGED = "LC_ALL";

  private GivenEnvironment() {}

  /// All variables.
  static Map<String, String> all() {
    Map<String, String> all = new HashMap<>(System.getenv());
    restore(all);
    return all;
  }

  /// Undoes the launcher's changes in a copy of this JVM's environment.
  static void restore(Map<String, String> environment) {
    String kept = environment.remove(KEPT);
    if (kept != null) { // otherwise the launcher left it alone, or was not there
      environment.remove(CHANGED);
      if (kept.startsWith(SET)) {
        environment.put(CHANGED, kept.substring(SET.length()));
      }
    }
  }
}
