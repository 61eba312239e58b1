package dev.pitstop.install;

/// The format of a client's file.
public enum Format {
  /// JSON that may have comments and trailing commas.
  JSON,
  TOML;

  /// A string with quotes and escapes.
  String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || (Character.isSurrogate(c) && lone(text, i))) {
        String hex = Integer.toHexString(c);
        out.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /// A key of letters and `_`, with quotes if the format needs them.
  String key(String name) {
    return this == JSON ? quote(name) : name;
  }

  private static boolean lone(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
        : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
  }
}
