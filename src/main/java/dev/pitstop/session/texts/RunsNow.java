package dev.pitstop.session.texts;

import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;

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
    if (state instanceof State.Starting) {
      return "opening a session";
    }
    return state instanceof State.Draining ? "closing the session" : "no session";
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
            .map(r -> " for " + Words.duration(r.uptimeMillis()))
            .orElse("")
        : "";
  }

  /// `; starting beside it: spawn #2, pid 57, for 12 s`, or nothing.
  public static String beside(Snapshot s) {
    StringBuilder out = new StringBuilder();
    if (s.serving().isPresent() && s.state() instanceof State.Starting st) {
      out.append("; starting beside it: ");
      out.append(s.serving().get().kind().word()).append(" #").append(st.gen());
      if (s.starting().isPresent()) {
        Run run = s.starting().get();
        run.facts().pid().ifPresent(pid -> out.append(", pid ").append(pid));
        out.append(", for ").append(Words.duration(run.uptimeMillis()));
      }
    } else if (s.serving().isPresent() && s.state() instanceof State.Building) {
      out.append("; building");
    }
    for (Run run : s.live()) {
      if (run.leaving()) {
        out.append(run.replaced() ? "; replaced but still running: " : "; stopping: ");
        out.append(RunWords.who(run));
      }
    }
    return out.toString();
  }
}
