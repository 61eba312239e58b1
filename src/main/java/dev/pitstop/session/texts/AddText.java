package dev.pitstop.session.texts;

import dev.pitstop.text.Words;

/// The texts of `add_server`, with Pitstop's mark. The last ones are lines beside the text of a
/// server that was added.
public final class AddText {
  public static final String SHUTTING_DOWN = "Pitstop is shutting down.";
  public static final String DISABLED =
      Words.MARK
          + "Not added: a `disabled` server does not start. `save` keeps such an entry in"
          + " the configuration file.";

  /// Its tools are not known.
  public static final String NOT_LISTED = "\nIt has not listed its tools yet.";

  /// It is a daemon that is not there.
  public static final String AWAITED =
      "\nPitstop waits for it and adds its tools when it is reachable.";

  private AddText() {}

  public static String notAdded(String why) {
    return Words.MARK + "Not added: " + why;
  }

  /// There is a server of this name. Without Pitstop's mark.
  public static String exists(String name, OwnToolNames tools) {
    return Words.fill("server `{}` already exists.", name)
        + tools.call("reload_server", " {} restarts it,", "")
        + tools.call("remove_server", " {} removes it.", "");
  }

  public static String savedDisabled(String name, String file) {
    String saved = "Saved server `{}` in {}. It does not start, because it is `disabled`.";
    return Words.MARK + Words.fill(saved, name, file);
  }

  public static String removed(String name, String before) {
    return Words.MARK + "Server `" + name + "` was removed before " + before + ".";
  }

  /// @param again whether the file had been deleted
  public static String savedIn(String file, boolean again) {
    String restored = again ? "; the file had been deleted, so Pitstop restored it." : ".";
    return "\nSaved in " + file + restored;
  }
}
