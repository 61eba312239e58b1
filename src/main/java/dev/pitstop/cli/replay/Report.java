package dev.pitstop.cli.replay;

import dev.pitstop.text.Words;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Prints what became of the calls, in lines of at most 80 characters, while they are made.
final class Report {
  private static final int WIDTH = 80;
  private static final int TOOL = 30;
  private static final String INDENT = " ".repeat(8);

  private final PrintStream out;
  private final Map<String, Integer> verdicts = new LinkedHashMap<>(); // of calls
  private int calls;
  private int regressions;

  Report(PrintStream out) {
    this.out = out;
  }

  void add(Outcome o) {
    regressions += o.regression() ? 1 : 0;
    if (calls++ == 0) {
      row("CALL", "TOOL", "VERDICT", "WAS → NOW");
    }
    verdicts.merge(o.verdict(), 1, Integer::sum);
    row(String.valueOf(o.call()), Words.cutClose(o.tool(), TOOL), o.verdict(), o.last());
    if (!o.detail().isEmpty()) {
      out.println(INDENT + Words.cutClose(o.detail(), WIDTH - INDENT.length()));
    }
    out.flush();
  }

  int regressions() {
    return regressions;
  }

  private void row(String call, String tool, String verdict, String last) {
    String row = ("%6s  %-" + TOOL + "s  %-11s  %s").formatted(call, tool, verdict, last);
    out.println(row.stripTrailing());
  }

  /// Prints the sums.
  ///
  /// @param missing how many entries the recording lost
  void end(long missing) {
    String each =
        verdicts.entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(", "));
    out.println();
    out.println(Words.count(calls, "call") + ": " + each + ".");
    if (verdicts.containsKey(Outcome.UNCLEAR)) {
      out.println("Unclear: a call before was not sent. --all sends what is not read-only.");
    }
    if (missing > 0) {
      out.println("The recording lacks " + Words.count(missing, "message") + ".");
    }
    out.println(
        regressions == 0 ? "No regressions." : Words.count(regressions, "regression") + ".");
  }
}
