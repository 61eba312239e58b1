package dev.pitstop.cli;

import dev.pitstop.process.Command;
import dev.pitstop.text.Words;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What Pitstop says to a person who starts a session in a terminal, where no client sends
/// messages.
final class Terminal {
  private Terminal() {}

  /// For one server.
  static void greet(List<String> command, PrintStream err) {
    String first = command.getFirst();
    greet(
        Words.isUrl(first) ? first : "-- " + new Command(command, Map.of(), Path.of("/")).display(),
        "server",
        err);
  }

  static void greet(String words, String what, PrintStream err) {
    err.println("pitstop: waiting for an MCP client's messages on stdin; Ctrl-C stops Pitstop.");
    err.println("  `pitstop install` adds Pitstop to the configuration of your client.");
    err.println("  `pitstop call` in a second terminal here lists the tools, and calls them.");
    err.println("  `pitstop doctor " + words + "` checks the " + what + " here.");
  }
}
