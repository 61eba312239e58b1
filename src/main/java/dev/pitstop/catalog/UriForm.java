package dev.pitstop.catalog;

import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;

/// One spelling for URIs that differ in percent-encoding only (RFC 3986, 6.2.2.1 and 6.2.2.2).
final class UriForm {
  private static final String RESERVED = ":/?#[]@!$&'()*+,;=";
  private static final String HEX = "0123456789ABCDEF";

  private UriForm() {}

  /// Characters that need no encoding are plain, all others are encoded, in capitals. Reserved
  /// characters stay unchanged, as their encoding makes a difference.
  static String normal(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int b = bytes[i] & 0xFF;
      boolean encoded =
          b == '%' && i + 2 < bytes.length && hex(bytes[i + 1]) >= 0 && hex(bytes[i + 2]) >= 0;
      if (encoded) {
        b = 16 * hex(bytes[i + 1]) + hex(bytes[i + 2]);
        i += 2;
      }
      if (unreserved(b) || (!encoded && RESERVED.indexOf(b) >= 0)) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX.charAt(b >> 4)).append(HEX.charAt(b & 15));
      }
    }
    return out.toString();
  }

  private static int hex(byte b) {
    return Character.digit(b, 16);
  }

  private static boolean unreserved(int c) {
    return Words.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0;
  }
}
