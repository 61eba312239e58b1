package dev.pitstop.cli.replay;

import dev.pitstop.text.Words;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Prints what became of the calls, in lines of at most 80 characters, while they are made.
final class Table {
  private static final int WIDTH = 80;
  private static final int TOOL = 30;
  private static final String INDENT = " ".repeat(8);

  private final PrintStream out;
  private boolean begun;

  Table(PrintStream out) {
    this.out = out;
  }

  void add(Outcome o) {
    if (o.call() == 0) {
      String text = "tool " + o.tool() + " is " + o.verdict() + ": " + o.detail();
      Words.lines(o.detail().isEmpty() ? text.replace(": ", "") : text, WIDTH)
          .forEach(out::println);
      return;
    }
    if (!begun) {
      begun = true;
      out.println(row("CALL", "TOOL", "VERDICT", "WAS → NOW"));
    }
    String last = o.sent() ? Words.duration(o.was()) + " → " + Words.duration(o.now()) : o.detail();
    out.println(row(String.valueOf(o.call()), Words.cutClose(o.tool(), TOOL), o.verdict(), last));
    if (o.sent() && !o.detail().isEmpty()) {
      out.println(INDENT + Words.cutClose(o.detail(), WIDTH - INDENT.length()));
    }
  }

  private static String row(String call, String tool, String verdict, String last) {
    return ("%6s  %-" + TOOL + "s  %-11s  %s").formatted(call, tool, verdict, last).stripTrailing();
  }

  /// Prints the sums.
  ///
  /// @param missing how many messages the recording lost
  void end(List<Outcome> outcomes, long missing) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    int calls = 0;
    int regressions = 0;
    for (Outcome o : outcomes) {
      regressions += o.regression() ? 1 : 0;
      if (o.call() > 0) {
        calls++;
        counts.merge(o.verdict(), 1, Integer::sum);
      }
    }
    List<String> parts = new ArrayList<>();
    counts.forEach((verdict, n) -> parts.add(n + " " + verdict));
    out.println();
    out.println(
        Words.count(calls, "call")
            + (parts.isEmpty() ? "" : ": " + String.join(", ", parts))
            + ".");
    if (calls < outcomes.size()) {
      out.println(Words.count(outcomes.size() - calls, "tool") + " gone or narrower.");
    }
    if (counts.containsKey(Outcome.UNCLEAR)) {
      out.println("Unclear: a call before was not sent. --all sends what is not read-only.");
    }
    if (missing > 0) {
      out.println("The recording lacks " + Words.count(missing, "message") + ".");
    }
    out.println(
        regressions == 0 ? "No regressions." : Words.count(regressions, "regression") + ".");
  }
}
