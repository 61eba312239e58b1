package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.process.SameExecutable;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The text of `stop_server`: what was stopped, what was not, and what starts the server again.
public final class StopText {
  private StopText() {}

  /// @param stopped its processes that are gone
  /// @param survivors its processes that survived SIGKILL
  /// @param others other processes of its executable
  public static String of(
      String server,
      List<Long> stopped,
      List<Long> survivors,
      List<SameExecutable.StoppedProcess> others) {
    String name = "erver `" + server + "`";
    List<String> lines = new ArrayList<>();
    if (!stopped.isEmpty()) {
      lines.add(Words.fill("Stopped s{} ({}).", name, RunWords.pids(stopped)));
    }
    if (!survivors.isEmpty()) {
      lines.add(Words.fill("S{}: {}", name, RunWords.survived(survivors)));
    }
    if (lines.isEmpty()) {
      lines.add("S" + name + " was not running.");
    }
    for (SameExecutable.StoppedProcess p : others) {
      String did = p.ended() ? "Also stopped" : "Could not stop";
      lines.add(Words.fill("{} pid {}: {}", did, p.pid(), p.commandLine()));
    }
    return Words.MARK + String.join("\n", lines);
  }

  /// A line: Pitstop did not look for other processes.
  public static String notLookedFor(Throwable why) {
    return "\nPitstop could not search for other processes of its executable: " + why;
  }

  /// A line about other servers of this Pitstop that run the same program, or nothing.
  public static String beside(Set<String> servers) {
    if (servers.isEmpty()) {
      return "";
    }
    return Words.fill(
        servers.size() == 1
            ? "\nServer {} runs the same program and keeps running."
            : "\nServers {} run the same program and keep running.",
        Words.names(List.copyOf(servers)));
  }

  /// A line that says what starts the server again. Called in a turn.
  public static String then(OwnToolNames tools, Backend b) {
    Snapshot now = b.snapshot();
    return "\n"
        + (now.startsOnDemand()
            ? "The next tool call " + tools.call("recompile", "or {} ", "") + "restarts it."
            : NextSteps.of(tools, b, now));
  }
}
