package dev.pitstop.proxy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Incarnation;
import dev.pitstop.backend.State;
import dev.pitstop.backend.Words;
import dev.pitstop.process.Command;
import dev.pitstop.process.SameExecutable;
import dev.pitstop.rpc.Monitor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/// `stop_server` (A6): stops the server and whoever else runs the same executable file, so that it
/// can be overwritten. The next call starts it again.
final class StopTool implements Management.Tool {
  private final Backend backend;
  private final Monitor monitor;
  private final BiFunction<Command, Set<Long>, List<ProcessHandle>> finder;

  StopTool(Backend backend, Monitor monitor) {
    this(backend, monitor, SameExecutable::find);
  }

  /// @param finder the processes of a command's executable, without these pids
  StopTool(
      Backend backend,
      Monitor monitor,
      BiFunction<Command, Set<Long>, List<ProcessHandle>> finder) {
    this.backend = backend;
    this.monitor = monitor;
    this.finder = finder;
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "stop_server",
        "Stop server",
        "Stops the server and other processes of its executable, so that the file can be"
            + " overwritten. The next tool call starts it again.",
        "{\"type\":\"object\",\"properties\":{}}",
        "{\"type\":\"object\",\"properties\":{\"was_running\":{\"type\":\"boolean\"},"
            + "\"pid\":{\"type\":\"integer\"},\"also_stopped\":{\"type\":\"array\","
            + "\"items\":{\"type\":\"object\"}}},\"required\":[\"was_running\",\"also_stopped\"]}",
        "{\"destructiveHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          Optional<Incarnation> was = backend.newest();
          backend.stop(
              State.Cause.BY_REQUEST,
              "was stopped by `stop_server`",
              () -> Thread.ofVirtual().name("stop others").start(() -> others(was, call)));
        });
  }

  private void others(Optional<Incarnation> was, ManagedCall call) {
    Set<Long> ours = new HashSet<>(); // a call may have started the server again by now
    for (Incarnation i : backend.processes()) {
      ours.add(i.child().pid());
    }
    List<SameExecutable.StoppedProcess> stopped = List.of();
    String failed = "";
    try {
      stopped =
          SameExecutable.stopAll(finder.apply(backend.command(), ours), Duration.ofSeconds(2));
    } catch (RuntimeException e) {
      // the server itself is stopped, and the caller gets its one answer (F3)
      failed = "\nOther processes of its executable could not be looked for: " + e;
    }
    JsonObject structured = new JsonObject();
    structured.addProperty("was_running", was.isPresent());
    was.ifPresent(i -> structured.addProperty("pid", i.child().pid()));
    StringBuilder text = new StringBuilder(Words.MARK);
    text.append(
        was.map(i -> "Stopped server `" + backend.name() + "` (pid " + i.child().pid() + ").")
            .orElse("Server `" + backend.name() + "` was not running."));
    JsonArray also = new JsonArray();
    for (SameExecutable.StoppedProcess p : stopped) {
      JsonObject one = new JsonObject();
      one.addProperty("pid", p.pid());
      one.addProperty("command", p.commandLine());
      one.addProperty("ended", p.ended());
      also.add(one);
      text.append(p.ended() ? "\nAlso stopped pid " : "\nCould not stop pid ").append(p.pid());
      text.append(": ").append(p.commandLine());
    }
    text.append(failed);
    structured.add("also_stopped", also);
    text.append("\nThe next tool call ");
    monitor.turn(
        Monitor.By.OTHER, () -> text.append(backend.hints().call("recompile", "or {} ", "")));
    call.answer(text.append("starts it again.").toString(), structured);
  }
}
