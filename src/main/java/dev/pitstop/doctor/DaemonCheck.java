package dev.pitstop.doctor;

import dev.pitstop.channel.Away;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Checks whether an MCP server answers at the URL of a daemon.
final class DaemonCheck {
  private static final String AREA = "start";

  private DaemonCheck() {}

  /// Nobody answers.
  ///
  /// @param lines the last output of the `--start` command
  static Finding unreached(String url, long millis, Optional<Away> away, List<String> lines) {
    String text =
        "cannot reach %s within %s%s"
            .formatted(url, Words.duration(millis), away.map(a -> ": " + a.why()).orElse(""));
    return away.flatMap(Away::started)
        .map(s ->
            Finding.fail(
                    AREA,
                    text + "; the `--start` command " + became(s),
                    s.inVain()
                        ? "Fix the error that the `--start` command reports"
                        : "Give the daemon more time (--set startTimeout), or correct the host and port")
                .with(lines))
        .orElse(
            Finding.fail(
                AREA,
                text,
                "Start the daemon, correct the host and port, or let Pitstop start it: --start CMD"));
  }

  private static String became(Away.Started command) {
    return command
        .failure()
        .map(why -> "could not be run: " + why)
        .orElse(
            command.exit().isPresent()
                ? "ended with exit code " + command.exit().getAsInt()
                : "is running");
  }

  /// Whether the usual reason for this outcome of `initialize` is a wrong path.
  static boolean mayBeElsewhere(Outcome initialize) {
    return !wantsToken(initialize) && !isBusy(initialize);
  }

  /// Somebody answers, but speaks neither era.
  ///
  /// @param initialize the outcome of `initialize`
  /// @param elsewhere the URL of an MCP server at another path
  static Finding refused(Outcome initialize, Optional<String> elsewhere) {
    String text =
        switch (initialize) {
          case Outcome.Refused r -> r.message();
          case Outcome.Unreadable u ->
              "the answer to `initialize` is not a valid message: " + u.detail();
          case Outcome.Silence s ->
              "the daemon accepts the connection, but does not answer `initialize` within "
                  + Words.duration(s.millis());
          case Outcome.Over o -> "the session " + o.how();
          case Outcome.Answer a -> "";
        };
    String remedy =
        wantsToken(initialize)
            ? "Pass a token: --bearer-env VAR, or --header 'Authorization: …'"
            : isBusy(initialize)
                ? "Read the daemon's log. Status 503 means that the daemon is starting: Pitstop then"
                    + " waits (--set startTimeout)"
                : elsewhere
                    .map(url -> "Use " + url + ": an MCP server answers there")
                    .orElse(
                        "Correct the path of the URL (often /mcp or /sse), or read the daemon's log");
    return Finding.fail(
        AREA, mayBeElsewhere(initialize) ? StartCheck.withoutStop(text) : text, remedy);
  }

  private static boolean wantsToken(Outcome initialize) {
    return status(initialize) == 401 || status(initialize) == 403;
  }

  private static boolean isBusy(Outcome initialize) {
    return initialize instanceof Outcome.Silence || status(initialize) >= 500;
  }

  /// The HTTP status of a refusal; 0 if it was not a status that refused.
  private static int status(Outcome initialize) {
    return initialize instanceof Outcome.Refused r ? r.status().orElse(0) : 0;
  }
}
