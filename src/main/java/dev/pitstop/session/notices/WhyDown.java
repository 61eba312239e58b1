package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Channel;
import dev.pitstop.digest.LastWords;
import dev.pitstop.session.texts.Advice;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.FailureText;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.Optional;

/// Why a server does not run: how it ended or what its build said, with its last output, its
/// command, and what is known to cause such failures. Called in turns of the monitor.
final class WhyDown {
  private WhyDown() {}

  /// The whole text, of bounded length; without Pitstop's mark.
  static String text(Backend b, Snapshot s, OwnToolNames tools, KnownCauses known) {
    StringBuilder out = new StringBuilder();
    append(b, s, tools, known, out);
    return FailureText.fit(out.toString());
  }

  /// Appends the text to what the caller has written.
  static void append(
      Backend b, Snapshot s, OwnToolNames tools, KnownCauses known, StringBuilder out) {
    why(b, s, tools, known, out);
    s.lastEnd().ifPresent(e -> out.append(Advice.held(tools, b, e)));
    out.append(known.selfRestart().remark()).append(place(b.recipe().channel(), out));
  }

  private static void why(
      Backend b, Snapshot s, OwnToolNames tools, KnownCauses known, StringBuilder out) {
    if (b.startsLate()) {
      String since = RunsNow.clause(b.kind(), s);
      out.append(Words.fill("\nIt {} and has not answered the handshake yet.", since));
      out.append(startWords(b, s));
      return;
    }
    Optional<Builder.Result> failed = s.lastBuild().filter(r -> !r.ok() && !r.cancelled());
    Optional<RunEnd> last = s.lastEnd();
    if (s.state() instanceof State.Stopped && failed.isPresent()) {
      out.append(" Its build failed:\n").append(failed.get().report());
      out.append(Advice.held(tools, b, failed.get()));
    } else if (last.isPresent() && (s.trouble().isEmpty() || s.state() instanceof State.Crashed)) {
      RunEnd end = last.get();
      out.append(Words.fill("\nIt {} ({}).", EndWords.end(end), RunWords.who(end)));
      out.append(EndWords.lastWords(end));
      out.append(known.stdoutWords().remark(b, last.get().number()));
    } else if (s.trouble().isPresent()) {
      out.append("\nIt ").append(Words.sentence(EndWords.trouble(b.kind(), s.trouble().get())));
      LastWords words = EndWords.output(b, b.ring().newest().orElse(0), 0);
      out.append(
          b.kind().isDaemons() // an unusable body, or the output of `--start`
              ? EndWords.lastLines(words, "It wrote")
              : EndWords.lastLines(words));
    }
  }

  /// The output so far of a process that is being started: a paragraph, or nothing.
  static String startWords(Backend b, Snapshot s) {
    Optional<Run> starting = s.starting().filter(r -> r.kind().isProcess());
    return starting.isPresent()
        ? EndWords.lastLines(EndWords.output(b, starting.get().number(), 0))
        : "";
  }

  /// The command and its directory, because a wrong directory shows nowhere else. For a daemon, its
  /// address, unless the text before contains it.
  static String place(Channel run, CharSequence said) {
    if (run.kind().isDaemons()) {
      return said.toString().contains(run.display()) ? "" : "\nAddress: " + run.display();
    }
    Path directory = run.directory().normalize();
    return Words.fill("\nCommand: {}\nDirectory: {}", run.display(), directory);
  }
}
