package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.process.StderrRing;
import dev.pitstop.session.texts.StderrText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.util.List;
import java.util.OptionalInt;

/// `server_stderr`.
record StderrTool(Backend backend) implements Management.Tool {
  static final Management.Spec SPEC =
      new Management.Spec(
          "server_stderr",
          ToolDescriptions.SERVER_STDERR,
          "{\"type\":\"object\",\"properties\":{\"lines\":{\"type\":\"integer\",\"minimum\":1,"
              + "\"maximum\":1000,\"default\":50},\"since_spawn\":{\"type\":\"boolean\"}}}",
          Management.Spec.READS);

  @Override
  public Management.Spec spec() {
    return SPEC;
  }

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
