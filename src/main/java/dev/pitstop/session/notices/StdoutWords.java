package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.process.StderrRing.StdoutText;
import dev.pitstop.text.Words;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Reports text that a server writes to its stdout, where only messages may be. Pitstop keeps the
/// text from the client, so nobody would notice it until the server runs without Pitstop. The text
/// is reported once, with the next notice or crash text. It is reported again, at most [#MOST]
/// times, if a later run begins with other words. Called in turns of the monitor.
final class StdoutWords {

  private static final int MOST = 3;
  private static final int LINE_LIMIT = 120;

  private final Set<String> told = new HashSet<>(); // first lines, without the parts that vary

  /// A run has written such text.
  void heard(Backend b, int run, Notices notices) {
    if (news(b, run).isPresent()) {
      String server = Words.MARK + "Server `" + b.name() + "` ";
      notices.post(
          "stdout",
          0,
          () -> news(b, run).map(s -> server + words(s)).orElse(""),
          () -> news(b, run).ifPresent(this::told));
    }
  }

  /// A line for a text about the end of this run, or nothing. It counts as told.
  String remark(Backend b, int number) {
    Optional<StdoutText> news = news(b, number);
    news.ifPresent(this::told);
    return news.map(s -> "\nIt " + words(s)).orElse("");
  }

  private Optional<StdoutText> news(Backend b, int number) {
    return told.size() >= MOST
        ? Optional.empty()
        : b.ring().strays(number).filter(s -> !told.contains(shape(s)));
  }

  private void told(StdoutText s) {
    told.add(shape(s));
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

  /// The letters of the text. Times and numbers differ from run to run, so they are left out.
  private static String shape(StdoutText s) {
    String first = s.first();
    return first.substring(0, Math.min(first.length(), LINE_LIMIT)).replaceAll("\\P{L}", "");
  }
}
