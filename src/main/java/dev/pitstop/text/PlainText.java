package dev.pitstop.text;

import java.util.HexFormat;
import java.util.regex.Pattern;

/// Removes terminal codes from a line: colours, cursor movements, titles, overwritten characters.
/// Other control characters become visible (`\x07`, `\x9b`), so that a reader sees them and a
/// terminal does not obey them. Tabs stay.
public final class PlainText {
  private PlainText() {}

  /// The line as plain text. It comes without its line end.
  public static String of(String line) {
    if (isPlain(line)) {
      return line;
    }
    String text = Codes.ALL.matcher(line).replaceAll("");
    var plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\b') {
        plain.setLength(Math.max(0, plain.length() - 1));
      } else if (c == '\t' || !Character.isISOControl(c)) {
        plain.append(c);
      } else {
        plain.append("\\x").append(HexFormat.of().toHexDigits((byte) c));
      }
    }
    return plain.toString();
  }

  private static boolean isPlain(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) != '\t' && Character.isISOControl(line.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /// Terminal codes (ECMA-48): `ESC [` … final byte `@`–`~`; `ESC ]` … BEL or `ESC \`; otherwise
  /// `ESC`, intermediate bytes, one final byte. An unfinished one reaches to the end. In a class of
  /// its own, because most lines have none.
  private static final class Codes {
    static final Pattern ALL =
        Pattern.compile(
            "\u001b(?:\\[[^@-~]*+[@-~]?|[]P_^][^\u0007\u001b]*+(?:\u0007|\u001b.?)?|[ -/]*+.?)",
            Pattern.DOTALL);
  }
}
