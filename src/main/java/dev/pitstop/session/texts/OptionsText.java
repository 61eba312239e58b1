package dev.pitstop.session.texts;

import dev.pitstop.text.Words;
import java.util.List;

/// The texts about options that the agent sets with `recompile` or `reload_server`.
public final class OptionsText {
  /// There is nothing to save; without Pitstop's mark.
  public static final String NOTHING = "Not saved: no `build` was set in this session.";

  private OptionsText() {}

  /// Without Pitstop's mark, like the others below.
  public static String saved(String server, String file) {
    return Words.fill("Saved in the entry `{}` of {}.", server, file);
  }

  public static String notSaved(String why) {
    return "Not saved: " + why + ".";
  }

  /// No file of a client has an entry for this session, or several have one.
  ///
  /// @param files those that have one
  /// @param line the command line with the options
  public static String unknownFile(List<String> files, String line) {
    String why =
        files.isEmpty()
            ? "Pitstop does not know which file started it"
            : Words.listed(files, "and") + " have entries with this command";
    return "Not saved: " + why + ". The command with these options: " + line;
  }

  /// The file has no entry for the server, because the agent has added it.
  public static String noEntry(String server, String file, OwnToolNames tools) {
    return Words.fill("Not saved: {} has no entry for server `{}`", file, server)
        + tools.call("add_server", "; {} with `save` writes one.", ".");
  }
}
