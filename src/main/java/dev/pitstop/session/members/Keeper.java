package dev.pitstop.session.members;

import java.io.IOException;

/// Saves the build command that an agent has set for a server, for the next sessions, where the
/// session has its options from.
public interface Keeper {
  /// Writes a file: do not call it in a turn.
  ///
  /// @param build blank for none
  /// @return a sentence that says where, or what the user can write instead
  /// @throws IOException saying why it could not be written
  String keep(String server, String build) throws IOException;
}
