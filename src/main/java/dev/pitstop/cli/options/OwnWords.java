package dev.pitstop.cli.options;

import dev.pitstop.catalog.Nearest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The words that mean Pitstop itself when they come first on a command line. They win over a
/// program of the same name; after `--` every word is a program.
public final class OwnWords {
  private static final String VERSION = "version";

  /// Words that people try. There are no such commands; the text says what there is instead.
  private static final Map<String, String> ABSENT =
      Map.of(
          "status", "`pitstop ps` shows the state of each server",
          "start", "`pitstop reload` starts a server",
          "tools", "`pitstop call` without a tool lists them");

  private OwnWords() {}

  /// Whether a word is a command of Pitstop.
  public static boolean isOurs(String word) {
    return word.equals(VERSION) || Verb.of(word).isPresent();
  }

  /// Looks at the first word of the command. The file system is looked at only if no `--` comes
  /// before the word.
  ///
  /// @throws UsageException if it is a word of Pitstop's in the wrong place, or neither a command
  ///   nor a program
  public static void check(Options o) throws UsageException {
    Optional<UsageException> wrong = wrong(o);
    if (wrong.isPresent()) {
      throw wrong.get();
    }
    if (isBare(o) && o.command().size() == 1 && !isThere(o)) {
      throw new UsageException(
          "there is no command or program `"
              + o.command().getFirst()
              + "`: the program of a server must be a file or on the PATH");
    }
  }

  /// The mistake that the first word is, if it is one: a command after options, a word that is no
  /// command though people try it, or a command with a typing mistake that is no program.
  static Optional<UsageException> wrong(Options o) throws UsageException {
    if (!isBare(o)) {
      return Optional.empty();
    }
    String word = o.command().getFirst();
    if (isOurs(word)) {
      return Optional.of(misplaced(word));
    }
    if (isThere(o)) {
      return Optional.empty();
    }
    if (ABSENT.containsKey(word)) {
      return Optional.of(
          new UsageException(
              "there is no command `%1$s`; %2$s; for a program of that name use `pitstop -- %1$s`"
                  .formatted(word, ABSENT.get(word))));
    }
    List<String> names =
        Stream.concat(Stream.of(Verb.values()).map(Verb::word), Stream.of(VERSION, "cli")).toList();
    return Nearest.name(word, names)
        .map(near ->
            new UsageException(
                "there is no command or program `%s`; did you mean `pitstop %s`?"
                    .formatted(word, near)));
  }

  /// Whether the first word may be meant as a command.
  private static boolean isBare(Options o) {
    return !o.separated() && !o.cli() && !o.command().isEmpty();
  }

  /// Whether it is a program, a path, or what `--build` may make.
  private static boolean isThere(Options o) throws UsageException {
    String word = o.command().getFirst();
    return word.indexOf('/') >= 0
        || word.indexOf('\\') >= 0
        || o.has("build")
        || ServerOptions.isProgram(o, word);
  }

  /// A command after options.
  static UsageException misplaced(String word) {
    return new UsageException(
        ("`%1$s` is a command of Pitstop and must come first: `pitstop %1$s`; for a program of that"
                + " name use `pitstop [OPTIONS] -- %1$s`")
            .formatted(word));
  }
}
