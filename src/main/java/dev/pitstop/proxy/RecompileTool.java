package dev.pitstop.proxy;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Words;
import dev.pitstop.catalog.Diff;
import dev.pitstop.rpc.Monitor;
import java.util.Locale;

/// `recompile` (R1): builds if there is a build command, starts the new incarnation, and tells what
/// changed.
final class RecompileTool implements Management.Tool {
  private final Backend backend;
  private final Monitor monitor;
  private final Notices notices;
  private final boolean builds;

  RecompileTool(Backend backend, Monitor monitor, Notices notices, boolean builds) {
    this.backend = backend;
    this.monitor = monitor;
    this.notices = notices;
    this.builds = builds;
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "recompile",
        builds ? "Rebuild and restart" : "Restart",
        builds
            ? "Rebuilds and restarts this MCP server after its source changed, keeping this"
                + " connection. Returns compiler errors, or what changed in its tools."
            : "Restarts this MCP server after its source changed, keeping this connection. Returns"
                + " what changed in its tools.",
        "{\"type\":\"object\",\"properties\":{}}",
        "{\"type\":\"object\",\"properties\":{\"outcome\":{\"type\":\"string\",\"enum\":"
            + "[\"reloaded\",\"build_failed\",\"start_failed\",\"cancelled\",\"stopped\"]},"
            + "\"state\":{\"type\":\"string\"},\"spawn\":{\"type\":\"integer\"},"
            + "\"pid\":{\"type\":\"integer\"},\"diff\":"
            + Diff.JSON_SCHEMA
            + "},\"required\":[\"outcome\",\"state\"]}",
        "{\"destructiveHint\":false,\"openWorldHint\":false}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Reload.Follower follower =
        new Reload.Follower() {
          private final ProgressPace pace = new ProgressPace();

          @Override
          public void line(String text) {
            if (call.wantsProgress() && !text.isBlank() && pace.lets(System.nanoTime())) {
              call.progress(text);
            }
          }

          @Override
          public void done(Reload.Result result) {
            String text = Words.MARK + ReloadText.of(backend, result);
            JsonObject structured = structured(result);
            switch (result.outcome()) {
              case RELOADED -> reloaded(call.answer(text, structured), result.gen());
              case BUILD_FAILED, START_FAILED -> failed(call.fail(text, structured));
              case CANCELLED, STOPPED -> call.fail(text, structured);
            }
          }
        };
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          int job = backend.reload(backend.settings().order(), follower);
          call.onCancel(() -> backend.cancelReload(job, follower));
        });
  }

  /// What this answer told need not be told again; if it was not sent, the notices stay.
  private void reloaded(boolean sent, int gen) {
    if (sent) {
      backend.told(gen);
      notices.drop(RestartNotice.TAG);
      notices.drop(WatchReload.CHANGED);
      notices.drop(WatchReload.FAILED);
    }
  }

  /// The files are now as this build found them: what became of an older try is no news. Where
  /// nothing serves, the text told how those before ended.
  private void failed(boolean sent) {
    if (sent) {
      notices.drop(WatchReload.FAILED);
      if (backend.serving().isEmpty()) {
        backend.toldCrashes();
      }
    }
  }

  private JsonObject structured(Reload.Result r) {
    JsonObject o = new JsonObject();
    o.addProperty("outcome", r.outcome().name().toLowerCase(Locale.ROOT));
    o.addProperty("state", backend.state().word());
    backend
        .serving()
        .ifPresent(i -> {
          o.addProperty("spawn", i.gen());
          o.addProperty("pid", i.child().pid());
        });
    r.build()
        .ifPresent(b -> {
          o.addProperty("build_ms", b.millis());
          o.addProperty("errors", b.errors());
          if (!b.log().isEmpty()) {
            o.addProperty("build_log", b.log());
          }
        });
    r.diff().ifPresent(d -> o.add("diff", d.json(ReloadText.DIFF_LINES)));
    return o;
  }
}
