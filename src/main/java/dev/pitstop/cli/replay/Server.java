package dev.pitstop.cli.replay;

import dev.pitstop.rpc.Message;

/// The server against which a recording is replayed. One thread.
interface Server extends AutoCloseable {
  /// Its tools, as the result of `tools/list`.
  ///
  /// @throws Gone if there are none to be had
  String tools() throws Gone, InterruptedException;

  /// Calls a tool.
  ///
  /// @param arguments a JSON object
  Message.Response call(String tool, String arguments) throws Gone, InterruptedException;

  @Override
  void close();

  /// The server does not answer.
  final class Gone extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message for people
    Gone(String message) {
      super(message);
    }
  }
}
