package dev.pitstop.proxy;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Incarnation;
import dev.pitstop.backend.Obituary;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Words;
import dev.pitstop.catalog.Diff;
import dev.pitstop.rpc.Monitor;
import java.util.Locale;

/// `recompile` (R1): builds if there is a build command, starts the new incarnation, and tells what
/// changed.
final class RecompileTool implements Management.Tool {
  private static final int DIFF_LINES = 25;

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
            + "\"pid\":{\"type\":\"integer\"},\"diff\":{\"type\":\"object\"}},"
            + "\"required\":[\"outcome\",\"state\"]}",
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
            if (result.outcome() == dev.pitstop.backend.Effect.Outcome.RELOADED) {
              notices.clear(); // this answer tells what they would
            }
            String text = text(backend, result);
            JsonObject structured = structured(result);
            switch (result.outcome()) {
              case RELOADED -> call.answer(text, structured);
              case BUILD_FAILED, START_FAILED, CANCELLED, STOPPED -> call.fail(text, structured);
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
    r.diff().ifPresent(d -> o.add("diff", d.json()));
    return o;
  }

  /// What an agent reads of a reload, whoever asked for it.
  static String text(Backend backend, Reload.Result r) {
    StringBuilder out = new StringBuilder("[pitstop] ");
    String server = "server `" + backend.name() + "`";
    switch (r.outcome()) {
      case RELOADED -> {
        out.append(
            r.build().map(b -> "Rebuilt in " + Words.duration(b.millis()) + " and r").orElse("R"));
        out.append("estarted ").append(server).append(": ");
        backend.incarnation(r.gen()).ifPresent(i -> out.append(about(i)));
        if (r.secondTry()) {
          out.append(
              "\nIt could not start beside the old one (something was held by it), so the old"
                  + " one was stopped first; `--order stop-first` does that at once.");
        }
        if (!backend.servesFirst()) {
          out.append('\n').append(change(r.diff()));
        }
      }
      case BUILD_FAILED -> {
        out.append("The build of ").append(server).append(" failed after ");
        out.append(Words.duration(r.build().map(Builder.Result::millis).orElse(0L))).append(". ");
        out.append(still(backend));
        r.build().ifPresent(b -> out.append('\n').append(b.report()));
      }
      case START_FAILED -> {
        out.append(
            r.build().map(b -> "Built in " + Words.duration(b.millis()) + ", but t").orElse("T"));
        out.append("he new process of ").append(server).append(" did not come up");
        out.append(r.failure().map(f -> ": it " + f.words() + f.lastWords()).orElse("."));
        out.append('\n').append(still(backend));
      }
      case CANCELLED -> out.append("The reload was cancelled. ").append(still(backend));
      case STOPPED -> out.append("The reload was given up: the server was stopped meanwhile.");
    }
    return out.toString();
  }

  private static String still(Backend backend) {
    return backend
        .serving()
        .map(i ->
            "The old one still serves (spawn #"
                + i.gen()
                + ", pid "
                + i.child().pid()
                + ", up "
                + Words.duration((System.nanoTime() - i.child().startedNanos()) / 1_000_000)
                + ").")
        .orElse("Nothing serves now; fix the cause and call `recompile` again.");
  }

  /// `spawn #3, pid 4711, up in 340 ms`.
  static String about(Incarnation i) {
    return "spawn #"
        + i.gen()
        + ", pid "
        + i.child().pid()
        + ", up in "
        + Words.duration(i.readyAfterMillis())
        + i.file()
            .map(f ->
                "\nFile: "
                    + f.path()
                    + f.version().map(v -> ", version " + v).orElse("")
                    + ", changed "
                    + Words.duration(System.currentTimeMillis() - f.mtimeMillis())
                    + " ago")
            .orElse("")
        + remarks(i);
  }

  private static String remarks(Incarnation i) {
    StringBuilder out = new StringBuilder();
    for (String line : i.remarks()) {
      out.append('\n').append(line);
    }
    return out.toString();
  }

  static String change(java.util.Optional<Diff> diff) {
    if (diff.isEmpty()) {
      return "What changed in its tools is not known: it did not list them in time.";
    }
    return diff.get().isEmpty()
        ? "Its tools, prompts and resources are the same as before."
        : "What changed:\n" + diff.get().text(DIFF_LINES);
  }

  /// The notice after a restart (A1).
  static String notice(Backend backend, Incarnation now) {
    StringBuilder out =
        new StringBuilder("[pitstop] Server `" + backend.name() + "` was restarted: ");
    out.append(about(now));
    java.util.Optional<Obituary> before = backend.previousEnd();
    before.ifPresent(e -> {
      out.append("\nThe one before (#").append(e.gen()).append(") ").append(e.words());
      out.append('.');
    });
    if (!backend.servesFirst()) {
      out.append('\n').append(change(backend.change(now.gen())));
    }
    return out.toString();
  }
}
