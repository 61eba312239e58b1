package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Away;
import dev.pitstop.text.Words;
import java.util.Optional;

/// The texts of a handshake that Pitstop answers in the server's place. Called in turns of the
/// monitor.
public final class HandshakeText {
  private HandshakeText() {}

  /// Why the server does not answer for itself, if that is known.
  public static String trouble(Backend backend) {
    if (backend.state() instanceof State.Stopped s && s.cause() == State.Cause.BUILD_FAILED) {
      return "The server is not running now: its build failed.";
    }
    Optional<Away> away = backend.snapshot().away();
    if (away.isPresent() && backend.serving().isEmpty()) {
      return "The server is unreachable at "
          + backend.display()
          + ": "
          + Words.sentence(DaemonWords.away(away.get()))
          + away.get().started().map(DaemonWords::command).orElse("")
          + " Calls wait for it.";
    }
    return isDown(backend.state())
        ? backend
                .kind()
                .words(
                    "The server is not running now. It ",
                    "There is no session with the server now. It ",
                    "The tools of this program are unknown. It ")
            + Words.sentence(
                backend
                    .snapshot()
                    .trouble()
                    .map(t -> EndWords.trouble(backend.kind(), t))
                    .or(() -> backend.snapshot().lastEnd().map(EndWords::endAndReason))
                    .orElse("was not started"))
        : "";
  }

  /// Whether nothing runs, and nothing is under way.
  public static boolean isDown(State s) {
    return s instanceof State.Crashed || s instanceof State.Stopped;
  }

  /// Why nothing is known of the server yet; empty if something is.
  public static String starting(Backend backend) {
    return backend.state() instanceof State.Starting && backend.kind().isProcess()
        ? "The server "
            + RunsNow.clause(backend.kind(), backend.snapshot())
            + "; its tools appear when it has answered the handshake."
        : "";
  }
}
