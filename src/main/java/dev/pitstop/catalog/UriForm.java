package dev.pitstop.catalog;

import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Gives one spelling to URIs that differ in percent-encoding only (RFC 3986, 6.2.2.1 and 6.2.2.2).
final class UriForm {
  private static final String RESERVED = ":/?#[]@!$&'()*+,;=";

  private UriForm() {}

  /// Decodes the characters that need no encoding, and encodes all others in capitals. Reserved
  /// characters stay unchanged, because their encoding makes a difference.
  static String normal(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int b = bytes[i] & 0xFF;
      boolean encoded =
          b == '%'
              && i + 2 < bytes.length
              && HexFormat.isHexDigit(bytes[i + 1])
              && HexFormat.isHexDigit(bytes[i + 2]);
      if (encoded) {
        b = 16 * HexFormat.fromHexDigit(bytes[i + 1]) + HexFormat.fromHexDigit(bytes[i + 2]);
        i += 2;
      }
      if (unreserved(b) || (!encoded && RESERVED.indexOf(b) >= 0)) {
        out.append((char) b);
      } else {
        HexFormat.of().withUpperCase().toHexDigits(out.append('%'), (byte) b);
      }
    }
    return out.toString();
  }

  private static boolean unreserved(int c) {
    return Words.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0;
  }
}
