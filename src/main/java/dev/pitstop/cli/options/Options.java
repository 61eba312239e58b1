package dev.pitstop.cli.options;

import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A command line of a session or of `pitstop doctor`, as [CommandLine] reads it. A value is read
/// when it is asked for; the caller names the default (see [Defaults]).
///
/// @param values the given values of each option, in order
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
  private static final String DURATION = "a duration: use 500ms, 30s or 2min";
  private static final int MOST_DIGITS = 9; // they fit an int
  private static final String SIZE = "a size: use 512KiB or 64MiB";

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /// The value of an option that can be given only once.
  public Optional<String> one(String name) throws UsageException {
    List<String> given = all(name);
    if (given.size() > 1) {
      throw new UsageException("--" + name + " can be given only once");
    }
    return given.isEmpty() ? Optional.empty() : Optional.of(given.getFirst());
  }

  /// The same; an empty text if the option is not given.
  public String text(String name) throws UsageException {
    return one(name).orElse("");
  }

  /// A duration in milliseconds: `500ms`, `30s`, `2min`, or a plain number of seconds.
  public long millis(String name, long usual) throws UsageException {
    Optional<String> given = one(name);
    if (given.isEmpty()) {
      return usual;
    }
    OptionalLong millis = Words.millis(given.get());
    if (millis.isEmpty()) {
      throw isNot(name, given.get(), DURATION);
    }
    return millis.getAsLong();
  }

  /// The same for a limit that every attempt would exceed if it were 0.
  long moreThanZeroMillis(String name, long usual) throws UsageException {
    long millis = millis(name, usual);
    if (millis == 0) {
      throw new UsageException("--" + name + ": must be more than 0");
    }
    return millis;
  }

  /// A size in bytes: `100000`, `512KiB`, `64MiB`, `1GiB`.
  public int bytes(String name, int usual) throws UsageException {
    Optional<String> given = one(name);
    if (given.isEmpty()) {
      return usual;
    }
    String text = given.get();
    int digits = Words.digits(text);
    if (digits == 0) {
      throw isNot(name, text, SIZE);
    }
    long n = Long.parseLong(text.substring(0, digits));
    long size =
        switch (text.substring(digits)) {
          case "", "B" -> n;
          case "KiB", "K", "k", "KB" -> n * 1024;
          case "MiB", "M", "MB" -> n * 1024 * 1024;
          case "GiB", "G", "GB" -> n * 1024 * 1024 * 1024;
          default -> throw isNot(name, text, SIZE);
        };
    if (size < 1024 || size > 1024L * 1024 * 1024) {
      throw new UsageException("--" + name + ": must be between 1KiB and 1GiB");
    }
    return (int) size;
  }

  int number(String name, int usual) throws UsageException {
    Optional<String> given = one(name);
    if (given.isEmpty()) {
      return usual;
    }
    if (!Words.isNumber(given.get(), MOST_DIGITS)) {
      throw isNot(name, given.get(), "a number of at most " + MOST_DIGITS + " digits");
    }
    return Integer.parseInt(given.get());
  }

  private static UsageException isNot(String name, String text, String what) {
    return new UsageException("--" + name + ": `" + text + "` is not " + what);
  }

  /// One of these words.
  ///
  /// @param words separated by commas
  public String word(String name, String words, String usual) throws UsageException {
    Optional<String> given = one(name);
    if (given.isEmpty()) {
      return usual;
    }
    if (!List.of(words.split(", ", -1)).contains(given.get())) {
      throw isNot(name, given.get(), "one of " + words);
    }
    return given.get();
  }

  /// Whether the command is a URL.
  public boolean isUrl() {
    return !command.isEmpty() && Words.isUrl(command.getFirst());
  }
}
