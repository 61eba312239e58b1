package dev.pitstop.cli.options;

import java.util.ArrayList;
import java.util.List;

/// The options of `pitstop call` and `pitstop tools`, in the order of the help.
public final class CallTable {
  /// Those of a session that say nothing about a single call.
  private static final List<String> NOT_OF_A_CALL = List.of("watch", "config");

  private CallTable() {}

  /// The options of a command, without those that describe the server.
  ///
  /// @param verb `call` or `tools`
  public static List<OptionRow> rows(String verb) {
    List<OptionRow> rows = new ArrayList<>();
    boolean call = verb.equals("call");
    rows.add(
        row("json", "", call ? "print the raw result, on one line" : "print one tool a line"));
    if (call) {
      rows.add(row("save DIR", "here", "where images, audio and other files are saved"));
      rows.add(row("unchecked", "", "send the arguments whatever the tool's schema says"));
    }
    rows.add(row("stderr", "", "print what the server writes to stderr, also if all is well"));
    rows.add(row("session PID", "the one of this directory", "the running session to use"));
    rows.add(row("help", "", "print this help (also -h)"));
    return rows;
  }

  private static OptionRow row(String usage, String defaultValue, String help) {
    return OptionGroup.CALL.row(usage, defaultValue, help);
  }

  /// The options that describe a server, as for a session.
  public static List<OptionRow> ofServer() {
    return OptionScopes.ofDoctor().stream()
        .filter(r -> r.group() != OptionGroup.DOCTOR && r.group() != OptionGroup.HELP)
        .filter(r -> !NOT_OF_A_CALL.contains(r.name()))
        .toList();
  }

  /// All options of a command.
  public static List<OptionRow> all(String verb) {
    List<OptionRow> all = new ArrayList<>(rows(verb));
    all.addAll(ofServer());
    return all;
  }
}
