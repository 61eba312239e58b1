package dev.pitstop.session.told;

import dev.pitstop.backend.Run;
import dev.pitstop.channel.Facts;
import dev.pitstop.text.Words;
import java.util.List;

/// Reports problems in a command-line program's description of its tools (T1): once, and again when
/// they change. Called in turns of the monitor.
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
    StringBuilder out = new StringBuilder(Words.MARK);
    out.append("The program's schema has ").append(Words.count(problems.size(), "problem"));
    out.append(':');
    for (String p : problems.subList(0, Math.min(MOST, problems.size()))) {
      out.append("\n  ").append(p);
    }
    if (problems.size() > MOST) {
      out.append("\n  and ").append(problems.size() - MOST).append(" more: `server_status`");
    }
    return out.toString();
  }
}
