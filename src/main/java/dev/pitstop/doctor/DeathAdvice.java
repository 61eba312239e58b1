package dev.pitstop.doctor;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What to do about a server that ended at its start, from its last words.
final class DeathAdvice {
  private record Sign(String words, String advice) {}

  private static final String VARIABLE =
      "Set the variable in the client's configuration (`env`), here with --env NAME=VALUE: a client"
          + " passes on less than your shell has";

  private static final String NO_NODE =
      "`node` is not on the PATH that it was given: start it with node's full path in front, or set"
          + " PATH in `env`";

  /// In lower case, the most telling first.
  private static final List<Sign> SIGNS =
      List.of(
          new Sign("node: no such file", NO_NODE),
          new Sign("node’: no such file", NO_NODE),
          new Sign("node': no such file", NO_NODE),
          new Sign("eaddrinuse", "Its port is taken: stop whoever has it, or give it another"),
          new Sign("address already in use", "Its port is taken: stop whoever has it"),
          new Sign("address in use", "Its port is taken: stop whoever has it"),
          new Sign("text file busy", "It is just being written: wait for the build"),
          new Sign(
              "modulenotfounderror",
              "Install the package for this very interpreter (pip, uv), or start the one of the"
                  + " project's environment: .venv/bin/python"),
          new Sign(
              "no module named",
              "Install the package for this very interpreter (pip, uv), or start the one of the"
                  + " project's environment: .venv/bin/python"),
          new Sign(
              "cannot find package",
              "Install its dependencies (npm install) in the server's directory"),
          new Sign(
              "cannot find module",
              "Build it first (--build CMD), correct the path (clients start it elsewhere than you"
                  + " do: absolute paths are safe), or install its dependencies"),
          new Sign(
              "can't open file",
              "Correct the path: clients start it elsewhere than you do, absolute paths are safe"),
          new Sign(
              "unable to access jarfile",
              "Build it first (--build CMD), or correct the path: absolute paths are safe"),
          new Sign("syntaxerror", "Correct the line that it names, or use a newer interpreter"),
          new Sign(
              "unsupported engine", "It wants another version of Node.js than the one it runs on"),
          new Sign("usage:", "It wants other arguments: see its usage below"),
          new Sign("command not found", "A program that it calls is not on the PATH it was given"),
          new Sign("permission denied", "Something it needs may not be read or run by you"),
          new Sign("api key", VARIABLE),
          new Sign("api_key", VARIABLE),
          new Sign("_token", VARIABLE),
          new Sign("environment variable", VARIABLE),
          new Sign("missing required", VARIABLE),
          new Sign("is not set", VARIABLE));

  private DeathAdvice() {}

  static String of(List<String> last) {
    return sign(String.join("\n", last).toLowerCase(Locale.ROOT))
        .orElse(
            last.isEmpty()
                ? "It said nothing: run the command by hand, as it stands, and keep its stdin open"
                : "See what it wrote last:");
  }

  private static Optional<String> sign(String text) {
    return SIGNS.stream().filter(s -> text.contains(s.words())).map(Sign::advice).findFirst();
  }
}
