package dev.pitstop.digest;

import dev.pitstop.digest.FrameOwner.Rank;
import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
  private static final int DETAILS = 6;

  /// How many lines after the trace are shown, and how many before it.
  private static final int BEHIND = 6;

  private static final int BEFORE = 2;

  /// The most lines that are tried, because each try looks at all lines.
  private static final int MOST_TRIES = 200;

  /// If more lines than this follow a trace, the trace is old, and the lines are worth as much.
  private static final int LONG_AGO = 30;

  /// Parts that nobody misses, and parts that count as lines if they are left out.
  private static final Set<Kind> SILENT = EnumSet.of(Kind.BLANK, Kind.NOISE, Kind.CARET);

  private static final Set<Kind> SAYING =
      EnumSet.of(Kind.TEXT, Kind.HEAD, Kind.MORE, Kind.DETAIL, Kind.GAP);

  private final List<Part> parts;
  private final int from;
  private final int to;
  private final Rank own;
  private final BitSet chosen = new BitSet();
  private int tries = MOST_TRIES;

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
    Texts.last(heads, LAST_HEADS).forEach(this::take);
    of(Kind.GAP).forEach(this::take);
    List<Integer> behind = behind();
    Texts.last(behind, 3).forEach(this::take);
    List<List<Integer>> stacks = stacksOf(heads);
    stacks.forEach(s -> nearest(s, own, 1));
    of(Kind.SOURCE).forEach(this::take);
    message(2);
    elsewhere();
    stacks.forEach(s -> nearest(s, own, 3));
    of(Kind.MARK).forEach(this::take);
    details();
    behind.forEach(this::take);
    message(LINES);
    stacks.forEach(s -> nearest(s, own, OWN_FRAMES));
    before();
    stacks.forEach(this::others);
    return written();
  }

  private List<Integer> of(Kind kind) {
    List<Integer> found = new ArrayList<>();
    for (int i = from; i < to; i++) {
      if (parts.get(i).is(kind) && !parts.get(i).aside()) {
        found.add(i);
      }
    }
    return found;
  }

  /// The last lines that were written after the trace.
  private List<Integer> behind() {
    List<Integer> found = new ArrayList<>();
    for (int i = to; i < parts.size(); i++) {
      if (parts.get(i).is(Kind.TEXT)) {
        found.add(i);
      }
    }
    return Texts.last(found, found.size() > LONG_AGO ? Plain.LINES : BEHIND);
  }

  /// The frames of each stack whose head is shown, or that has no head. The frames next to the
  /// error come first.
  private List<List<Integer>> stacksOf(List<Integer> heads) {
    Set<Integer> left = new HashSet<>();
    for (int head : heads) {
      if (!chosen.get(head)) {
        left.add(parts.get(head).stack());
      }
    }
    List<List<Integer>> stacks = stacks();
    stacks.removeIf(s -> left.contains(parts.get(s.getFirst()).stack()));
    return stacks;
  }

  private List<List<Integer>> stacks() {
    List<List<Integer>> stacks = new ArrayList<>();
    int last = -1;
    for (int i : of(Kind.FRAME)) {
      if (parts.get(i).stack() != last) {
        last = parts.get(i).stack();
        stacks.add(new ArrayList<>());
      }
      stacks.getLast().add(i);
    }
    for (List<Integer> stack : stacks) {
      if (parts.get(stack.getFirst()).isPython()) { // a Python stack ends with the error
        Collections.reverse(stack);
      }
    }
    return stacks;
  }

  private void nearest(List<Integer> frames, Rank rank, int most) {
    Set<String> taken = new HashSet<>(); // an endless recursion repeats its frames
    for (int i : frames) {
      Part part = parts.get(i);
      if (taken.size() < most && isOwn(part, rank) && taken.add(part.text())) {
        frame(i);
      }
    }
  }

  private static boolean isOwn(Part part, Rank rank) {
    return part.isOf(Rank.OWN) || (rank == Rank.ELSEWHERE && part.isOf(Rank.ELSEWHERE));
  }

  /// Shows the first and the last of the lines outside the trace that say that the program cannot
  /// go on.
  private void elsewhere() {
    List<Integer> fatal = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      boolean inside = i >= from && i < to;
      if (!inside && !parts.get(i).aside() && parts.get(i).complains(Complaint.FATAL)) {
        fatal.add(i);
      }
    }
    if (!fatal.isEmpty()) {
      take(fatal.getFirst());
      take(fatal.getLast());
    }
  }

  /// Shows where a stack ends that has no frame of the user's.
  private void others(List<Integer> frames) {
    if (frames.stream().noneMatch(i -> isOwn(parts.get(i), own))) {
      frames.subList(0, Math.min(2, frames.size())).forEach(this::frame);
    }
  }

  private void frame(int i) {
    take(i);
    for (int p = i + 1; p < to; p++) {
      if (parts.get(p).is(Kind.OF_FRAME) || (parts.get(p).is(Kind.CARET) && ofSyntax(p))) {
        take(p);
      } else if (!parts.get(p).is(Kind.CARET)) {
        return;
      }
    }
  }

  /// Whether these are the marks below a syntax error, which say where in the line it is.
  private boolean ofSyntax(int i) {
    return i + 1 < to
        && parts.get(i + 1).is(Kind.HEAD)
        && parts.get(i + 1).text().contains("SyntaxError:");
  }

  private void message(int most) {
    int taken = 0;
    for (int i = from; i < to; i++) {
      Part part = parts.get(i);
      taken = part.is(Kind.HEAD) ? 0 : taken;
      if (part.is(Kind.MORE) && taken++ < most) {
        take(i);
      }
    }
  }

  private void details() {
    int taken = 0;
    for (int i = from; i < to; i++) {
      if (parts.get(i).is(Kind.DETAIL) && taken++ < DETAILS) {
        take(i);
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
    if (chosen.get(i) || tries == 0) {
      return;
    }
    tries--;
    chosen.set(i);
    List<String> lines = written();
    int chars = lines.size();
    for (String line : lines) {
      chars += line.length();
    }
    if (lines.size() > LINES || chars > CHARS) {
      chosen.clear(i);
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
    Set<String> labels = new LinkedHashSet<>();
    int frames = 0;
    int texts = 0;
    int threads = 0;
    int all = 0;
    String indent = "";
    String only = "";
    for (Part part : parts.subList(begin, end)) {
      boolean silent = SILENT.contains(part.kind());
      all += silent ? 0 : 1;
      only = silent ? only : part.shown();
      if (part.is(Kind.FRAME)) {
        indent =
            frames == 0 && threads == 0
                ? part.text().substring(0, Math.min(8, Texts.indent(part.text())))
                : indent;
        frames++;
        part.origin().ifPresent(o -> labels.add(o.label()));
      }
      boolean thread = part.aside() && part.is(Kind.MARK) && part.text().startsWith("goroutine ");
      threads += thread ? 1 : 0;
      texts += SAYING.contains(part.kind()) ? 1 : 0;
    }
    if (all == 1 && frames + texts == 1) {
      lines.add(only); // the line takes no more room than the count
      return;
    }
    List<String> told = new ArrayList<>();
    if (threads > 0) {
      told.add(Words.count(threads, "other goroutine"));
    }
    if (frames > 0) {
      told.add(Words.count(frames, "frame") + (threads > 0 ? "" : " of " + named(labels)));
    }
    if (texts > 0) {
      told.add(Words.count(texts, "line"));
    }
    if (!told.isEmpty()) {
      lines.add(indent + "… " + String.join(", ", told));
    }
  }

  private static String named(Set<String> labels) {
    List<String> all = List.copyOf(labels);
    return switch (all.size()) {
      case 1 -> all.getFirst();
      case 2 -> all.get(0) + " and " + all.get(1);
      default -> all.get(0) + ", " + all.get(1) + " and others";
    };
  }
}
