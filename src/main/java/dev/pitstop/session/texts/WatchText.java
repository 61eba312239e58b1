package dev.pitstop.session.texts;

import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.List;

/// The notices about changed files and entries: what was reloaded because of them, and what was
/// not. With Pitstop's mark.
public final class WatchText {
  /// Why a server was restarted: the end of a sentence.
  public static final String ENTRY = "its entry in the configuration file";

  private static final int MOST_NAMED = 3;

  private WatchText() {}

  /// Changed files, a few of them by name.
  public static String files(List<String> sample, int count) {
    return Words.some(sample, MOST_NAMED, count);
  }

  public static String problem(String text) {
    return Words.MARK + "Watching: " + text;
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

  /// A reload failed.
  ///
  /// @param reload the text about it
  public static String filesChanged(String files, String reload) {
    return Words.MARK + "Files changed (" + files + ").\n" + reload;
  }

  /// The same after a change of the server's entry; without Pitstop's mark.
  public static String entryChanged(String server, String reload) {
    return Words.fill("the entry of server `{}` changed. ", server) + reload;
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

  /// The program was older than its sources.
  ///
  /// @param older than what
  public static String rebuilt(String older) {
    return Words.MARK + "Rebuilt at the start of the session: " + older + ".";
  }

  /// The same, but the reload failed.
  public static String notRebuilt(String older, String reload) {
    return Words.MARK + "Rebuilt at the start of the session, because " + older + ".\n" + reload;
  }
}
