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
    int head = atLineEnd(text, HEAD);
    int tail = atLineStart(text, text.length() - (MOST - HEAD - NOTE));
    return text.substring(0, head)
        + "\n… "
        + (tail - head)
        + " characters are left out here …\n"
        + text.substring(tail);
  }

  /// The end of the last whole line before `at`; `at` itself if there is none near.
  private static int atLineEnd(String text, int at) {
    int end = text.lastIndexOf('\n', at);
    return end > at / 2 ? end : whole(text, at);
  }

  private static int atLineStart(String text, int at) {
    int start = text.indexOf('\n', at) + 1;
    return start > 0 && start < at + (text.length() - at) / 2 ? start : whole(text, at);
  }

  /// Not inside a surrogate pair.
  private static int whole(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }
}
