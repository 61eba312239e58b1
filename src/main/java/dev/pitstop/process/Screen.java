package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What a person sees Pitstop's output on, according to the environment.
///
/// @param terminal whether stdin and stdout are a terminal
/// @param environment the variables of the shell
public record Screen(boolean terminal, Map<String, String> environment) {
  private static final int MOST_DIGITS = 4;

  /// The screen of the shell that started this process.
  ///
  /// @param environment the variables of the shell
  public static Screen ours(Map<String, String> environment) {
    return new Screen(
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent(), environment);
  }

  private String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /// Whether the user wants colours: https://no-color.org.
  public boolean colours() {
    return terminal && variable("NO_COLOR").isEmpty() && !variable("TERM").equals("dumb");
  }

  /// The width in columns, from the variable `COLUMNS` or from the terminal. Empty if it is
  /// unknown.
  public OptionalInt columns() {
    OptionalInt given = number(variable("COLUMNS"));
    return given.isPresent() || !terminal ? given : number(ofTerminal());
  }

  private static OptionalInt number(String text) {
    boolean number = Words.isNumber(text, MOST_DIGITS) && !text.startsWith("0");
    return number ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }

  /// The columns that `stty` reports; empty if it fails.
  private static String ofTerminal() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size").redirectInput(ProcessBuilder.Redirect.INHERIT).start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return size.substring(size.indexOf(' ') + 1).strip();
    } catch (IOException e) {
      return ""; // there is no such program
    }
  }
}
