package dev.pitstop.session.texts;

import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.stream.Collectors;

/// Describes the runs of a server at one moment: the serving one, and those beside it. The words
/// keep them apart. Made in a turn.
public final class RunsNow {
  private RunsNow() {}

  /// What {@link Snapshot#newest} is doing.
  public static String word(RunKind kind, Snapshot s) {
    if (s.serving().isPresent()) {
      return "running";
    }
    return s.away().isPresent()
        ? "unreachable: " + DaemonWords.away(s.away().get())
        : state(kind, s) + forSoLong(s);
  }

  /// What the state is called. A daemon is not stopped or started.
  private static String state(RunKind kind, Snapshot s) {
    State state = s.state();
    if (!kind.isDaemons() || state instanceof State.Building || state instanceof State.Running) {
      return state.word();
    }
    return state instanceof State.Starting
        ? "opening a session"
        : state instanceof State.Draining ? "closing the session" : "no session";
  }

  /// What it is doing as a clause: `is unreachable (connection refused, 9 tries in 14 s)`.
  public static String clause(RunKind kind, Snapshot s) {
    if (s.serving().isEmpty() && s.away().isPresent()) {
      return "is unreachable (" + DaemonWords.away(s.away().get()) + ")";
    }
    String since = forSoLong(s);
    if (!since.isEmpty()) {
      return "has been " + state(kind, s) + since;
    }
    boolean none = kind.isDaemons() && s.serving().isEmpty();
    String word = word(kind, s);
    boolean has = (none && s.state().rests()) || word.equals("crashed");
    return (has ? "has " : "is ") + word;
  }

  /// ` for 40 s` for a process that is being started, or nothing.
  private static String forSoLong(Snapshot s) {
    return s.serving().isEmpty()
        ? s.starting()
            .filter(r -> r.kind().isProcess())
            .map(r ->
                " for "
                    + Words.duration(r.uptimeMillis())
                    + r.awaits().map(clause -> ", and " + clause).orElse(""))
            .orElse("")
        : "";
  }

  /// `; starting beside it: spawn #2, pid 57, for 12 s`, or nothing.
  public static String beside(Snapshot s) {
    String leaving =
        s.live().stream()
            .filter(Run::leaving)
            .map(r ->
                (r.replaced() ? "; replaced but still running: " : "; stopping: ")
                    + RunWords.who(r))
            .collect(Collectors.joining());
    String coming =
        s.state() instanceof State.Starting st
            ? Words.fill(
                    "; starting beside it: {} #{}",
                    s.serving().map(r -> r.kind().word()).orElse(""),
                    st.gen())
                + s.starting().map(RunsNow::process).orElse("")
            : s.state() instanceof State.Building ? "; building" : "";
    return (s.serving().isPresent() ? coming : "") + leaving;
  }

  private static String process(Run run) {
    return RunWords.pid(run.facts().pid()) + ", for " + Words.duration(run.uptimeMillis());
  }
}
