package dev.pitstop.digest;

import dev.pitstop.digest.Capture.Line;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the place of an error: in its own line, as most tools write it, or in a line beside it.
/// Stateless.
final class ErrorPlace {
  /// File, line and column: `a.ts:3:5`, `a.ts(3,5)`, `A.java:[3,5]`.
  private static final Pattern EXACT = Pattern.compile("[^\\s:]:\\[?\\d+[:,]\\d+|\\(\\d+,\\d+");

  /// File and line: `A.java:3`.
  private static final Pattern LINE = Pattern.compile("\\.\\w+:\\d+:");

  /// A line of rustc or esbuild that tells nothing but the place.
  private static final Pattern ALONE =
      Pattern.compile("\\s*(--> |╭─\\[ ?)\\S.*|\\s+\\S+:\\d+:\\d+:?\\s*");

  /// How many lines of an error are searched.
  private static final int NEAR = 4;

  private ErrorPlace() {}

  /// A key for this error. Errors with the same words in different places of a file are two errors.
  /// An error that is reported twice is one error.
  ///
  /// @param block the error's line and the lines below it
  static String key(List<String> block) {
    String head = block.getFirst();
    if (EXACT.matcher(head).find()) {
      return head;
    }
    boolean line = LINE.matcher(head).find();
    StringBuilder key = new StringBuilder(head);
    for (String text : block.subList(1, Math.min(NEAR, block.size()))) {
      boolean alone = ALONE.matcher(text).matches();
      if (line || alone) {
        key.append('\n').append(text); // the line of the source, and the mark below it
      }
      if (alone || (line && text.strip().equals("^"))) {
        break;
      }
    }
    return key.toString();
  }

  /// The line beside an error that has its place.
  ///
  /// @param above the lines above it that belong to it, oldest first
  /// @param block the error's line and the lines below it
  static Optional<Line> of(List<Line> above, List<Line> block) {
    Optional<Line> ofPython =
        above.reversed().stream().filter(l -> l.text().strip().startsWith("File \"")).findFirst();
    if (ofPython.isPresent()) {
      return ofPython;
    }
    if (!above.isEmpty() && !Character.isWhitespace(above.getFirst().text().charAt(0))) {
      return Optional.of(above.getFirst()); // eslint names the file once, above
    }
    String head = block.getFirst().text();
    return EXACT.matcher(head).find() || LINE.matcher(head).find()
        ? Optional.empty()
        : block.subList(1, Math.min(NEAR, block.size())).stream()
            .filter(line -> ALONE.matcher(line.text()).matches())
            .findFirst();
  }
}
