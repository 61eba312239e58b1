package dev.pitstop.session.tools;

import dev.pitstop.backend.Reload;
import dev.pitstop.session.members.Wish;
import java.io.IOException;

/// The options of one server that the agent may set for the rest of the session: its build command
/// and the files to watch.
public interface Options {
  /// Sets them, and reloads the server with them. The globs are valid. Called in a turn.
  ///
  /// @return starts to watch; run it outside turns
  Runnable set(Wish wish, Reload.Follower follower);

  /// Saves what the agent has set in this session for the next ones, where the session has its
  /// options from. Writes a file: do not call it in a turn.
  ///
  /// @return a sentence that says where, or why it is not saved
  /// @throws IOException saying why it could not be written
  String save() throws IOException;
}
