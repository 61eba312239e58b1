package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Channel;
import dev.pitstop.digest.LastWords;
import dev.pitstop.session.texts.Advice;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Why a server does not run: how it ended or what its build said, with its last output, its
/// command, and what is known to cause such failures. Called in turns of the monitor.
final class WhyDown {
  private WhyDown() {}

  /// The whole text, of any length; without Pitstop's mark.
  static String text(Backend b, Snapshot s, OwnToolNames tools, KnownCauses known) {
    String why =
        why(b, s, tools, known)
            + s.lastEnd().map(e -> Advice.held(tools, b, e)).orElse("")
            + known.selfRestart().remark();
    return why + place(b.recipe().channel());
  }

  private static String why(Backend b, Snapshot s, OwnToolNames tools, KnownCauses known) {
    if (b.startsLate()) {
      String since = RunsNow.clause(b.kind(), s);
      return Words.fill("\nIt {} and has not answered the handshake yet.", since)
          + startWords(b, s);
    }
    Optional<Builder.Result> failed = s.lastBuild().filter(r -> !r.ok() && !r.cancelled());
    Optional<RunEnd> last =
        s.lastEnd().filter(e -> s.trouble().isEmpty() || s.state() instanceof State.Crashed);
    if (s.state() instanceof State.Stopped && failed.isPresent()) {
      return " Its build failed:\n" + failed.get().report() + Advice.held(tools, b, failed.get());
    } else if (last.isPresent()) {
      RunEnd end = last.get();
      return Words.fill("\nIt {} ({}).", EndWords.end(end), RunWords.who(end))
          + EndWords.lastWords(end)
          + known.stdoutWords().remark(b, end.number());
    } else if (s.trouble().isPresent()) {
      LastWords words = EndWords.output(b, b.ring().newest().orElse(0), 0);
      return "\nIt "
          + Words.sentence(EndWords.trouble(b.kind(), s.trouble().get()))
          + (b.kind().isDaemons() // an unusable body, or the output of `--start`
              ? EndWords.lastLines(words, "It wrote")
              : EndWords.lastLines(words));
    }
    return "";
  }

  /// The output so far of a process that is being started: a paragraph, or nothing.
  static String startWords(Backend b, Snapshot s) {
    return s.starting()
        .filter(r -> r.kind().isProcess())
        .map(r -> EndWords.lastLines(EndWords.output(b, r.number(), 0)))
        .orElse("");
  }

  /// The command and its directory, because a wrong directory shows nowhere else. For a daemon, its
  /// address.
  static String place(Channel run) {
    return run.kind().isDaemons()
        ? "\nAddress: " + run.display()
        : Words.fill("\nCommand: {}\nDirectory: {}", run.display(), run.directory().normalize());
  }
}
