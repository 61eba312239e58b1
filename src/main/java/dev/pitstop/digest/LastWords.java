package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The lines that a text about a dead program quotes from its output. From a stack trace: the head
/// of the error, its causes and the frames of the user's own files, with counts of the lines left
/// out. From other output: the last lines, and the first lines that report an error if they are far
/// above.
///
/// @param lines at most [#LINES] of about 6,000 characters in all, oldest first
/// @param shortened whether lines were chosen, rather than taken from the end
/// @param head the head of the error around which the lines were chosen, if there is one
/// @param older whether they are from before the call that was lost, which they do not explain
public record LastWords(
    List<String> lines, boolean shortened, Optional<String> head, boolean older) {
  /// The last lines quoted from output without a stack trace.
  public static final int PLAIN_LINES = Choice.LAST;

  /// The most lines quoted from a stack trace.
  public static final int LINES = Choice.LINES;

  /// How many characters of a line are searched. Signatures may be long, and they end with a `)`.
  private static final int LOOKED_AT = 2_000;

  /// How many plain lines may be between two stacks that are shown together.
  private static final int BETWEEN = 2;

  /// The most characters of the line that says why the program ended.
  private static final int REASON_LIMIT = 200;

  /// What frameworks print when they start: a box whose top says no title or no error. A boxed
  /// traceback stays.
  private static final Pattern BANNER =
      Pattern.compile("(?m)^[ \t]*╭─(?!.*Traceback).*╮[ \t]*\n(?:[ \t]*│.*\n)*+[ \t]*╰─.*\n");

  /// The program wrote nothing.
  public static final LastWords NONE = new LastWords(List.of(), false);

  /// The lines that are not blank. A text shows these.
  public List<String> shown() {
    return lines.stream().filter(line -> !line.isBlank()).toList();
  }

  LastWords(List<String> lines, boolean shortened) {
    this(lines, shortened, Optional.empty(), false);
  }

  /// Chooses the important lines. Work and result are bounded by the number of lines.
  ///
  /// @param written plain lines, oldest first; the last thousand are enough
  /// @param directory the server's directory, which holds the user's own files
  public static LastWords of(List<String> written, Path directory) {
    List<String> lines = withoutBanners(written);
    if (lines.size() <= PLAIN_LINES) {
      return last(lines);
    }
    List<String> looked =
        lines.stream().map(line -> line.substring(0, Math.min(line.length(), LOOKED_AT))).toList();
    List<Part> parts = Reader.read(looked, new FrameOwners(directory));
    int to = parts.size();
    while (to > 0 && !explains(parts.get(to - 1))) {
      to--;
    }
    int from = beginning(parts, to);
    List<String> chosen = to == 0 ? List.of() : new Choice(parts, from, to).lines();
    if (!chosen.isEmpty()) {
      return new LastWords(chosen, true, reason(parts.subList(from, to)), false);
    }
    List<String> plain = Choice.plain(parts);
    return plain.isEmpty() ? last(lines) : new LastWords(plain, true);
  }

  /// The lines without banners; all of them if nothing else is there.
  private static List<String> withoutBanners(List<String> lines) {
    String kept = BANNER.matcher(String.join("\n", lines) + "\n").replaceAll("");
    return kept.isBlank() ? lines : kept.lines().toList();
  }

  /// The same lines, which are from before the call that was lost.
  public LastWords olderThanCall() {
    return new LastWords(lines, shortened, head, true);
  }

  /// The line that explains the end best: the head of the error, or a line that reports one.
  /// Searched on demand, because most programs end without an error.
  public Optional<String> reason() {
    return older
        ? Optional.empty()
        : head.or(() -> reason(Reader.read(lines, FrameOwners.OF_NO_DIRECTORY)))
            .map(line -> Words.cut(line, REASON_LIMIT));
  }

  private static boolean explains(Part part) {
    return switch (part.kind()) {
      case FRAME, OF_FRAME, HEAD, MORE, SOURCE, DETAIL -> true;
      case MARK, CARET, NOISE, BLANK, TEXT -> false;
    };
  }

  /// The index at which the stacks that end at `end` begin. Errors that follow each other belong
  /// together.
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
    List<String> end = Choice.last(lines, PLAIN_LINES);
    return new LastWords(end.stream().map(line -> Part.text(line).shown()).toList(), false);
  }

  /// The line that says most about why a program ended.
  private static Optional<String> reason(List<Part> parts) {
    List<Part> heads = parts.stream().filter(p -> p.is(Kind.HEAD) && !p.aside()).toList();
    if (!heads.isEmpty()) { // Python names what ended it last, others name it first
      boolean python = parts.stream().anyMatch(Part::isPython);
      return Optional.of(
          python
              ? head(parts, parts.lastIndexOf(heads.getLast()))
              : head(parts, parts.indexOf(heads.getFirst())));
    }
    Optional<Part> fatal = parts.stream().filter(p -> p.complains(Complaint.FATAL)).findFirst();
    return fatal
        .or(() -> parts.reversed().stream().filter(p -> p.complains(Complaint.ERROR)).findFirst())
        .map(p -> p.text().strip());
  }

  /// The head, with the line below if the head only announces that line.
  private static String head(List<Part> parts, int i) {
    String text = parts.get(i).text().strip();
    boolean more = text.endsWith(":") && i + 1 < parts.size() && parts.get(i + 1).is(Kind.MORE);
    return more ? text + " " + parts.get(i + 1).text().strip() : text;
  }
}
