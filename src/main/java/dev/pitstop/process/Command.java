package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A command to run: program and arguments, working directory, and additions to the inherited
/// environment.
///
/// @param argv program and arguments, never empty; the program is looked up on the child's `PATH`
/// @param env added to the inherited environment, replacing variables of the same name
/// @param binary the file that this command is known to run, if its words do not show it; this file
///   itself is never run
public record Command(
    List<String> argv, Map<String, String> env, Path directory, Optional<Path> binary) {
  /// The longest text of [#display()], in characters.
  private static final int DISPLAY_LIMIT = 200;

  public Command {
    argv = List.copyOf(argv);
    env = Map.copyOf(env);
    if (argv.isEmpty() || argv.get(0).isEmpty()) {
      throw new IllegalArgumentException("a command needs a program to run");
    }
  }

  public Command(List<String> argv, Map<String, String> env, Path directory) {
    this(argv, env, directory, Optional.empty());
  }

  /// The program as the command names it.
  public String program() {
    return argv.get(0);
  }

  /// One short line for people. Arguments are quoted for a POSIX shell, and a long line is cut. The
  /// environment is left out, because it can hold secrets.
  public String display() {
    StringBuilder text = new StringBuilder();
    for (String argument : argv) {
      text.append(text.isEmpty() ? "" : " ").append(Words.quoted(oneLine(argument)));
    }
    return Words.cut(text.toString(), DISPLAY_LIMIT);
  }

  /// Replaces control characters by visible ones: one line matters more than exact syntax.
  private static String oneLine(String argument) {
    StringBuilder out = new StringBuilder(argument.length());
    for (int i = 0; i < argument.length(); i++) {
      char c = argument.charAt(i);
      out.append(c == '\n' ? "\\n" : c < ' ' || c == 0x7f ? "?" : String.valueOf(c));
    }
    return out.toString();
  }
}
