package dev.pitstop.doctor.check;

import java.util.List;
import java.util.Locale;

/// The remedy for a server that ended at its start, by its last lines.
final class DeathAdvice {
  /// What to do if a server's last lines have any of these words.
  ///
  /// @param words in lower case
  private record Sign(String advice, List<String> words) {}

  /// The most telling first.
  private static final List<Sign> SIGNS =
      List.of(
          sign(
              "`node` is not on the server's PATH: start the server with the full path of node, or"
                  + " set PATH in `env`",
              "node: no such file",
              "node’: no such file",
              "node': no such file"),
          sign(
              "The server's port is in use: stop the process that holds it, or choose another port",
              "eaddrinuse",
              "address already in use",
              "address in use"),
          sign("The program is being written: wait for the build to finish", "text file busy"),
          sign(
              "Install the package for this interpreter (pip, uv), or use the project's own:"
                  + " .venv/bin/python",
              "modulenotfounderror",
              "no module named"),
          sign(
              "Install the dependencies in the server's directory: npm install",
              "cannot find package"),
          sign(
              "Build the server first (--build CMD), install its dependencies, or correct the path:"
                  + " an absolute path works in every client",
              "cannot find module"),
          sign("Correct the path: an absolute path works in every client", "can't open file"),
          sign(
              "Build the server first (--build CMD), or correct the path: an absolute path works in"
                  + " every client",
              "unable to access jarfile"),
          sign("Fix the line named below, or use a newer interpreter", "syntaxerror"),
          sign("Use a version of Node.js that the server supports", "unsupported engine"),
          sign("Correct the arguments: the server's usage is below", "usage:"),
          sign(
              "Set PATH in `env`: the server calls a program that is not on its PATH",
              "command not found"),
          sign(
              "Check permissions: the server is not allowed to read or run something that it needs",
              "permission denied"),
          sign(
              "Set the variable in the client's configuration (`env`), here with --env NAME=VALUE:"
                  + " clients pass on only some of your shell's variables",
              "api key",
              "api_key",
              "_token",
              "environment variable",
              "missing required",
              "is not set"));

  private DeathAdvice() {}

  private static Sign sign(String advice, String... words) {
    return new Sign(advice, List.of(words));
  }

  static String of(List<String> last) {
    String text = String.join("\n", last).toLowerCase(Locale.ROOT);
    return SIGNS.stream()
        .filter(s -> s.words().stream().anyMatch(text::contains))
        .findFirst()
        .map(Sign::advice)
        .orElse(
            last.isEmpty()
                ? "Run the command by hand and keep its stdin open: the server printed nothing"
                : "Read the server's last lines:");
  }
}
