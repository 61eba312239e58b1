package dev.pitstop.cli;

import dev.pitstop.process.Command;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What somebody reads who starts a session in a terminal, where no client writes messages.
final class Terminal {
  private Terminal() {}

  /// Says it if stdin is a terminal, as the launcher has found out: to ask the JVM costs classes.
  ///
  /// @param command of the one server; empty where there are many
  static void greet(List<String> command, PrintStream err) {
    if (!Boolean.getBoolean("pitstop.terminal")) {
      return;
    }
    String words =
        command.isEmpty()
            ? "--config FILE"
            : Checks.isUrl(command.getFirst())
                ? command.getFirst()
                : "-- " + new Command(command, Map.of(), Path.of("")).display();
    err.println("pitstop: waits for messages of an MCP client on stdin; Ctrl-C ends it.");
    err.println("  `pitstop install` puts it into the configuration of your client.");
    err.println("  `pitstop doctor " + words + "` tries the server out here.");
  }
}
