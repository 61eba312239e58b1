package dev.pitstop.session.texts;

/// Limits the text of a failure so that its reader gets all of it: Claude Code cuts errors of more
/// than 10,000 characters in the middle and does not say so.
public final class FailureText {
  /// Characters.
  static final int MOST = 9_000;

  private static final int HEAD = 5_500; // the beginning says what happened
  private static final int NOTE = 60;

  private FailureText() {}

  /// The text, or its beginning and end with a line between them that counts what is left out.
  public static String fit(String text) {
    if (text.length() <= MOST) {
      return text;
    }
    int last = text.lastIndexOf('\n', HEAD);
    int head = last > HEAD / 2 ? last : HEAD;
    int least = text.length() - (MOST - HEAD - NOTE);
    int next = text.indexOf('\n', least) + 1;
    int tail = next > 0 && next < (least + text.length()) / 2 ? next : least;
    return text.substring(0, head)
        + "\n… "
        + (tail - head)
        + " characters are left out here …\n"
        + text.substring(tail);
  }
}
