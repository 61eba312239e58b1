package dev.pitstop.session.told;

import dev.pitstop.backend.Backend;
import dev.pitstop.process.StderrRing.Strays;
import dev.pitstop.text.Words;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Text that a server writes to its stdout, where only messages may be (F2, L7). Pitstop keeps it
/// from the client, so nobody would notice before the server runs without Pitstop. Reported once,
/// with the next notice or crash text; again only when a later run begins with other words, and at
/// most [#MOST] times. Called in turns of the monitor.
final class StdoutWords {
  static final String TAG = "stdout";

  private static final int MOST = 3;
  private static final int LINE_LIMIT = 120;

  private final Set<String> told = new HashSet<>(); // first lines, without the parts that vary
  private int run;

  /// A run has written such text.
  ///
  /// @return whether that is news
  boolean heard(Backend b, int number) {
    run = number;
    return news(b, number).isPresent();
  }

  /// The notice, made when it is sent: there may be more lines by then.
  Notices.News news(Backend b) {
    return new Notices.News() {
      @Override
      public String text() {
        return news(b, run)
            .map(s -> Words.MARK + "Server `" + b.name() + "` " + words(s))
            .orElse("");
      }

      @Override
      public void told() {
        news(b, run).ifPresent(StdoutWords.this::told);
      }
    };
  }

  /// For a text about the end of this run: a line, or nothing; it counts as told.
  String remark(Backend b, int number) {
    Optional<Strays> news = news(b, number);
    news.ifPresent(this::told);
    return news.map(s -> "\nIt " + words(s)).orElse("");
  }

  private Optional<Strays> news(Backend b, int number) {
    return told.size() >= MOST
        ? Optional.empty()
        : b.ring().strays(number).filter(s -> !told.contains(shape(s)));
  }

  private void told(Strays s) {
    told.add(shape(s));
  }

  private static String words(Strays s) {
    String first = "`" + Words.cut(s.first().strip(), LINE_LIMIT) + "`";
    return (s.count() == 1
            ? "wrote a line to stdout that is not an MCP message: " + first
            : "wrote "
                + s.count()
                + " lines to stdout that are not MCP messages, the first: "
                + first)
        + ". Pitstop keeps such lines from the client, which may disconnect over them. They belong on"
        + " stderr.";
  }

  /// Letters only: times and numbers differ from run to run.
  private static String shape(Strays s) {
    StringBuilder letters = new StringBuilder();
    String first = s.first();
    for (int i = 0; i < Math.min(first.length(), LINE_LIMIT); i++) {
      if (Character.isLetter(first.charAt(i))) {
        letters.append(first.charAt(i));
      }
    }
    return letters.toString();
  }
}
