package dev.pitstop.doctor;

import dev.pitstop.process.Child;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks the result of the build command.
final class BuildCheck {
  private static final String AREA = "build";

  /// The exit code of a shell that does not find a program.
  private static final int NOT_FOUND = 127;

  private BuildCheck() {}

  /// @param exit how the command ended, if it ended by itself
  /// @param report what an agent is told about a build that failed
  static Finding of(
      boolean ok,
      Optional<Child.Exit> exit,
      long millis,
      String report,
      List<ClientProfile> clients) {
    return ok
        ? succeeded(millis, clients)
        : Finding.fail(AREA, "failed after " + Words.duration(millis), remedy(exit, report))
            .with(report.lines().toList());
  }

  /// A call of `recompile` takes as long as the build, and a client ends calls at its own limit.
  private static Finding succeeded(long millis, List<ClientProfile> clients) {
    String text = "succeeded in " + Words.duration(millis);
    List<ClientProfile> ends = clients.stream().filter(c -> millis > c.call()).toList();
    return ends.isEmpty()
        ? Finding.ok(AREA, text)
        : Finding.warn(
            AREA,
            text
                + "; `recompile` takes as long, but "
                + ends.stream().map(BuildCheck::end).collect(Collectors.joining(", ")),
            "Make the build faster, or use --watch: saving a file then builds outside of a call"
                + ends.stream().map(c -> c.advice(c.callSetting())).collect(Collectors.joining()));
  }

  private static String end(ClientProfile client) {
    return client.title()
        + " ends a call after "
        + client.call() / 1_000
        + (client.prolonged() ? " s without progress" : " s");
  }

  private static String remedy(Optional<Child.Exit> exit, String report) {
    String text = report.toLowerCase(Locale.ROOT);
    return exit.filter(e -> e.status() == NOT_FOUND).isPresent()
        ? "The build's shell (sh -c) does not find the program: use its path, or run it with `npx`"
            + " or `uv run`"
        : text.contains("text file busy") || text.contains("eaddrinuse")
            ? "A running process holds a file or port that the build needs: --order stop-first stops"
                + " the server before each build"
            : "Fix the errors below, or the command: `sh -c` runs it in the server's directory";
  }
}
