package dev.pitstop.trace;

import dev.pitstop.text.Words;
import dev.pitstop.trace.Part.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a text about a dead program quotes of what it wrote (U4): of a stack trace the error's
/// head, its causes, and the frames of the user's own files, with the count of what is left out; of
/// anything else the last lines, and the first that complain, if these stand far above.
///
/// @param lines at most [#LINES] of about [#CHARS] characters in all, oldest first
/// @param shortened whether they are a choice, and not just the last lines
/// @param head of the error, where they were chosen around one: of them alone it cannot be told
public record LastWords(List<String> lines, boolean shortened, Optional<String> head) {
  /// Last lines of an output without a stack trace.
  public static final int PLAIN_LINES = 12;

  /// Lines of a stack trace.
  public static final int LINES = 30;

  /// Characters in all.
  public static final int CHARS = 6_000;

  /// Characters of a line that are shown.
  static final int LINE_LIMIT = 400;

  /// Characters of a line that are looked at: signatures may be long, and they end with a `)`.
  private static final int LOOKED_AT = 2_000;

  /// Plain lines between two stacks that are told of together.
  private static final int BETWEEN = 2;

  /// Characters of the line that says why it ended.
  private static final int REASON_LIMIT = 200;

  /// Nothing was written.
  public static final LastWords NONE = new LastWords(List.of(), false);

  public LastWords {
    lines = List.copyOf(lines);
  }

  LastWords(List<String> lines, boolean shortened) {
    this(lines, shortened, Optional.empty());
  }

  /// Takes what is important out of these lines. Work and result are bounded by their number.
  ///
  /// @param lines plain lines, oldest first: the last thousand are enough
  /// @param directory the server's, where its user's own files are
  public static LastWords of(List<String> lines, Path directory) {
    if (lines.size() <= PLAIN_LINES) {
      return last(lines);
    }
    List<String> looked = new ArrayList<>(lines.size());
    for (String line : lines) {
      looked.add(line.length() > LOOKED_AT ? line.substring(0, LOOKED_AT) : line);
    }
    List<Part> parts = Reader.read(looked, new Origins(directory));
    int to = parts.size();
    while (to > 0 && !explains(parts.get(to - 1))) {
      to--;
    }
    int from = beginning(parts, to);
    List<String> chosen = to == 0 ? List.of() : new Choice(parts, from, to).lines();
    if (!chosen.isEmpty()) {
      return new LastWords(chosen, true, Reason.in(parts.subList(from, to)));
    }
    List<String> plain = new Plain(parts).lines();
    return plain.isEmpty() ? last(lines) : new LastWords(plain, true);
  }

  /// The one line that says most of why it ended: the head of the error, or what complains. Looked
  /// for when it is asked for, as most programs end without an error.
  public Optional<String> reason() {
    return head.or(() -> Reason.in(Reader.read(lines, new Origins(Path.of("")))))
        .map(line -> Words.cut(line, REASON_LIMIT));
  }

  private static boolean explains(Part part) {
    return switch (part.kind()) {
      case FRAME, OF_FRAME, HEAD, MORE, SOURCE, DETAIL -> true;
      case MARK, CARET, GAP, NOISE, BLANK, TEXT -> false;
    };
  }

  /// Where what ends here begins: errors that follow each other belong together.
  private static int beginning(List<Part> parts, int end) {
    int from = end;
    int plain = 0;
    for (int i = end - 1; i >= 0 && plain <= BETWEEN; i--) {
      plain = parts.get(i).is(Kind.TEXT) ? plain + 1 : plain;
      if (parts.get(i).stack() > 0) {
        from = i;
        plain = 0;
      }
    }
    return from;
  }

  private static LastWords last(List<String> lines) {
    List<String> end = new ArrayList<>();
    int chars = 0;
    for (String line : lines.subList(Math.max(0, lines.size() - PLAIN_LINES), lines.size())) {
      end.add(cut(line));
    }
    for (int i = end.size() - 1; i >= 0; i--) {
      chars += end.get(i).length();
      if (chars > CHARS) {
        return new LastWords(end.subList(i + 1, end.size()), false);
      }
    }
    return new LastWords(end, false);
  }

  static String cut(String line) {
    return Words.cut(line, LINE_LIMIT);
  }
}
