package dev.pitstop.doctor.check;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The remedy for a server that ended at its start, by its last lines.
public final class DeathAdvice {
  private record Sign(String words, String advice) {}

  private static final String VARIABLE =
      "Set the variable in the client's configuration (`env`), here with --env NAME=VALUE: clients"
          + " pass on only some of your shell's variables";

  private static final String NO_NODE =
      "`node` is not on the server's PATH: start the server with the full path of node, or set PATH"
          + " in `env`";

  /// In lower case, the most telling first.
  private static final List<Sign> SIGNS =
      List.of(
          new Sign("node: no such file", NO_NODE),
          new Sign("node’: no such file", NO_NODE),
          new Sign("node': no such file", NO_NODE),
          new Sign(
              "eaddrinuse",
              "The server's port is in use: stop the process that holds it, or choose another"
                  + " port"),
          new Sign(
              "address already in use",
              "The server's port is in use: stop the process that holds it, or choose another"
                  + " port"),
          new Sign(
              "address in use",
              "The server's port is in use: stop the process that holds it, or choose another"
                  + " port"),
          new Sign("text file busy", "The program is being written: wait for the build to finish"),
          new Sign(
              "modulenotfounderror",
              "Install the package for this interpreter (pip, uv), or use the project's own:"
                  + " .venv/bin/python"),
          new Sign(
              "no module named",
              "Install the package for this interpreter (pip, uv), or use the project's own:"
                  + " .venv/bin/python"),
          new Sign(
              "cannot find package",
              "Install the dependencies in the server's directory: npm install"),
          new Sign(
              "cannot find module",
              "Build the server first (--build CMD), install its dependencies, or correct the"
                  + " path: an"
                  + " absolute path works in every client"),
          new Sign("can't open file", "Correct the path: an absolute path works in every client"),
          new Sign(
              "unable to access jarfile",
              "Build the server first (--build CMD), or correct the path: an absolute path works"
                  + " in every"
                  + " client"),
          new Sign("syntaxerror", "Fix the line named below, or use a newer interpreter"),
          new Sign("unsupported engine", "Use a version of Node.js that the server supports"),
          new Sign("usage:", "Correct the arguments: the server's usage is below"),
          new Sign(
              "command not found",
              "Set PATH in `env`: the server calls a program that is not on its PATH"),
          new Sign(
              "permission denied",
              "Check permissions: the server is not allowed to read or run something that it"
                  + " needs"),
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
                ? "Run the command by hand and keep its stdin open: the server printed nothing"
                : "Read the server's last lines:");
  }

  private static Optional<String> sign(String text) {
    return SIGNS.stream().filter(s -> text.contains(s.words())).map(Sign::advice).findFirst();
  }
}
