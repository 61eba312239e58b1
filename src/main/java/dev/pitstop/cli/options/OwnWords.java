package dev.pitstop.cli.options;

import dev.pitstop.catalog.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words that mean Pitstop itself when they come first on a command line. They win over a
/// program of the same name; after `--` every word is a program.
public final class OwnWords {
  /// A command of Pitstop.
  ///
  /// @param help what it does, as a phrase
  public record Word(String name, String help) {}

  /// The commands, in the order of the help. `cli` is not among them: it comes before a program.
  public static final List<Word> COMMANDS =
      List.of(
          new Word("doctor", "check a server the way clients use it"),
          new Word("install", "put Pitstop in front of the servers of an MCP client"),
          new Word("uninstall", "restore the client's original entries"),
          new Word("demo", "play a short session in this terminal, without a client"),
          new Word("ps", "list the sessions and their servers"),
          new Word("logs", "print what servers wrote, builds and reloads"),
          new Word("calls", "print the calls of a session, or one in full"),
          new Word("reload", "build and restart a server"),
          new Word("stop", "stop a server"),
          new Word("start", "start a server that was stopped"),
          new Word("rerun", "make calls once more, and compare"),
          new Word("ui", "show the sessions on a page in the browser"),
          new Word("call", "call a tool of a server, and print the result"),
          new Word("tools", "list the tools of a server, or show one"),
          new Word("replay", "play a recording to a server, and compare the answers"),
          new Word("completion", "print the completion script for bash, zsh or fish"),
          new Word("help", "print a page of help"));

  private static final String VERSION = "version";

  /// Words that people try. There are no such commands; the text says what there is instead.
  private static final List<Word> ABSENT =
      List.of(new Word("status", "`pitstop ps` shows the state of each server"));

  private OwnWords() {}

  /// Whether a word is a command of Pitstop.
  public static boolean isOurs(String word) {
    return word.equals(VERSION) || find(COMMANDS, word).isPresent();
  }

  /// Whether a command line that begins with this word was never one that wraps a program.
  public static boolean isReserved(String word) {
    return isOurs(word) || word.equals("mux");
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
    boolean built = o.has("build"); // which may be what makes the program
    if (o.command().size() == 1 && !isPath(word) && !built && !ProgramOptions.isProgram(o, word)) {
      throw Nearest.name(word, names())
          .map(near -> meant(word, near))
          .orElseGet(() -> unknown(word));
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
    Optional<Word> absent = find(ABSENT, word);
    if (absent.isPresent()) {
      return Optional.of(absent(absent.get()));
    }
    for (String name : names()) {
      if (!isPath(word) && Typo.isNear(name, word) && !ProgramOptions.isProgram(o, word)) {
        return Optional.of(meant(word, name));
      }
    }
    return Optional.empty();
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

  private static UsageException absent(Word word) {
    return new UsageException(
        "there is no command `%1$s`; %2$s; for a program of that name use `pitstop -- %1$s`"
            .formatted(word.name(), word.help()));
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
    for (Word word : COMMANDS) {
      names.add(word.name());
    }
    names.add(VERSION);
    names.add("cli");
    return names;
  }

  private static Optional<Word> find(List<Word> words, String name) {
    for (Word word : words) {
      if (word.name().equals(name)) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }
}
