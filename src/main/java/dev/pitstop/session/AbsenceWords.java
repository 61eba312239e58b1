package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.State;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Why Pitstop answers the handshake instead of the server, in the instructions for the agent. Called
/// in turns of the monitor.
final class AbsenceWords {
  private AbsenceWords() {}

  /// Why the server does not answer for itself, if that is known.
  static String trouble(Backend server) {
    if (server.state() instanceof State.Stopped s && s.cause() == State.Cause.BUILD_FAILED) {
      return "The server is not running now: its build failed.";
    }
    Optional<Away> away = server.snapshot().away();
    if (away.isPresent() && server.serving().isEmpty()) {
      return "The server is unreachable at "
          + server.display()
          + ": "
          + Words.sentence(DaemonWords.away(away.get()))
          + away.get().started().map(DaemonWords::command).orElse("")
          + " Calls wait for it.";
    }
    return server.state() instanceof State.Crashed || server.state() instanceof State.Stopped
        ? switch (server.kind()) {
              case PROCESS -> "The server is not running now. It ";
              case SESSION -> "There is no session with the server now. It ";
              case SCHEMA -> "The tools of this program are unknown. It ";
            }
            + Words.sentence(
                server
                    .snapshot()
                    .trouble()
                    .map(t -> EndWords.trouble(server.kind(), t))
                    .or(() -> server.snapshot().lastEnd().map(EndWords::endAndReason))
                    .orElse("was not started"))
        : "";
  }

  /// Why nothing is known of it yet, or nothing.
  static String starting(Backend server) {
    return server.state() instanceof State.Starting && server.kind() == RunKind.PROCESS
        ? "The server "
            + RunsNow.clause(server.kind(), server.snapshot())
            + " and has not answered yet; its tools appear when it does."
        : "";
  }
}
