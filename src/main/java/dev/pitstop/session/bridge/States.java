package dev.pitstop.session.bridge;

import dev.pitstop.rpc.Notes;
import java.util.UUID;

/// Each `requestState` of Pitstop's own in a session, whatever process has made it: all begin
/// alike. A server may be behind another Pitstop, whose states are none of this one's. Called in
/// turns of the monitor.
final class States {
  private static final String NOTE = "states";

  private final Notes notes;
  private String beginning = ""; // while none was made

  States(Notes notes) {
    this.notes = notes;
  }

  private String beginning() {
    if (beginning.isEmpty()) {
      beginning = notes.recall(NOTE);
    }
    return beginning;
  }

  /// A new one.
  String make() {
    if (beginning().isEmpty()) {
      beginning = "pitstop-" + Long.toHexString(UUID.randomUUID().getLeastSignificantBits()) + "-";
      notes.note(NOTE, beginning);
    }
    return beginning + UUID.randomUUID();
  }

  /// Whether it was made in this session.
  boolean isOurs(String state) {
    return !beginning().isEmpty() && state.startsWith(beginning());
  }
}
