package dev.pitstop.session.texts;

import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.List;

/// The texts of `remove_server`: what happened to the server, and to its entry in the configuration
/// file.
public final class RemoveText {
  private RemoveText() {}

  /// @param left its processes that survived SIGKILL
  public static String removed(String name, RunKind kind, List<Long> left) {
    String removed = Words.MARK + "Removed server `" + name;
    if (!left.isEmpty()) {
      return removed + "`. But " + RunWords.survived(left);
    }
    return removed
        + (kind.isDaemons() ? "`; its daemon was not touched." : "`; it no longer runs.");
  }

  public static String notRunning(String name) {
    return Words.MARK + "Server `" + name + "` is not running.";
  }

  public static String notThere(String name) {
    return Words.MARK + "There is no server `" + name + "` in this session.";
  }

  // About its entry: a sentence each.

  public static String saved(String file, OwnToolNames tools) {
    return Words.fill(" It is still saved in {}, so the next session starts it", file)
        + tools.call("remove_server", "; {} with `save: true` removes it.", ".");
  }

  public static String savedOther(String name, String file) {
    return " The entry `" + name + "` in " + file + " belongs to another server and stays there.";
  }

  public static String forgotten(String file) {
    return " Its entry was removed from " + file + ".";
  }

  public static String notForgotten(String why) {
    return " Its entry could not be removed from the configuration file: " + why + ".";
  }
}
