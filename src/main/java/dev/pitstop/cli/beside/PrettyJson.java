package dev.pitstop.cli.beside;

/// JSON with a member or an element on each line. Pure.
final class PrettyJson {
  private static final String STEP = "  ";

  private PrettyJson() {}

  /// @param json valid JSON
  static String of(String json) {
    StringBuilder out = new StringBuilder(2 * json.length());
    int depth = 0;
    int i = 0;
    while (i < json.length()) {
      char c = json.charAt(i);
      switch (c) {
        case '"' -> {
          int end = afterString(json, i);
          out.append(json, i, end);
          i = end - 1;
        }
        case '{', '[' -> {
          int next = afterSpace(json, i + 1);
          if (json.charAt(next) == c + 2) { // in ASCII, its closing one
            out.append(c).append(json.charAt(next));
            i = next;
          } else {
            depth++;
            line(out.append(c), depth);
          }
        }
        case '}', ']' -> {
          depth--;
          line(out, depth);
          out.append(c);
        }
        case ',' -> line(out.append(c), depth);
        case ':' -> out.append(": ");
        case ' ', '\t', '\r', '\n' -> {}
        default -> out.append(c);
      }
      i++;
    }
    return out.toString();
  }

  private static void line(StringBuilder out, int depth) {
    out.append('\n').append(STEP.repeat(depth));
  }

  private static int afterString(String json, int quote) {
    int i = quote + 1;
    while (json.charAt(i) != '"') {
      i += json.charAt(i) == '\\' ? 2 : 1;
    }
    return i + 1;
  }

  private static int afterSpace(String json, int from) {
    int i = from;
    while (json.charAt(i) <= ' ') {
      i++;
    }
    return i;
  }
}
