package dev.pitstop.cli.replay;

import dev.pitstop.recording.Revision;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Where the outcomes of a replay go: the table, and the recording, if they are accepted.
final class Results {
  private final Table table;
  private final PrintStream out;
  private final Optional<Revision> revision;
  private final Function<String, Optional<String>> asks;
  private final List<Outcome> outcomes = new ArrayList<>();
  private boolean all; // of the rest are accepted
  private boolean none;
  private int refused;

  Results(ReplayLine line, PrintStream out, Function<String, Optional<String>> asks)
      throws IOException {
    this.table = new Table(out);
    this.out = out;
    this.asks = asks;
    revision = line.accept() ? Optional.of(new Revision(line.file())) : Optional.empty();
  }

  /// @param changes what could become the reference; empty if nothing
  void add(Outcome outcome, List<Replay.Change> changes) {
    outcomes.add(outcome);
    table.add(outcome);
    out.flush();
    if (revision.isPresent() && !changes.isEmpty() && accepts()) {
      for (Replay.Change c : changes) {
        revision.get().replace(c.old(), c.now());
      }
    } else {
      refused += outcome.regression() ? 1 : 0;
    }
  }

  private boolean accepts() {
    while (!all && !none) {
      Optional<String> answer = asks.apply("        Accept? [y]es, [n]o, [a]ll, [q]uit: ");
      switch (answer.orElse("a").strip().toLowerCase(Locale.ROOT)) {
        case "y", "yes" -> {
          return true;
        }
        case "n", "no" -> {
          return false;
        }
        case "a", "all" -> all = true;
        case "q", "quit" -> none = true;
        default -> {} // asks again
      }
    }
    return all;
  }

  /// Prints the sums, and writes what was accepted.
  ///
  /// @return the regressions that were not accepted
  int end(long missing) throws IOException {
    table.end(outcomes, missing);
    if (revision.isPresent() && revision.get().size() > 0) {
      revision.get().save();
      out.println(revision.get().size() + " new in the recording.");
    }
    return refused;
  }
}
