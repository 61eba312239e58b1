package dev.pitstop.digest;

import dev.pitstop.text.Complaint;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Chooses lines from an output without a stack trace. It takes the last lines, and the complaints
/// above them, which began the trouble. Lines that say that the program cannot go on come before
/// other complaints. For one use.
final class Plain {
  /// The last lines that are shown.
  static final int LINES = 12;

  /// How many indented lines below a complaint are shown. They belong to it.
  private static final int BELOW = 2;

  private final List<Part> parts;
  private final int tail;

  Plain(List<Part> parts) {
    this.parts = parts;
    this.tail = Math.max(0, parts.size() - LINES);
  }

  /// The chosen lines. Empty if the last lines say it all.
  List<String> lines() {
    List<Integer> fatal = of(Complaint.FATAL);
    List<Integer> found = fatal.isEmpty() ? of(Complaint.ERROR) : fatal;
    if (found.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    int next = piece(found.getFirst(), 0, lines);
    if (found.getLast() >= next) {
      next = piece(found.getLast(), next, lines);
    }
    int begin = begin(lines);
    gap(next, begin, lines);
    parts.subList(Math.max(begin, next), parts.size()).forEach(part -> lines.add(part.shown()));
    return lines;
  }

  /// The index of the first of the last lines that there is room for.
  private int begin(List<String> before) {
    int room = Choice.CHARS - 100; // for marks
    room -= before.stream().mapToInt(String::length).sum();
    int begin = parts.size();
    while (begin > tail && room >= parts.get(begin - 1).shown().length()) {
      begin--;
      room -= parts.get(begin).shown().length();
    }
    return begin;
  }

  private List<Integer> of(Complaint how) {
    return IntStream.range(0, tail).filter(i -> parts.get(i).complains(how)).boxed().toList();
  }

  private int piece(int i, int next, List<String> lines) {
    gap(next, i, lines);
    lines.add(parts.get(i).shown());
    int end = i + 1;
    while (end < tail && end - i <= BELOW && Texts.indent(parts.get(end).text()) > 0) {
      lines.add(parts.get(end).shown());
      end++;
    }
    return end;
  }

  /// Says how many lines are left out.
  private void gap(int from, int to, List<String> lines) {
    int missing = to - from;
    if (missing == 1) {
      lines.add(parts.get(from).shown()); // the line takes no more room than the count
    } else if (missing > 0) {
      lines.add("… " + Words.count(missing, "line"));
    }
  }
}
