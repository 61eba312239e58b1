package dev.pitstop.cli.options;

import dev.pitstop.catalog.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    if (o.separated() || o.cli()) {
      return;
    }
    Optional<UsageException> wrong = wrong(o);
    if (wrong.isPresent()) {
      throw wrong.get();
    }
    String word = o.command().getFirst();
    boolean there = isPath(word) || o.has("build") || ServerOptions.isProgram(o, word);
    if (o.command().size() == 1 && !there) {
      throw unknown(word);
    }
  }

  /// The mistake that the first word is, if it is one: a command after options, a word that is no
  /// command though people try it, or a command with a typing mistake that is no program.
  static Optional<UsageException> wrong(Options o) throws UsageException {
    if (o.separated() || o.cli() || o.command().isEmpty()) {
      return Optional.empty();
    }
    String word = o.command().getFirst();
    if (isOurs(word)) {
      return Optional.of(misplaced(word));
    }
    if (isPath(word) || ServerOptions.isProgram(o, word)) {
      return Optional.empty();
    }
    if (ABSENT.containsKey(word)) {
      return Optional.of(absent(word));
    }
    // what --build makes may not be there yet
    return o.has("build")
        ? Optional.empty()
        : Nearest.name(word, names()).map(near -> meant(word, near));
  }

  private static boolean isPath(String word) {
    return word.indexOf('/') >= 0 || word.indexOf('\\') >= 0;
  }

  /// A command after options.
  static UsageException misplaced(String word) {
    return new UsageException(
        ("`%1$s` is a command of Pitstop and must come first: `pitstop %1$s`; for a program of that"
                + " name use `pitstop [OPTIONS] -- %1$s`")
            .formatted(word));
  }

  private static UsageException absent(String word) {
    return new UsageException(
        "there is no command `%1$s`; %2$s; for a program of that name use `pitstop -- %1$s`"
            .formatted(word, ABSENT.get(word)));
  }

  private static UsageException meant(String word, String name) {
    return new UsageException(
        "there is no command or program `" + word + "`; did you mean `pitstop " + name + "`?");
  }

  private static UsageException unknown(String word) {
    return new UsageException(
        "there is no command or program `"
            + word
            + "`: the program of a server must be a file or on the PATH");
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      names.add(verb.word());
    }
    names.add(VERSION);
    names.add("cli");
    return names;
  }
}
