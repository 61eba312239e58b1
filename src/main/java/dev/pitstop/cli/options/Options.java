package dev.pitstop.cli.options;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A command line of a session or of `pitstop doctor`, as [CommandLine] reads it. [ServerOptions]
/// and [SessionOptions] say what it means.
///
/// @param values the given values of each option, in order; what `--set` gives is under the option
///   of its key
/// @param command the words after `--`, or the words that no option took
/// @param separated whether a `--` comes before the command: then its words are never Pitstop's own
/// @param cli whether the command is a command-line program: `pitstop cli …`
/// @param surroundings where they were given: relative paths start in its directory
public record Options(
    Map<String, List<String>> values,
    List<String> command,
    boolean separated,
    boolean cli,
    Surroundings surroundings) {
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /// The values of an option.
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /// What is given.
  public List<Setting> given() {
    return values.keySet().stream().map(n -> SettingTable.option(n).orElseThrow()).toList();
  }

  /// The setting of a word of `--set`.
  static Setting key(String word) throws UsageException {
    int equals = word.indexOf('=');
    if (equals < 1) {
      throw new UsageException("--set: `" + word + "` is not KEY=VALUE");
    }
    String key = word.substring(0, equals);
    return SettingTable.key(key)
        .orElseThrow(() ->
            new UsageException(
                "--set: there is no key `%s`%s"
                    .formatted(
                        key,
                        Nearest.question(key, SettingTable.keys(), "`%s`")
                            .orElse("; see `pitstop help options`"))));
  }

  /// An option for the text of a mistake: `--build`, `--set binary`.
  private static String shown(String name) {
    return SettingTable.option(name).map(Setting::name).orElse("--" + name);
  }

  /// The value of an option that can be given only once.
  public Optional<String> one(String name) throws UsageException {
    List<String> given = all(name);
    if (given.size() > 1) {
      throw new UsageException(shown(name) + " can be given only once");
    }
    return given.isEmpty() ? Optional.empty() : Optional.of(given.getFirst());
  }

  /// The same; an empty text if the option is not given.
  public String text(String name) throws UsageException {
    return one(name).orElse("");
  }

  /// Whether the command is a URL.
  public boolean isUrl() {
    return !command.isEmpty() && Words.isUrl(command.getFirst());
  }
}
