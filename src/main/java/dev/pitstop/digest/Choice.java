package dev.pitstop.digest;

import dev.pitstop.digest.FrameOwner.Rank;
import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Chooses the lines that explain. It takes the most important ones first, because there may not be
/// room for all. It writes them in their order, and says between them what was left out. For one
/// use.
final class Choice {
  /// The most lines that are shown, and characters in all.
  static final int LINES = 30;

  static final int CHARS = 6_000;

  /// How many heads are shown from the beginning and from the end of a long row of causes.
  private static final int FIRST_HEADS = 3;

  private static final int LAST_HEADS = 7;
  private static final int OWN_FRAMES = 8;

  /// How many lines after the trace are shown, and how many before it.
  private static final int BEHIND = 6;

  private static final int BEFORE = 2;

  /// The last lines that are shown of an output without a trace.
  static final int LAST = 12;

  /// How many indented lines below a complaint are shown. They belong to it.
  private static final int BELOW = 2;

  /// Parts that nobody misses, and parts that count as lines if they are left out.
  private static final Set<Kind> SILENT = EnumSet.of(Kind.BLANK, Kind.NOISE, Kind.CARET);

  private static final Set<Kind> SAYING = EnumSet.of(Kind.TEXT, Kind.HEAD, Kind.MORE, Kind.DETAIL);

  private final List<Part> parts;
  private final int from;
  private final int to;
  private final Rank own;
  private final BitSet chosen = new BitSet();

  /// @param from where the trace begins
  /// @param to after the trace's end; the program wrote everything from there on later
  Choice(List<Part> parts, int from, int to) {
    this.parts = parts;
    this.from = from;
    this.to = to;
    boolean any = parts.subList(from, to).stream().anyMatch(p -> p.isOf(Rank.OWN) && !p.aside());
    own = any ? Rank.OWN : Rank.ELSEWHERE;
  }

  List<String> lines() {
    List<Integer> heads = of(Kind.HEAD);
    heads.subList(0, Math.min(FIRST_HEADS, heads.size())).forEach(this::take);
    last(heads, LAST_HEADS).forEach(this::take);
    List<Integer> behind = behind();
    last(behind, 3).forEach(this::take);
    List<List<Integer>> stacks = stacksOf(heads);
    stacks.forEach(s -> nearest(s, 1));
    of(Kind.SOURCE).forEach(this::take);
    elsewhere();
    of(Kind.MARK).forEach(this::take);
    where(from, to, p -> p.is(Kind.DETAIL)).forEach(this::take);
    behind.forEach(this::take);
    of(Kind.MORE).forEach(this::take);
    stacks.forEach(s -> nearest(s, OWN_FRAMES));
    before();
    stacks.forEach(this::others);
    return written();
  }

  /// The lines of an output without a trace: the last ones, and the complaints above them, which
  /// began the trouble. Lines that say that the program cannot go on come before other complaints.
  /// Empty if the last lines say it all.
  static List<String> plain(List<Part> parts) {
    Choice choice = new Choice(parts, 0, 0);
    int tail = Math.max(0, parts.size() - LAST);
    List<Integer> fatal = choice.where(0, tail, p -> p.complains(Complaint.FATAL));
    List<Integer> found =
        fatal.isEmpty() ? choice.where(0, tail, p -> p.complains(Complaint.ERROR)) : fatal;
    if (found.isEmpty()) {
      return List.of();
    }
    choice.complaint(found.getFirst());
    choice.complaint(found.getLast());
    choice.where(tail, parts.size(), p -> true).reversed().forEach(choice::take);
    List<String> lines = new ArrayList<>();
    choice.gap(0, choice.chosen.nextSetBit(0), lines);
    lines.addAll(choice.written());
    return lines;
  }

  private void complaint(int at) {
    take(at);
    int end = Math.min(parts.size(), at + 1 + BELOW);
    for (int i = at + 1; i < end && Part.indent(parts.get(i).text()) > 0; i++) {
      take(i);
    }
  }

  private List<Integer> of(Kind kind) {
    return where(from, to, p -> p.is(kind) && !p.aside());
  }

  private List<Integer> where(int begin, int end, Predicate<Part> fits) {
    return IntStream.range(begin, end).filter(i -> fits.test(parts.get(i))).boxed().toList();
  }

  /// The last elements, at most this many.
  static <T> List<T> last(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  /// The last lines that were written after the trace.
  private List<Integer> behind() {
    return last(where(to, parts.size(), p -> p.is(Kind.TEXT)), BEHIND);
  }

  /// The frames of each stack whose head is shown, or that has no head. The frames next to the
  /// error come first.
  private List<List<Integer>> stacksOf(List<Integer> heads) {
    Set<Integer> left =
        heads.stream()
            .filter(head -> !chosen.get(head))
            .map(head -> parts.get(head).stack())
            .collect(Collectors.toSet());
    Map<Integer, List<Integer>> stacks =
        of(Kind.FRAME).stream()
            .filter(i -> !left.contains(parts.get(i).stack()))
            .collect(
                Collectors.groupingBy(
                    i -> parts.get(i).stack(), LinkedHashMap::new, Collectors.toList()));
    return stacks.values().stream()
        .map(s -> parts.get(s.getFirst()).isPython() ? s.reversed() : s) // it ends with the error
        .toList();
  }

  private void nearest(List<Integer> frames, int most) {
    Set<String> taken = new HashSet<>(); // an endless recursion repeats its frames
    for (int i : frames) {
      Part part = parts.get(i);
      if (taken.size() < most && isOwn(part) && taken.add(part.text())) {
        frame(i);
      }
    }
  }

  private boolean isOwn(Part part) {
    return part.isOf(Rank.OWN) || part.isOf(own);
  }

  /// Shows the first and the last of the lines outside the trace that say that the program cannot
  /// go on.
  private void elsewhere() {
    Predicate<Part> says = p -> !p.aside() && p.complains(Complaint.FATAL);
    List<Integer> fatal = new ArrayList<>(where(0, from, says));
    fatal.addAll(where(to, parts.size(), says));
    if (!fatal.isEmpty()) {
      take(fatal.getFirst());
      take(fatal.getLast());
    }
  }

  /// Shows where a stack ends that has no frame of the user's.
  private void others(List<Integer> frames) {
    if (frames.stream().noneMatch(i -> isOwn(parts.get(i)))) {
      frames.subList(0, Math.min(2, frames.size())).forEach(this::frame);
    }
  }

  private void frame(int i) {
    take(i);
    for (int p = i + 1; p < to && !parts.get(p).is(Kind.FRAME); p++) {
      if (parts.get(p).is(Kind.OF_FRAME)) {
        take(p);
      }
    }
  }

  private void before() {
    for (int i = from - 1; i >= Math.max(0, from - BEFORE) && parts.get(i).is(Kind.TEXT); i--) {
      take(i);
    }
  }

  /// Shows one more line, if there is room.
  private void take(int i) {
    if (!chosen.get(i)) {
      chosen.set(i);
      List<String> lines = written();
      int chars = lines.stream().mapToInt(line -> line.length() + 1).sum();
      chosen.set(i, lines.size() <= LINES && chars <= CHARS);
    }
  }

  private List<String> written() {
    List<String> lines = new ArrayList<>();
    for (int i = chosen.nextSetBit(0); i >= 0; i = chosen.nextSetBit(i + 1)) {
      lines.add(parts.get(i).shown());
      int next = chosen.nextSetBit(i + 1);
      gap(i + 1, next < 0 ? parts.size() : next, lines);
    }
    return lines;
  }

  /// Says what was left out, if those lines said something.
  private void gap(int begin, int end, List<String> lines) {
    List<Part> left =
        parts.subList(begin, end).stream().filter(p -> !SILENT.contains(p.kind())).toList();
    List<Part> frames = left.stream().filter(p -> p.is(Kind.FRAME)).toList();
    long texts = left.stream().filter(p -> SAYING.contains(p.kind())).count();
    long threads = left.stream().filter(Part::isOtherGoroutine).count();
    if (left.size() == 1 && frames.size() + texts == 1) {
      lines.add(left.getFirst().shown()); // the line takes no more room than the count
      return;
    }
    boolean ofOne = threads == 0 && !frames.isEmpty();
    String first = ofOne ? frames.getFirst().text() : "";
    String indent = first.substring(0, Math.min(8, Part.indent(first)));
    String owners = ofOne ? " of " + named(frames) : "";
    String told =
        Stream.of(
                threads == 0 ? "" : Words.count(threads, "other goroutine"),
                frames.isEmpty() ? "" : Words.count(frames.size(), "frame") + owners,
                texts == 0 ? "" : Words.count(texts, "line"))
            .filter(what -> !what.isEmpty())
            .collect(Collectors.joining(", "));
    if (!told.isEmpty()) {
      lines.add(indent + "… " + told);
    }
  }

  private static String named(List<Part> frames) {
    List<String> all =
        frames.stream()
            .flatMap(f -> f.origin().stream())
            .map(FrameOwner::label)
            .distinct()
            .toList();
    return Words.listed(all.size() > 2 ? List.of(all.get(0), all.get(1), "others") : all, "and");
  }
}
