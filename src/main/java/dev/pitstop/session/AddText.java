package dev.pitstop.session;

import dev.pitstop.text.Words;

/// The texts of `add_server` (M1), with Pitstop's mark. The last ones are lines beside the text of
/// a server that was added.
final class AddText {
  static final String SHUTTING_DOWN = "Pitstop is shutting down.";
  static final String DISABLED =
      Words.MARK
          + "Not added: a `disabled` server does not start. `save` keeps such an entry in"
          + " the configuration file.";

  /// Its tools are not known.
  static final String NOT_LISTED = "\nIt has not listed its tools yet.";

  /// It is a daemon that is not there.
  static final String AWAITED =
      "\nPitstop waits for it and adds its tools when it is reachable.";

  private AddText() {}

  static String notAdded(String why) {
    return Words.MARK + "Not added: " + why;
  }

  /// There is a server of this name; without Pitstop's mark.
  static String exists(String name, OwnToolNames tools) {
    return "server `"
        + name
        + "` already exists."
        + tools.call("reload_server", " {} restarts it,", "")
        + tools.call("remove_server", " {} removes it.", "");
  }

  /// There is an entry of this name; without Pitstop's mark.
  static String hasEntry(String file, String name) {
    return file + " already has an entry `" + name + "`.";
  }

  static String savedDisabled(String name, String file) {
    return Words.MARK
        + "Saved server `"
        + name
        + "` in "
        + file
        + ". It does not start, because it is `disabled`.";
  }

  static String notSaved(String why) {
    return Words.MARK + "Not saved: " + why;
  }

  static String noWatch(String why) {
    return notAdded("`watch`: " + why);
  }

  /// @param before what: `it started`
  static String removed(String name, String before) {
    return Words.MARK + "Server `" + name + "` was removed before " + before + ".";
  }

  /// @param why it does not run
  static String down(String name, String why) {
    return Words.MARK + "Server `" + name + "` was not added. " + why;
  }

  /// @param info about it
  /// @param more lines
  static String added(String info, String more) {
    return Words.MARK + "Added server " + info + more;
  }

  /// @param again whether the file had been deleted
  static String savedIn(String file, boolean again) {
    return "\nSaved in "
        + file
        + (again ? "; the file had been deleted, so Pitstop restored it." : ".");
  }

  static String unsaved(Throwable noThread) {
    return "\nIt was not saved: " + noThread;
  }

  static String runsUnsaved(String why) {
    return "\nIt runs, but was not saved: " + why;
  }
}
