package dev.pitstop.session.texts;

import dev.pitstop.text.Words;

/// What a caller is told when Pitstop itself fails: a bug, or a lack of memory or threads. With
/// Pitstop's mark.
public final class OwnFailures {
  public static final String NO_MEMORY_TO_PASS_ON =
      Words.MARK + "The server answered, but Pitstop has no memory to pass the answer on.";
  public static final String NO_MEMORY_FOR_LIST =
      Words.MARK + "Pitstop has no memory for the server's list.";
  public static final String NO_MEMORY_FOR_LISTS =
      Words.MARK + "Pitstop has no memory for these lists.";

  private OwnFailures() {}

  public static String noMemory(long bytes) {
    return Words.MARK + "Pitstop has no memory for this message of " + bytes + " bytes now.";
  }

  public static String internal(Throwable why) {
    return Words.MARK + "internal error: " + why;
  }

  public static String cannotRun(String tool, Throwable why) {
    return Words.MARK + "`" + tool + "` cannot run now: " + why;
  }

  public static String failed(String tool, Throwable why) {
    return Words.MARK + "`" + tool + "` failed with an internal error: " + why;
  }
}
