package dev.pitstop.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A command to run: program and arguments, working directory, and additions to the inherited
/// environment.
///
/// @param argv program and arguments, never empty; the program is looked up on the child's `PATH`
/// @param env added to the inherited environment, replacing variables of the same name
/// @param directory the working directory; program paths with a slash are relative to it
/// @param binary the file that this command is known to run, if its words do not show it; never run
///   itself
public record Command(
    List<String> argv, Map<String, String> env, Path directory, Optional<Path> binary) {
  /// Longest text [#display()] gives, in characters.
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

  /// The program as the command has it.
  public String program() {
    return argv.get(0);
  }

  /// One short line for people. Arguments are quoted for a POSIX shell, and a long line is cut. The
  /// environment is left out, because it can hold secrets (H6).
  public String display() {
    StringBuilder text = new StringBuilder();
    for (String argument : argv) {
      if (!text.isEmpty()) {
        text.append(' ');
      }
      appendQuoted(text, argument);
      if (text.length() > DISPLAY_LIMIT) {
        text.setLength(DISPLAY_LIMIT - 1);
        if (Character.isHighSurrogate(text.charAt(text.length() - 1))) {
          text.setLength(text.length() - 1);
        }
        return text.append('…').toString();
      }
    }
    return text.toString();
  }

  private static void appendQuoted(StringBuilder out, String argument) {
    if (isPlain(argument)) {
      out.append(argument);
      return;
    }
    out.append('\'');
    for (int i = 0; i < argument.length(); i++) {
      char c = argument.charAt(i);
      if (c == '\'') {
        out.append("'\\''");
      } else if (c == '\n') {
        out.append("\\n"); // one line for humans matters more than exact shell syntax
      } else if (c < ' ' || c == 0x7f) {
        out.append('?');
      } else {
        out.append(c);
      }
    }
    out.append('\'');
  }

  private static boolean isPlain(String argument) {
    for (int i = 0; i < argument.length(); i++) {
      char c = argument.charAt(i);
      boolean harmless =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-_./:=,+@%^~".indexOf(c) >= 0
              || c > 0x9f;
      if (!harmless) {
        return false;
      }
    }
    return !argument.isEmpty();
  }
}
