package dev.pitstop.cli.options;

import java.util.ArrayList;
import java.util.List;

/// The options of `pitstop install` and `pitstop uninstall`, in the order of the help.
public final class InstallTable {
  /// The options of both commands.
  private static final List<OptionRow> OF_BOTH =
      List.of(
          row("user", "use the user's configuration file"),
          row("project", "use the file of the project in this directory"),
          row("file FILE", "use this file, in the format of any of the clients"),
          row("print", "show the changes as a diff, and change nothing"));

  private static final List<OptionRow> OF_INSTALL =
      List.of(
          row("yes", "ask nothing, and add the guessed --build and --watch (also -y)"),
          row("settings", "also write the recommended client settings, without asking"),
          row("no-guess", "guess nothing and ask nothing: only wrap"),
          row("as-is", "wrap also a command that restarts the server itself, such as `tsx watch`"),
          row("build CMD", "--build for the one server that you name"),
          row("watch GLOB", "--watch for the one server that you name (repeatable)"),
          OptionGroup.INSTALL.row(
              "command WORDS",
              "the path of this pitstop",
              "the command that starts Pitstop in the client's file"));

  private static final List<OptionRow> OF_UNINSTALL =
      List.of(row("yes", "no effect: `uninstall` asks nothing (also -y)"));

  private InstallTable() {}

  private static OptionRow row(String usage, String help) {
    return OptionGroup.INSTALL.row(usage, "", help);
  }

  /// @param verb `install` or `uninstall`
  public static List<OptionRow> rows(String verb) {
    List<OptionRow> rows = new ArrayList<>(OF_BOTH);
    rows.addAll(verb.equals("install") ? OF_INSTALL : OF_UNINSTALL);
    rows.add(row("help", "print this help (also -h)"));
    return rows;
  }
}
