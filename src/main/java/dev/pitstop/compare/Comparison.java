package dev.pitstop.compare;

import dev.pitstop.journal.Status;
import dev.pitstop.rpc.Message;
import dev.pitstop.text.Words;
import java.util.List;

/// How an answer to a `tools/call` compares with an earlier one to the same call. Ids, Pitstop's
/// own notices and its `_meta` are no difference. Immutable.
///
/// @param differences the first ones, each with its place: `content[0].text line 3: "a" → "b"`. If
///   the call now fails, what the answer says
/// @param total how many differences there are, or so many at least
/// @param leftOut the places at which something differed that does not count
public record Comparison(
    Verdict verdict, List<String> differences, int total, List<String> leftOut) {
  /// Compares two answers.
  ///
  /// @param was the earlier one
  public static Comparison of(Message.Response was, Message.Response now, Noise noise) {
    boolean failed = Status.of(was) == Status.ERROR;
    boolean fails = Status.of(now) == Status.ERROR;
    if (failed != fails) {
      Verdict verdict = fails ? Verdict.NOW_FAILS : Verdict.NOW_WORKS;
      String said = Answers.says(fails ? now : was);
      return new Comparison(verdict, said.isEmpty() ? List.of() : List.of(said), 1, List.of());
    }
    Walk walk = new Walk(noise);
    Answers.walk(was, now, walk);
    Verdict verdict =
        fails ? Verdict.STILL_FAILS : walk.places.isEmpty() ? Verdict.SAME : Verdict.CHANGED;
    return new Comparison(verdict, walk.first, walk.places.size(), List.copyOf(walk.leftOut));
  }

  /// Whether nothing that counts differs. False if the call now fails or works.
  public boolean equal() {
    return total == 0;
  }

  /// The differences on one line: the first ones, and how many more.
  ///
  /// @param most how many are shown
  public String shown(int most) {
    int some = Math.min(most, differences.size());
    String text = String.join("; ", differences.subList(0, some));
    int more = total - some;
    return more == 0 || some == 0
        ? text
        : text + " and " + more + (total == Walk.MOST ? " or more" : " more");
  }

  /// The verdict, the first differences, and what was left out, as one sentence or two without a
  /// line end.
  public String text() {
    StringBuilder out = new StringBuilder(verdict.word());
    if (verdict == Verdict.STILL_FAILS) {
      out.append(equal() ? " with the same text" : " with another text");
    } else if (verdict == Verdict.NOW_WORKS) {
      out.append(differences.isEmpty() ? "" : "; it failed before");
    }
    String shown = shown(Walk.FIRST);
    out.append(shown.isEmpty() ? "" : ": " + shown);
    if (!leftOut.isEmpty()) {
      out.append(" (left out: ")
          .append(Words.some(leftOut, Walk.FIRST, leftOut.size()))
          .append(')');
    }
    return out.toString();
  }
}
