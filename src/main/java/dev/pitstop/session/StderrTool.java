package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.StderrRing;
import java.util.List;
import java.util.OptionalInt;

/// `server_stderr` (A8).
final class StderrTool implements Management.Tool {
  private final Backend backend;

  StderrTool(Backend backend) {
    this.backend = backend;
  }

  @Override
  public Management.Spec spec() {
    return described();
  }

  static Management.Spec described() {
    return new Management.Spec(
        "server_stderr",
        "Shows the server's last stderr lines, kept across restarts; `since_spawn`: this run only.",
        "{\"type\":\"object\",\"properties\":{\"lines\":{\"type\":\"integer\",\"minimum\":1,"
            + "\"maximum\":1000,\"default\":50},\"since_spawn\":{\"type\":\"boolean\"}}}",
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    int most = args.number("lines", 50, 1000);
    boolean sinceSpawn = args.flag("since_spawn", false);
    if (args.wrong().isPresent()) {
      call.fail(args.wrong().get());
      return;
    }
    StderrRing ring = backend.ring();
    List<String> lines = ring.tail(most, sinceSpawn);
    call.answer(
        lines.isEmpty() ? nothing(backend.kind(), ring, sinceSpawn) : String.join("\n", lines));
  }

  private static String nothing(RunKind kind, StderrRing ring, boolean sinceSpawn) {
    if (kind == RunKind.SESSION) {
      return "Pitstop reads the stderr of a daemon only if it started the daemon (`--start`).";
    }
    OptionalInt newest = ring.newest();
    return "The server wrote nothing to stderr"
        + (sinceSpawn && newest.isPresent()
            ? " since its last start (spawn #" + newest.getAsInt() + ")."
            : ".");
  }
}
