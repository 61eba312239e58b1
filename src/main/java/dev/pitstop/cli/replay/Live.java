package dev.pitstop.cli.replay;

import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.rpc.Message;

/// A server that is started, or the servers of a configuration file.
record Live(Started started) implements Server {
  /// Starts the server of a command line, or those of the configuration file if there is none.
  ///
  /// @param version of Pitstop
  static Live start(Options o, String version) throws UsageException {
    return new Live(Started.of(o, "pitstop replay", version));
  }

  @Override
  public String tools() throws Gone, InterruptedException {
    try {
      return started.tools();
    } catch (Tools.Unreached e) {
      throw new Gone(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Message.Response call(String tool, String arguments) throws InterruptedException {
    return started.answer(tool, arguments);
  }

  @Override
  public void close() {
    started.close();
  }
}
