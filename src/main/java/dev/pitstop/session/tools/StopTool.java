package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.process.SameExecutable;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.NextSteps;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.text.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// `stop_server`: stops the server and other processes that run the same executable file, so that
/// it can be overwritten. Other servers of this Pitstop are not stopped. The next call starts the
/// server again.
///
/// @param begins runs when the stop begins; in a turn
/// @param servers the processes of all servers of this Pitstop; in a turn
public record StopTool(
    SessionServer server,
    Runnable begins,
    Supplier<Set<Long>> servers,
    Supplier<List<ProcessHandle>> finder)
    implements Management.Body {
  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    if (!server.backend().kind().isProcess()) {
      throw Refused.noProcess(server.backend());
    }
    List<Run> were = new ArrayList<>();
    call.await(down -> {
      begins.run();
      were.addAll(server.backend().snapshot().live());
      server.backend().stop(StopReason.REQUESTED, down);
    });
    try {
      List<SameExecutable.StoppedProcess> others =
          SameExecutable.stopAll(others(), Duration.ofSeconds(2));
      return () -> answer(were, others, "");
    } catch (RuntimeException | Error e) { // the server itself is stopped
      String why = "\nPitstop could not search for other processes of its executable: " + e;
      return () -> answer(were, List.of(), why);
    }
  }

  /// The processes that run the file and that this Pitstop has not started.
  private List<ProcessHandle> others() {
    List<ProcessHandle> all = finder.get();
    // after they were found, so that no newly started one is missing
    Set<Long> ours = server.monitor().inTurn(servers);
    return all.stream().filter(process -> isOther(process, ours)).toList();
  }

  /// A server's children count as its own, such as those of a script.
  private static boolean isOther(ProcessHandle process, Set<Long> ours) {
    Optional<ProcessHandle> at = Optional.of(process);
    while (at.isPresent()
        && !ours.contains(at.get().pid())
        && !at.get().equals(ProcessHandle.current())) {
      at = at.get().parent();
    }
    return at.isEmpty();
  }

  private Answer answer(List<Run> were, List<SameExecutable.StoppedProcess> others, String more) {
    JsonArray pids = new JsonArray(); // some were stopped before there was a process
    were.forEach(run -> run.facts().pid().ifPresent(pids::add));
    List<Long> gone = pids(were, false);
    List<Long> survivors = pids(were, true);
    JsonFacts facts = new JsonFacts().with("was_running", !pids.isEmpty());
    if (!pids.isEmpty()) {
      facts.with("pid", pids.get(pids.size() - 1)).with("pids", pids);
    }
    JsonArray also = new JsonArray();
    List<String> lines = new ArrayList<>();
    String name = server.backend().name();
    if (!gone.isEmpty()) {
      lines.add(Words.fill("Stopped server `{}` ({}).", name, RunWords.pids(gone)));
    }
    if (!survivors.isEmpty()) {
      lines.add(Words.fill("Server `{}`: {}", name, RunWords.survived(survivors)));
    }
    if (pids.isEmpty()) {
      lines.add(Words.fill("Server `{}` was not running.", name));
    }
    for (SameExecutable.StoppedProcess p : others) {
      JsonFacts one = new JsonFacts().with("pid", p.pid()).with("command", p.commandLine());
      also.add(one.with("ended", p.ended()).json());
      String did = p.ended() ? "Also stopped" : "Could not stop";
      lines.add(Words.fill("{} pid {}: {}", did, p.pid(), p.commandLine()));
    }
    return Answer.of(
        Words.MARK + String.join("\n", lines) + more + then(), facts.with("also_stopped", also));
  }

  /// The processes of these runs that survived SIGKILL, or those that are gone.
  static List<Long> pids(List<Run> were, boolean there) {
    return were.stream()
        .filter(run -> run.end().flatMap(RunEnd::exit).isEmpty() == there)
        .flatMap(run -> run.facts().pid().stream().boxed())
        .toList();
  }

  /// A line that says what starts the server again. Called in a turn.
  private String then() {
    OwnToolNames tools = server.naming().tools();
    Snapshot now = server.backend().snapshot();
    return "\n"
        + (now.startsOnDemand()
            ? "The next tool call " + tools.call("recompile", "or {} ", "") + "restarts it."
            : NextSteps.of(tools, server.backend(), now));
  }
}
