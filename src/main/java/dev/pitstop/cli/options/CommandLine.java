package dev.pitstop.cli.options;

import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.process.Surroundings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A command line: options and other words in any order, and perhaps `--` with what follows.
///
/// @param values the given values of each option, in order; what `--set` gives is under the option
///   of its key, so `--hold-timeout 2min` is `--set holdTimeout=2min`
/// @param words those that no option took
/// @param rest the words after `--`; empty without it
/// @param before the last option before the first word; empty if there is none
public record CommandLine(
    Map<String, List<String>> values,
    List<String> words,
    Optional<List<String>> rest,
    String before) {
  /// The value of a switch that is given.
  private static final String SWITCHED = "true";

  /// What `-f` and the like stand for.
  private static final Map<String, String> SHORT =
      Map.of("-h", "--help", "-V", "--version", "-f", "--follow", "-y", "--yes");

  /// Reads the command line of a session, or the words after `doctor`, which are like those.
  ///
  /// @param verb empty for a session
  /// @param here where it was given
  public static Options parse(Optional<Verb> verb, List<String> args, Surroundings here)
      throws UsageException {
    return read(verb, args, here).session(here);
  }

  /// @param verb the command before these words; empty for a session
  static CommandLine read(Optional<Verb> verb, List<String> args, Surroundings here)
      throws UsageException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<String> words = new ArrayList<>();
    String before = "";
    int i = 0;
    while (i < args.size() && !args.get(i).equals("--")) {
      String word = SHORT.getOrDefault(args.get(i), args.get(i));
      i++;
      if (!word.startsWith("-") || word.equals("-")) {
        words.add(word);
        continue;
      }
      int equals = word.indexOf('=');
      String shown = equals < 0 || !word.startsWith("--") ? word : word.substring(0, equals);
      String name = shown.startsWith("--") ? shown.substring(2) : shown;
      Optional<Setting> row =
          verb.isPresent()
              ? verb.get().option(name)
              : SettingTable.option(name).filter(Setting::isOfSession);
      if (row.isEmpty()) {
        throw unknown(verb, shown, new CommandLine(values, words, Optional.empty(), before), here);
      }
      if (words.isEmpty() || words.equals(List.of("cli"))) {
        before = row.get().option();
      }
      i = take(row.get(), word, args, i, values);
    }
    Optional<List<String>> rest =
        i < args.size() ? Optional.of(args.subList(i + 1, args.size())) : Optional.empty();
    return new CommandLine(values, words, rest, before);
  }

  /// The words are the server's command. Without options before it, its own words can have a `--`:
  /// `pitstop npm run x -- --flag`.
  private Options session(Surroundings here) throws UsageException {
    boolean cli = !words.isEmpty() && words.getFirst().equals("cli");
    List<String> command = new ArrayList<>(words.subList(cli ? 1 : 0, words.size()));
    boolean separated = rest.isPresent() && command.isEmpty();
    if (rest.isPresent() && !separated) {
      if (!values.isEmpty()) {
        throw unexpected(command.getFirst(), before);
      }
      command.add("--");
    }
    command.addAll(rest.orElse(List.of()));
    return new Options(values, command, separated, cli, here);
  }

  /// Takes an option with its value.
  ///
  /// @param word the option as it was written, with its dashes
  /// @param next the index of the word after it
  /// @return the index of the word that comes next
  private static int take(
      Setting row, String word, List<String> args, int next, Map<String, List<String>> values)
      throws UsageException {
    int equals = word.indexOf('=');
    String name = "--" + row.option();
    if (row.isSwitch() && equals >= 0) {
      throw new UsageException(name + " takes no value");
    }
    boolean apart = !row.isSwitch() && equals < 0; // the value is the next word
    if (apart && (next == args.size() || args.get(next).equals("--"))) {
      throw new UsageException(name + " needs a value: " + row.usage());
    }
    String value = apart ? args.get(next) : word.substring(equals + 1);
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
  private static UsageException unknown(
      Optional<Verb> verb, String option, CommandLine before, Surroundings here)
      throws UsageException {
    if (verb.isPresent()) {
      return new UsageException(
          "`pitstop %s` has no option %s%s"
              .formatted(
                  verb.get().word(), option, SettingTable.suggestion(option, verb.get().all())));
    }
    return OwnWords.wrong(before.session(here))
        .orElseGet(() ->
            new UsageException(
                "unknown option "
                    + option
                    + SettingTable.suggestion(option, SettingTable.ofSession())));
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
