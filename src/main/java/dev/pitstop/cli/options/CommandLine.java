package dev.pitstop.cli.options;

import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.process.Surroundings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the command line of a session or of `pitstop doctor` by the [table][SettingTable] of
/// options.
public final class CommandLine {
  /// The value of a switch that is given.
  private static final String SWITCHED = "true";

  private CommandLine() {}

  /// Reads a line. What `--set` gives can also be written as an option: `--hold-timeout 2min` is
  /// `--set holdTimeout=2min`.
  ///
  /// @param surroundings where the command line was given
  public static Options parse(String[] args, Surroundings surroundings) throws UsageException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<String> command = new ArrayList<>();
    boolean separated = false;
    boolean cli = false;
    String before = ""; // the last option before the command's first word
    int i = 0;
    while (i < args.length) {
      String arg = args[i++];
      if (arg.equals("--")) {
        separated = command.isEmpty();
        if (!separated && !values.isEmpty()) {
          throw unexpected(command.getFirst(), before);
        }
        if (!separated) {
          command.add(arg); // `pitstop npm run x -- --flag`: the command's own
        }
        while (i < args.length) {
          command.add(args[i++]);
        }
        break;
      }
      if (arg.equals("-h") || arg.equals("-V")) {
        arg = arg.equals("-h") ? "--help" : "--version";
      }
      if (arg.equals("cli") && command.isEmpty() && !cli) {
        cli = true;
        continue;
      }
      if (!arg.startsWith("--")) {
        if (arg.startsWith("-") && arg.length() > 1) {
          throw unknown(arg, new Options(values, command, false, cli, surroundings));
        }
        command.add(arg);
        continue;
      }
      int equals = arg.indexOf('=');
      String name = equals < 0 ? arg.substring(2) : arg.substring(2, equals);
      Optional<Setting> row = SettingTable.option(name);
      if (row.isEmpty()) {
        throw unknown("--" + name, new Options(values, command, false, cli, surroundings));
      }
      if (command.isEmpty()) {
        before = name;
      }
      i = take(row.get(), arg, args, i, values);
    }
    return new Options(values, command, separated, cli, surroundings);
  }

  /// Takes an option with its value.
  ///
  /// @param word the option as it was written, with its dashes
  /// @param next the index of the word after it
  /// @return the index of the word that comes next
  static int take(
      Setting row, String word, String[] args, int next, Map<String, List<String>> values)
      throws UsageException {
    int equals = word.indexOf('=');
    String name = "--" + row.option();
    if (row.isSwitch() && equals >= 0) {
      throw new UsageException(name + " takes no value");
    }
    boolean apart = !row.isSwitch() && equals < 0; // the value is the next word
    if (apart && (next == args.length || args[next].equals("--"))) {
      throw new UsageException(name + " needs a value: " + row.usage());
    }
    String value = apart ? args[next] : word.substring(equals + 1);
    if (!row.isSwitch() && value.isBlank() && !row.isSet()) {
      throw new UsageException(name + ": must not be empty");
    }
    if (!row.isSet() && !row.choices().isEmpty() && !row.choices().contains(value)) {
      throw new UsageException(name + ": `" + value + "` is not one of " + row.words());
    }
    boolean set = row.option().equals("set");
    String option = set ? Options.key(value).option() : row.option();
    String given =
        row.isSwitch() ? SWITCHED : set ? value.substring(value.indexOf('=') + 1) : value;
    values.computeIfAbsent(option, n -> new ArrayList<>()).add(given);
    return apart ? next + 1 : next;
  }

  /// @param before what was read before the option: in `pitstop isntall --print` the word is wrong
  private static UsageException unknown(String option, Options before) throws UsageException {
    Optional<UsageException> word = OwnWords.wrong(before);
    return word.isPresent()
        ? word.get()
        : new UsageException(
            "unknown option " + option + SettingTable.suggestion(option, SettingTable.rows()));
  }

  /// After Pitstop's options, a word before `--` is most likely a piece of a value that the shell
  /// has split, or of a glob that it has expanded. It must not become the command.
  private static UsageException unexpected(String word, String before) {
    if (OwnWords.isOurs(word)) {
      return OwnWords.misplaced(word);
    }
    String hint =
        before.equals("watch")
            ? "; quote the glob of --watch, so that the shell does not expand it"
            : SettingTable.option(before).filter(r -> !r.isSwitch()).isPresent()
                ? "; quote the value of --" + before + " if it contains spaces"
                : "";
    return new UsageException("unexpected word `" + word + "` before `--`" + hint);
  }
}
