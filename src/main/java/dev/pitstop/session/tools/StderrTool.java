package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.process.StderrRing;
import dev.pitstop.session.texts.StderrText;
import java.util.List;
import java.util.OptionalInt;

/// `server_stderr`.
record StderrTool(Backend backend) implements Management.Body {
  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    int most = args.number("lines", 50, 1000);
    boolean sinceSpawn = args.flag("since_spawn", false);
    StderrRing ring = backend.ring();
    List<String> lines = ring.tail(most, sinceSpawn);
    call.answer(
        lines.isEmpty()
            ? StderrText.nothing(backend.kind(), sinceSpawn ? ring.newest() : OptionalInt.empty())
            : String.join("\n", lines));
  }
}
