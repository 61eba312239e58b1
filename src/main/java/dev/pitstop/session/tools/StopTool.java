package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.process.SameExecutable;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.StopText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/// `stop_server`: stops the server and other processes that run the same executable file, so that
/// it can be overwritten. Other servers of this Pitstop are not stopped, only named. The next call
/// starts the server again.
///
/// @param begins runs when the stop begins; in a turn
/// @param servers the processes of all servers of this Pitstop, with their names; in a turn
/// @param finder finds the processes of a command's executable
public record StopTool(
    SessionServer server,
    Command command,
    Runnable begins,
    Supplier<Map<Long, String>> servers,
    Function<Command, List<ProcessHandle>> finder)
    implements Management.Tool {
  static final Management.Spec SPEC =
      new Management.Spec(
          "stop_server",
          ToolDescriptions.STOP_SERVER,
          Management.Spec.NO_ARGUMENTS,
          "{\"destructiveHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}");

  public StopTool(
      SessionServer server,
      Command command,
      Executables executables,
      Runnable begins,
      Supplier<Map<Long, String>> servers) {
    this(server, command, begins, servers, c -> SameExecutable.find(c, executables));
  }

  @Override
  public Management.Spec spec() {
    return SPEC;
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    List<Run> were = new ArrayList<>();
    call.await(over -> {
      begins.run();
      were.addAll(server.backend().snapshot().live());
      server.backend().stop(StopReason.REQUESTED, over);
    });
    List<SameExecutable.StoppedProcess> stopped = List.of();
    String more = "";
    try {
      Found found = found();
      stopped = SameExecutable.stopAll(found.others(), Duration.ofSeconds(2));
      more = StopText.beside(found.servers());
    } catch (RuntimeException | Error e) {
      // the server itself is stopped, and the caller gets one answer
      more = StopText.notLookedFor(e);
    }
    answer(were, stopped, more, call);
  }

  /// Who else runs the file.
  ///
  /// @param others processes that this Pitstop has not started
  /// @param servers servers of this Pitstop, by name
  private record Found(List<ProcessHandle> others, Set<String> servers) {}

  private Found found() {
    List<ProcessHandle> all = finder.apply(command);
    // after they were found, so that no newly started one is missing
    Map<Long, String> ours = server.monitor().inTurn(servers);
    List<ProcessHandle> others = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    for (ProcessHandle process : all) {
      boolean own = false;
      Optional<ProcessHandle> at = Optional.of(process);
      while (at.isPresent() && !own) { // a server's children count, such as those of a script
        Optional<String> name = Optional.ofNullable(ours.get(at.get().pid()));
        name.filter(n -> !n.equals(server.backend().name())).ifPresent(names::add);
        own = name.isPresent() || at.get().equals(ProcessHandle.current());
        at = at.get().parent();
      }
      if (!own) {
        others.add(process);
      }
    }
    return new Found(others, names);
  }

  private void answer(
      List<Run> were, List<SameExecutable.StoppedProcess> stopped, String more, ManagedCall call) {
    JsonObject facts = new JsonObject();
    JsonArray pids = new JsonArray();
    List<Long> survivors = new ArrayList<>();
    List<Long> gone = new ArrayList<>();
    for (Run r : were) {
      OptionalLong pid = r.facts().pid();
      if (pid.isEmpty()) {
        continue; // the run was stopped before there was a process
      }
      pids.add(pid.getAsLong());
      (r.end().flatMap(RunEnd::exit).isEmpty() ? survivors : gone).add(pid.getAsLong());
    }
    facts.addProperty("was_running", !pids.isEmpty());
    if (!pids.isEmpty()) {
      facts.add("pid", pids.get(pids.size() - 1));
      facts.add("pids", pids);
    }
    JsonArray also = new JsonArray();
    for (SameExecutable.StoppedProcess p : stopped) {
      JsonObject one = new JsonObject();
      one.addProperty("pid", p.pid());
      one.addProperty("command", p.commandLine());
      one.addProperty("ended", p.ended());
      also.add(one);
    }
    facts.add("also_stopped", also);
    String did = StopText.of(server.backend().name(), gone, survivors, stopped) + more;
    OwnToolNames tools = server.naming().tools();
    call.answer(did + server.monitor().inTurn(() -> StopText.then(tools, server.backend())), facts);
  }
}
