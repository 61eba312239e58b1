package dev.pitstop.session.words;

import dev.pitstop.rpc.Ledger;
import dev.pitstop.text.Words;

/// What an agent reads after another process of Pitstop has taken its session over
/// (docs/design/engine.md, "When the engine dies").
public final class TakeoverWords {
  private static final String NOW =
      " Another process of Pitstop has taken this session over and started its servers again. What"
          + " they kept in memory is lost; HTTP daemons go on.";

  private TakeoverWords() {}

  private static String why(Ledger.Before before) {
    return switch (before) {
      case NOBODY, DIED -> "Pitstop's engine ended unexpectedly";
      case MOVED -> "Pitstop was replaced by a newer build";
    };
  }

  /// The news, if no call was lost.
  public static String notice(Ledger.Before before) {
    return Words.MARK + why(before) + "." + NOW;
  }

  /// The answer to a request that was open.
  ///
  /// @param what it: "the call of `echo`"
  public static String lost(Ledger.Before before, String what) {
    return Words.MARK
        + why(before)
        + " before "
        + what
        + " was answered. It may have taken effect, so Pitstop did not repeat it."
        + NOW;
  }
}
