package dev.pitstop.session;

/// Keeps the text of a failure so short that its reader gets all of it: Claude Code cuts errors of
/// more than 10,000 characters in the middle and does not say what was there.
final class FailureText {
  /// Characters.
  static final int MOST = 9_000;

  private static final int HEAD = 5_500; // what happened stands at the beginning
  private static final int NOTE = 60;

  private FailureText() {}

  /// The text, or its beginning and its end with a line between them that counts what is left out.
  static String fit(String text) {
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

  /// Where the last whole line before `at` ends; `at` itself if there is none near.
  private static int atLineEnd(String text, int at) {
    int end = text.lastIndexOf('\n', at);
    return end > at / 2 ? end : whole(text, at);
  }

  private static int atLineStart(String text, int at) {
    int start = text.indexOf('\n', at) + 1;
    return start > 0 && start < at + (text.length() - at) / 2 ? start : whole(text, at);
  }

  /// Not between the halves of a character.
  private static int whole(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }
}
