package dev.pitstop.session;

import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.State;
import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;

/// The runs of a server at one moment, in words: the one that serves, and those beside it, so that
/// nobody takes the one for the other. Made in a turn.
final class RunsNow {
  private RunsNow() {}

  /// What the run does that {@link Snapshot#newest} tells of.
  static String word(Snapshot s) {
    return s.serving().isPresent() ? "running" : s.state().word() + forSoLong(s);
  }

  /// The same as a clause without a subject: `has been starting for 40 s`.
  static String is(Snapshot s) {
    String since = forSoLong(s);
    return since.isEmpty() ? "is " + s.state().word() : "has been " + s.state().word() + since;
  }

  /// ` for 40 s` of a process that is being started, or nothing.
  private static String forSoLong(Snapshot s) {
    return s.serving().isEmpty()
        ? s.starting()
            .filter(r -> r.kind() == RunKind.PROCESS)
            .map(r -> " for " + Words.duration(r.uptimeMillis()))
            .orElse("")
        : "";
  }

  /// `; starting beside it: spawn #2, pid 57, for 12 s`, or nothing.
  static String beside(Snapshot s) {
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
        out.append(run.replaced() ? "; replaced and still there: " : "; on its way out: ");
        out.append(ReloadText.who(run));
      }
    }
    return out.toString();
  }
}
