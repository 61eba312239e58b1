package dev.pitstop.session.words;

import dev.pitstop.text.Words;

/// What an agent reads after Pitstop's engine has ended and another one has taken its session over
/// (docs/design/engine.md, "When the engine dies").
public final class TakeoverWords {
  private static final String NOW =
      "Another process of Pitstop has taken this session over, and has started the servers again:"
          + " what they kept in memory is lost.";

  /// The only news, if no call was lost.
  public static final String NOTICE = Words.MARK + "Pitstop's engine ended. " + NOW;

  private TakeoverWords() {}

  /// The answer to a request that was open.
  ///
  /// @param what it: "the call of `echo`"
  public static String lost(String what) {
    return Words.MARK
        + "Pitstop's engine ended before "
        + what
        + " was answered. The call may have taken effect, so Pitstop did not repeat it. "
        + NOW;
  }
}
