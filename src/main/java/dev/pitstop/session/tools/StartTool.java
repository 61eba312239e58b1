package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Starts a server without a build, if it does not run. It is not offered to agents, whose calls
/// start servers anyway.
record StartTool(SessionServer server) implements Management.Body {
  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Backend backend = server.backend();
    Optional<Run> runs = server.monitor().inTurn(backend::serving);
    if (runs.isPresent()) {
      String there = "Server `{}` already runs ({} #{}).";
      String kind = backend.kind().word();
      call.answer(Words.MARK + Words.fill(there, backend.name(), kind, runs.get().number()));
      return;
    }
    Reload.Result result =
        call.<Reload.Result>begin(
                told -> {
                  Reload.Follower follower = told::accept;
                  backend.reloads().reload(backend.settings().order(), false, follower);
                  return () -> backend.reloads().cancel(follower);
                })
            .join();
    String text = Words.MARK + server.monitor().inTurn(() -> server.reload().of(result));
    call.send(text, Optional.empty(), result.outcome() != Effect.Outcome.RELOADED);
  }
}
