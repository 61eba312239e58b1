package dev.pitstop.cli.options;

import java.util.ArrayList;
import java.util.List;

/// The options of `pitstop replay`, in the order of the help.
public final class ReplayTable {
  private ReplayTable() {}

  /// Its own options, without those that describe the server.
  public static List<OptionRow> rows() {
    return List.of(
        row("all", "", "also send calls that may change something"),
        row("ignore PATH", "none", "leave out what is there in each answer (repeatable)"),
        row("slower", "", "a call that takes twice as long, and 100ms more, is a regression"),
        row("junit FILE", "none", "write the outcomes as JUnit XML"),
        row("accept", "", "write the new answers into FILE; asks for each in a terminal"),
        row("help", "", "print this help (also -h)"));
  }

  private static OptionRow row(String usage, String defaultValue, String help) {
    return OptionGroup.REPLAY.row(usage, defaultValue, help);
  }

  /// All options of the command.
  public static List<OptionRow> all() {
    List<OptionRow> all = new ArrayList<>(rows());
    all.addAll(CallTable.ofServer());
    OptionTable.row("config").ifPresent(all::add);
    return all;
  }
}
