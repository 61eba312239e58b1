package dev.pitstop.doctor;

import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Words on stdout that are no messages.
final class StdoutCheck {
  private static final String AREA = "stdout";
  private static final int LONGEST = 120;

  private StdoutCheck() {}

  /// @param stray the first of them
  /// @param count of all
  /// @param origin where in the program's files a line comes from: `src/index.ts:12`
  static Finding of(
      List<Conversation.Stray> stray,
      int count,
      Language language,
      Function<String, Optional<String>> origin) {
    if (count == 0) {
      return Finding.ok(AREA, "nothing but messages");
    }
    List<String> details =
        stray.stream().map(l -> "line " + l.number() + ": " + quoted(l.text())).toList();
    Optional<String> place =
        stray.stream().map(l -> origin.apply(l.text())).flatMap(Optional::stream).findFirst();
    String text =
        Words.count(count, "line")
            + (count == 1 ? " that is no message" : " that are no messages")
            + ": stdout belongs to the protocol, and Cline ends a server for one";
    String remedy =
        StdoutWriters.known(stray.stream().map(Conversation.Stray::text).toList())
            .orElse(
                place.map(p -> "At " + p + ": w").orElse("W")
                    + "rite it to stderr: "
                    + language.toStderr());
    return Finding.fail(AREA, text, remedy).with(details);
  }

  private static String quoted(String line) {
    return "\"" + (line.length() > LONGEST ? line.substring(0, LONGEST - 1) + "…" : line) + "\"";
  }
}
