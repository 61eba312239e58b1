package dev.pitstop.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Encodes any text for `Mcp-Name` and `Mcp-Param-…` (2026-07-28, Streamable HTTP, "Value
/// Encoding"): plain ASCII is unchanged, everything else becomes `=?base64?…?=`. An empty value is
/// encoded too, as the SDKs do, because some intermediaries drop empty headers. So is a value with
/// a tab, which is a control character.
public final class HeaderText {
  private static final String BEFORE = "=?base64?";
  private static final String AFTER = "?=";

  private HeaderText() {}

  public static String encode(String value) {
    if (isPlain(value)) {
      return value;
    }
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return BEFORE + Base64.getEncoder().encodeToString(utf8) + AFTER;
  }

  private static boolean isPlain(String value) {
    return !value.isEmpty()
        && !value.startsWith(" ")
        && !value.endsWith(" ")
        && !(value.startsWith(BEFORE) && value.endsWith(AFTER))
        && value.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
