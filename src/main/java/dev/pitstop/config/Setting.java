package dev.pitstop.config;

import java.util.List;
import java.util.Set;

/// One setting, or one option of a command: a row of the table that the command line, entries of
/// the configuration file, their schema, help and completion share.
///
/// @param option its name on the command line, without `--`. For one that only `--set` gives, the
///   name that an option would have
/// @param value the name of its value for people; empty for a switch
/// @param key its key in an entry and for `--set`; empty if it has none
/// @param type of its value
/// @param words that the value can be, separated by commas; empty if it can be others
/// @param usual the default, for people; empty or `none` if there is none
/// @param fits what it makes sense for
/// @param help a phrase without a full stop
public record Setting(
    SettingGroup group,
    String option,
    String value,
    String key,
    Type type,
    String words,
    String usual,
    Set<Fits> fits,
    String help) {
  /// What a value is, with its JSON Schema for agents; a file may use more types.
  public enum Type {
    TEXT("{\"type\":\"string\"}"),
    TEXTS("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"),
    /// On a command line one text with spaces between the words.
    WORDS("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"),
    OBJECT("{\"type\":\"object\"}"),
    NUMBER("{\"type\":\"integer\"}"),
    FLAG("{\"type\":\"boolean\"}");

    private final String schema;

    Type(String schema) {
      this.schema = schema;
    }
  }

  /// An option, and perhaps a key as well.
  ///
  /// @param usage name and value as the help shows them, without `--`: `build CMD`
  static Setting of(SettingGroup group, String usage, String key, Type type, Set<Fits> fits) {
    String[] words = usage.split(" ", 2);
    String value = words.length == 1 ? "" : words[1];
    return new Setting(group, words[0], value, key, type, "", "", fits, "");
  }

  /// An option that is no key of anything.
  public static Setting option(SettingGroup group, String usage, String usual, String help) {
    Type type = usage.indexOf(' ') < 0 ? Type.FLAG : Type.TEXT;
    return of(group, usage, "", type, Fits.ALL).says(usual, help);
  }

  /// The same setting with what the help says.
  Setting says(String usual, String help) {
    return new Setting(group, option, value, key, type, words, usual, fits, help);
  }

  /// The same setting, whose value is one of these words.
  Setting oneOf(String choice) {
    return new Setting(group, option, value, key, type, choice, usual, fits, help);
  }

  /// The words that the value can be; empty if it can be others.
  public List<String> choices() {
    return words.isEmpty() ? List.of() : List.of(words.split(", ", -1));
  }

  /// Whether the option takes no value.
  public boolean isSwitch() {
    return type == Type.FLAG;
  }

  /// Whether only `--set` gives it.
  public boolean isSet() {
    return group.isSet();
  }

  /// Whether the command line of a session can say it.
  public boolean isOfSession() {
    return group != SettingGroup.DOCTOR;
  }

  /// Whether it is a key of an entry.
  boolean isOfEntry() {
    return !key.isEmpty() && group != SettingGroup.SESSION_KEYS;
  }

  /// As it is written on a command line, without its value: `--build`, `--set binary`.
  public String name() {
    return isSet() ? "--set " + key : "--" + option;
  }

  /// The same with its value: `--build CMD`, `--set binary=FILE`.
  public String usage() {
    return name() + (value.isEmpty() ? "" : (isSet() ? "=" : " ") + value);
  }

  /// A member of a JSON Schema's `properties`.
  String schema() {
    return "\""
        + key
        + "\":"
        + (words.isEmpty() ? type.schema : "{\"enum\":[\"" + words.replace(", ", "\",\"") + "\"]}");
  }
}
