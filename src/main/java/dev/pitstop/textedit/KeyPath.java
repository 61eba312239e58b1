package dev.pitstop.textedit;

import dev.pitstop.text.Words;
import java.util.regex.Pattern;

/// The keys that lead to a value: `mcpServers.weather.args[2]`. Keys that are not plain words are
/// in brackets: `mcpServers["my.server"]`.
///
/// @param text the whole path; empty for the file itself
/// @param leaf the last key, with the indexes after it
public record KeyPath(String text, String leaf) {
  public static final KeyPath ROOT = new KeyPath("", "");

  private static final int LONGEST_NAME = 64;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_$-]+");

  public KeyPath in(String key) {
    if (!plain(key)) {
      String shown = name(key);
      return new KeyPath(text + "[\"" + shown + "\"]", shown);
    }
    return new KeyPath(text.isEmpty() ? key : text + "." + key, key);
  }

  public KeyPath at(int index) {
    return new KeyPath(text + "[" + index + "]", leaf + "[" + index + "]");
  }

  /// A key for a line of a log. It has no control characters, and its length is limited.
  public static String name(String key) {
    return Words.cutClose(clean(key), LONGEST_NAME);
  }

  /// The text in one printable line: other characters become `?`.
  public static String clean(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cs}\\u2028\\u2029]", "?");
  }

  private static boolean plain(String key) {
    return key.length() <= LONGEST_NAME && PLAIN.matcher(key).matches();
  }
}
