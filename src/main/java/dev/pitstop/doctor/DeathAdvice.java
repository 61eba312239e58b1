package dev.pitstop.doctor;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The remedy for a server that ended at its start, by its last lines.
final class DeathAdvice {
  private record Sign(String words, String advice) {}

  /// The most telling first. The words are in lower case.
  private static final List<Sign> SIGNS =
      List.of(
          new Sign(
              "node: no such file|node’: no such file|node': no such file",
              "`node` is not on the server's PATH: start the server with the full path of node, or"
                  + " set PATH in `env`"),
          new Sign(
              "eaddrinuse|address already in use|address in use",
              "The server's port is in use: stop the process that holds it, or choose another port"),
          new Sign("text file busy", "The program is being written: wait for the build to finish"),
          new Sign(
              "modulenotfounderror|no module named",
              "Install the package for this interpreter (pip, uv), or use the project's own:"
                  + " .venv/bin/python"),
          new Sign(
              "cannot find package",
              "Install the dependencies in the server's directory: npm install"),
          new Sign(
              "cannot find module",
              "Build the server first (--build CMD), install its dependencies, or correct the path:"
                  + " an absolute path works in every client"),
          new Sign("can't open file", "Correct the path: an absolute path works in every client"),
          new Sign(
              "unable to access jarfile",
              "Build the server first (--build CMD), or correct the path: an absolute path works in"
                  + " every client"),
          new Sign("syntaxerror", "Fix the line named below, or use a newer interpreter"),
          new Sign("unsupported engine", "Use a version of Node.js that the server supports"),
          new Sign("usage:", "Correct the arguments: the server's usage is below"),
          new Sign(
              "command not found",
              "Set PATH in `env`: the server calls a program that is not on its PATH"),
          new Sign(
              "permission denied",
              "Check permissions: the server is not allowed to read or run something that it needs"),
          new Sign(
              "api key|api_key|_token|environment variable|missing required|is not set",
              "Set the variable in the client's configuration (`env`), here with --env NAME=VALUE:"
                  + " clients pass on only some of your shell's variables"));

  private DeathAdvice() {}

  static String of(List<String> last) {
    String text = String.join("\n", last).toLowerCase(Locale.ROOT);
    return SIGNS.stream()
        .filter(s -> Pattern.compile(s.words()).matcher(text).find())
        .findFirst()
        .map(Sign::advice)
        .orElse(
            last.isEmpty()
                ? "Run the command by hand and keep its stdin open: the server printed nothing"
                : "Read the server's last lines:");
  }
}
