package dev.pitstop.cli;

import dev.pitstop.process.Command;
import dev.pitstop.text.Words;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What Pitstop says to a person who starts a session in a terminal, where no client sends
/// messages.
final class Terminal {
  private Terminal() {}

  /// Whether this process has a terminal. What the launcher has found out is cheaper: asking the
  /// JVM costs classes.
  static boolean isHere() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /// For one server.
  static void greet(List<String> command, PrintStream err) {
    String first = command.getFirst();
    greet(
        Words.isUrl(first) ? first : "-- " + new Command(command, Map.of(), Path.of("/")).display(),
        "server",
        err);
  }

  /// For many servers.
  static void greet(PrintStream err) {
    greet("--config FILE", "servers", err);
    err.println("  For one server: `pitstop -- COMMAND`. `pitstop --help` shows more.");
  }

  private static void greet(String words, String what, PrintStream err) {
    err.println("pitstop: waiting for an MCP client's messages on stdin; Ctrl-C stops Pitstop.");
    err.println("  `pitstop install` adds Pitstop to the configuration of your client.");
    err.println("  `pitstop doctor " + words + "` checks the " + what + " here.");
  }

  /// Asks a person in a terminal. Without a terminal, nobody answers.
  static Function<String, Optional<String>> questions(InputStream in, OutputStream out) {
    if (!isHere()) {
      return question -> Optional.empty();
    }
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    return question -> {
      try {
        out.write(question.getBytes(StandardCharsets.UTF_8));
        String line = lines.readLine();
        return Optional.of(line == null ? "q" : line);
      } catch (IOException gone) {
        return Optional.of("q");
      }
    };
  }
}
