package dev.pitstop.session.texts;

import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.List;

/// The longer notices about changed files.
public final class WatchText {
  private static final int MOST_NAMED = 3;

  private WatchText() {}

  /// Changed files, a few of them by name.
  public static String files(List<String> sample, int count) {
    return Words.some(sample, MOST_NAMED, count);
  }

  /// Every start was stopped by another change; without Pitstop's mark.
  ///
  /// @param times how often in a row
  public static String again(String files, int times) {
    return Words.fill(
        "{} changed while the server was starting, {} times in a row. Each change restarts the"
            + " server; if the server writes the file itself, a glob that begins with `!` excludes"
            + " it",
        files,
        times);
  }

  /// The server seems to write these files itself; without Pitstop's mark.
  public static String ownWrites(String files) {
    return Words.fill(
        "{} changed right after each of the last starts, so the server seems to write there itself."
            + " Such changes no longer restart it. A glob that begins with `!` excludes them for"
            + " good",
        files);
  }

  /// A run is started because files changed, and is not ready yet.
  public static String slow(RunKind kind, int run, long millis) {
    return Words.MARK
        + Words.fill(
            "Files changed, and {} #{} has been starting for {}. Until it is ready, the old server"
                + " answers, without the change.",
            kind.word(),
            run,
            Words.duration(millis));
  }
}
