package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;

/// Chooses of an output without a stack trace: the last lines, and what complains above them, which
/// is what began it. Lines that say that the program cannot go on count before others. For one use.
final class Plain {
  /// Indented lines that are shown below a complaint: they belong to it.
  private static final int BELOW = 2;

  private final List<Part> parts;
  private final int tail;

  Plain(List<Part> parts) {
    this.parts = parts;
    this.tail = Math.max(0, parts.size() - LastWords.PLAIN_LINES);
  }

  static boolean complains(Part part, Complaint how) {
    return (part.is(Kind.TEXT) || part.is(Kind.HEAD)) && Complaint.of(part.text()) == how;
  }

  /// Empty if the last lines say it all.
  List<String> lines() {
    List<Integer> fatal = of(Complaint.FATAL);
    List<Integer> found = fatal.isEmpty() ? of(Complaint.ERROR) : fatal;
    if (found.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    int next = 0;
    next = piece(found.getFirst(), next, lines);
    if (found.getLast() >= next) {
      next = piece(found.getLast(), next, lines);
    }
    int begin = begin(lines);
    gap(next, begin, lines);
    for (Part part : parts.subList(Math.max(begin, next), parts.size())) {
      lines.add(LastWords.cut(part.text()));
    }
    return lines;
  }

  /// Where the last lines begin, for which there is room.
  private int begin(List<String> before) {
    int room = LastWords.CHARS - 100; // for marks
    for (String line : before) {
      room -= line.length();
    }
    int begin = parts.size();
    while (begin > tail && room >= LastWords.cut(parts.get(begin - 1).text()).length()) {
      begin--;
      room -= LastWords.cut(parts.get(begin).text()).length();
    }
    return begin;
  }

  private List<Integer> of(Complaint how) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < tail; i++) {
      if (complains(parts.get(i), how)) {
        found.add(i);
      }
    }
    return found;
  }

  private int piece(int i, int next, List<String> lines) {
    gap(next, i, lines);
    lines.add(LastWords.cut(parts.get(i).text()));
    int end = i + 1;
    while (end < tail && end - i <= BELOW && Texts.indent(parts.get(end).text()) > 0) {
      lines.add(LastWords.cut(parts.get(end).text()));
      end++;
    }
    return end;
  }

  /// Says how many lines are left out; one of them may say that of others.
  private void gap(int from, int to, List<String> lines) {
    int missing = 0;
    for (int i = from; i < to; i++) {
      missing += parts.get(i).is(Kind.GAP) ? Texts.firstNumber(parts.get(i).text()) : 1;
    }
    if (to - from == 1 && missing == 1) {
      lines.add(LastWords.cut(parts.get(from).text())); // it takes no more room
    } else if (missing > 0) {
      lines.add("… " + Words.count(missing, "line"));
    }
  }
}
