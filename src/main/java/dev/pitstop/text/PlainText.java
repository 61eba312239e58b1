package dev.pitstop.text;

/// Removes terminal codes from a line: colours, cursor movements, titles, overwritten characters.
/// Other control characters become visible (`␇`, `␀`, `\x9b`), so that a reader sees them and a
/// terminal does not obey them. Tabs stay.
public final class PlainText {
  private PlainText() {}

  private static final char ESCAPE = 0x1b;
  private static final char BELL = 0x07;
  private static final char DELETE = 0x7f;

  /// The line as plain text. It comes without its line end.
  public static String of(String line) {
    if (isPlain(line)) {
      return line;
    }
    var plain = new StringBuilder(line.length());
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (c == ESCAPE) {
        i = afterEscape(line, i);
        continue;
      }
      if (c == '\b') {
        plain.setLength(Math.max(0, plain.length() - 1));
      } else if (c == '\t' || !Character.isISOControl(c)) {
        plain.append(c);
      } else {
        show(c, plain);
      }
      i++;
    }
    return plain.toString();
  }

  private static boolean isPlain(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != '\t' && Character.isISOControl(c)) {
        return false;
      }
    }
    return true;
  }

  /// Unicode has pictures of the control characters of ASCII, but none of those from 0x80 to 0x9f.
  private static void show(char control, StringBuilder to) {
    if (control < ' ') {
      to.append((char) ('\u2400' + control));
    } else if (control == DELETE) {
      to.append('\u2421');
    } else {
      to.append("\\x").append(Integer.toHexString(control));
    }
  }

  /// ECMA-48: `ESC [` … final byte `@`–`~`; `ESC ]` … BEL or `ESC \`; otherwise `ESC`, intermediate
  /// bytes, one final byte. An unfinished sequence reaches to the end.
  private static int afterEscape(String line, int escape) {
    int i = escape + 1;
    if (i >= line.length()) {
      return i;
    }
    char kind = line.charAt(i++);
    if (kind == '[') {
      while (i < line.length() && (line.charAt(i) < '@' || line.charAt(i) > '~')) {
        i++;
      }
      return Math.min(i + 1, line.length());
    }
    if (kind == ']' || kind == 'P' || kind == '_' || kind == '^') {
      while (i < line.length() && line.charAt(i) != BELL && line.charAt(i) != ESCAPE) {
        i++;
      }
      boolean terminator = i < line.length() && line.charAt(i) == ESCAPE;
      return Math.min(i + (terminator ? 2 : 1), line.length());
    }
    while (kind >= ' ' && kind <= '/' && i < line.length()) {
      kind = line.charAt(i++);
    }
    return i;
  }
}
