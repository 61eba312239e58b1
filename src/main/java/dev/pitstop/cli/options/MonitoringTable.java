package dev.pitstop.cli.options;

import java.util.ArrayList;
import java.util.List;

/// The commands of a second terminal and their options, in the order of the help.
public final class MonitoringTable {
  /// The commands.
  public static final List<String> COMMANDS =
      List.of("ps", "logs", "calls", "reload", "stop", "start", "rerun", "ui");

  private static final OptionRow FOLLOW =
      row("follow", "", "go on until the session ends (also -f)");
  private static final OptionRow SINCE =
      row("since TIME", "", "only what happened in the last TIME: 30s, 5m or 2h");

  private static final List<OptionRow> OF_ALL =
      List.of(
          row("session PID", "the one of this directory", "the session to use: see `pitstop ps`"),
          row("json", "", "print lines of JSON, one object a line"),
          row("help", "", "print this help (also -h)"));

  private static final List<OptionRow> OF_UI =
      List.of(
          row("session PID", "all", "show this session only: see `pitstop ps`"),
          row("allow-actions", "", "let the page reload servers and make calls again"),
          row("open", "", "open the page in the browser"),
          row("help", "", "print this help (also -h)"));

  private MonitoringTable() {}

  private static OptionRow row(String usage, String defaultValue, String help) {
    return OptionGroup.BESIDE.row(usage, defaultValue, help);
  }

  /// The options of a command.
  public static List<OptionRow> rows(String command) {
    if (command.equals("ui")) {
      return OF_UI;
    }
    List<OptionRow> rows = new ArrayList<>();
    if (command.equals("logs") || command.equals("calls")) {
      rows.add(FOLLOW);
    }
    if (command.equals("logs")) {
      rows.add(SINCE);
    }
    rows.addAll(OF_ALL);
    return rows;
  }
}
