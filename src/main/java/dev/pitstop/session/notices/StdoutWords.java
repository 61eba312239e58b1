package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.process.StderrRing.StdoutText;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Reports text that a server writes to its stdout, where only messages may be. Pitstop keeps the
/// text from the client, so nobody would notice it until the server runs without Pitstop. The text
/// is reported once, with the next notice or crash text. Called in turns of the monitor.
final class StdoutWords {
  private static final int LINE_LIMIT = 120;

  private boolean told;

  void heard(Backend b, int run, Notices notices) {
    if (!told) {
      String server = Words.MARK + "Server `" + b.name() + "` ";
      notices.post(
          "stdout", 0, () -> words(b, run).map(w -> server + w).orElse(""), () -> told = true);
    }
  }

  /// A line for a text about the end of this run, or nothing. It counts as told.
  String remark(Backend b, int run) {
    Optional<String> words = words(b, run);
    told |= words.isPresent();
    return words.map(w -> "\nIt " + w).orElse("");
  }

  /// Empty if the agent knows.
  private Optional<String> words(Backend b, int run) {
    return told ? Optional.empty() : b.ring().strays(run).map(StdoutWords::words);
  }

  private static String words(StdoutText s) {
    String first = "`" + Words.cut(s.first().strip(), LINE_LIMIT) + "`";
    String lines = "wrote {} lines to stdout that are not MCP messages, the first: {}";
    return (s.count() == 1
            ? "wrote a line to stdout that is not an MCP message: " + first
            : Words.fill(lines, s.count(), first))
        + ". Pitstop keeps such lines from the client, which may disconnect over them. They belong"
        + " on stderr.";
  }
}
