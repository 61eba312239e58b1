package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.text.Words;

/// Starts a server without a build, if it does not run. It is not offered to agents, whose calls
/// start servers anyway.
record StartTool(SessionServer server) implements Management.Tool {
  static final Management.Spec SPEC =
      new Management.Spec(
          "start_server", "Starts a server.", Management.Spec.NO_ARGUMENTS, Management.Spec.READS);

  @Override
  public Management.Spec spec() {
    return SPEC;
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Backend backend = server.backend();
    if (server.monitor().inTurn(() -> backend.serving().isPresent())) {
      call.answer(server.monitor().inTurn(() -> runs(backend)), new JsonObject());
      return;
    }
    Reload.Result result =
        call.join(
            call.begin(told -> {
              Reload.Follower follower = told::accept;
              backend.reload(backend.settings().order(), false, follower);
              return () -> backend.cancelReload(follower);
            }));
    String text = Words.MARK + server.monitor().inTurn(() -> server.reload().of(result));
    if (result.outcome() == Effect.Outcome.RELOADED) {
      call.answer(text, new JsonObject());
    } else {
      call.fail(text);
    }
  }

  private static String runs(Backend backend) {
    int number = backend.serving().orElseThrow().number();
    return Words.MARK
        + Words.fill(
            "Server `{}` already runs ({}).",
            backend.name(),
            backend.kind().word() + " #" + number);
  }
}
