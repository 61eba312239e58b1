package dev.pitstop.session.bridge;

import java.util.UUID;

/// Each `requestState` of Pitstop's own in a session: all begin alike. A server may be behind
/// another Pitstop, whose states are none of this one's. Called in turns of the monitor.
final class States {
  private String beginning = ""; // while none was made

  /// A new one.
  String make() {
    if (beginning.isEmpty()) {
      beginning = "pitstop-" + Long.toHexString(UUID.randomUUID().getLeastSignificantBits()) + "-";
    }
    return beginning + UUID.randomUUID();
  }

  /// Whether it was made in this session.
  boolean isOurs(String state) {
    return !beginning.isEmpty() && state.startsWith(beginning);
  }
}
