package dev.pitstop.session.notices;

import dev.pitstop.backend.Run;
import dev.pitstop.channel.Facts;
import dev.pitstop.text.Words;
import java.util.List;

/// Reports problems in a command-line program's description of its tools: once, and again when they
/// change. Called in turns of the monitor.
final class SchemaProblems {
  private static final String TAG = "schema problems";
  private static final int MOST = 10;

  private List<String> known = List.of();

  /// A run serves.
  void serving(Run now, Notices notices) {
    List<String> problems = now.facts().schema().map(Facts.Schema::problems).orElse(List.of());
    if (problems.equals(known)) {
      return;
    }
    known = problems;
    notices.drop(TAG);
    if (!problems.isEmpty()) {
      notices.post(TAG, now.number(), text(problems));
    }
  }

  private static String text(List<String> problems) {
    int more = problems.size() - MOST;
    String shown = String.join("\n  ", problems.subList(0, Math.min(MOST, problems.size())));
    String has = Words.count(problems.size(), "problem");
    return Words.MARK
        + Words.fill("The program's schema has {}:\n  {}", has, shown)
        + (more > 0 ? Words.fill("\n  and {} more: `server_status`", more) : "");
  }
}
