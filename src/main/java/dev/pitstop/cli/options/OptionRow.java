package dev.pitstop.cli.options;

import dev.pitstop.install.Client;
import dev.pitstop.text.Words;

/// One option: a row of the table that parsing, help and completion share.
///
/// @param name without `--`
/// @param value the name of its value; empty for a switch
/// @param defaultValue for people; empty or `none` if there is none
/// @param help a phrase without a full stop; `{clients}` stands for the ids of the clients
public record OptionRow(
    OptionGroup group, String name, String value, String defaultValue, String help) {

  /// The clients are filled in when somebody reads the help: a start does not load their table.
  @Override
  public String help() {
    return help.replace("{clients}", Words.listed(Client.ids(), "or"));
  }

  public boolean isSwitch() {
    return value.isEmpty();
  }

  /// The option as it is written on a command line: `--build CMD`.
  public String usage() {
    return "--" + name + (isSwitch() ? "" : " " + value);
  }
}
