package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import dev.pitstop.process.ShellLine;
import dev.pitstop.text.Words;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Recognises commands that restart a program when a file changes: `nodemon`, `tsx watch`, `cargo
/// watch`. Behind Pitstop they restart the server without a handshake, so that calls hang or are
/// lost. Pitstop's own `--watch` replaces them. The words of a command are followed past `npx` and
/// `env`, into shells and the scripts of `package.json`.
public final class Watchers {
  /// How many words behind a program are searched. A verb or an option stands among the first.
  private static final int MOST_WORDS = 100;

  /// How deep scripts may call scripts.
  private static final int MOST_NESTED = 5;

  /// A watcher at the beginning of a command, as group 1, and the verb or option that makes it one,
  /// as group 2. A verb comes first, and an option before the script that is run.
  private static final List<Pattern> WATCHERS =
      Stream.of(
              "(nodemon|ts-node-dev|tsnd|tsc-watch|cargo-watch|watchexec|air|entr|gow)()(?= |$)",
              "(tsx|cargo|dotnet)(?: -\\S+)*( watch)(?= |$)",
              "(node|nodejs|deno|bun|tsx)(?: (?!--(?: |$))(?:-\\S*|[^-.\\s][^.\\s]*|\\.\\S*))*?"
                  + "( --watch[\\w-]*| --hot)(?=[ =]|$)",
              "(tsc|tsup)(?: (?!-- )\\S+)*?( --watch| -w)(?=[ =]|$)",
              "(uvicorn|hypercorn|gunicorn|fastmcp|granian|litestar)(?: (?!-- )\\S+)*?( --reload)"
                  + "(?=[ =]|$)")
          .map(Pattern::compile)
          .toList();

  private static final Set<String> VERBS = Words.set("run run-script exec x dlx tool");

  /// A command with a watcher, or with something that may start one, has one of these in its words.
  private static final Pattern SIGNS =
      Pattern.compile("watch|-w|mon|reload|hot|dev|tsnd|air|entr|gow|npm|yarn|(?:bun|sh)(?![a-z])");

  private final Path directory;

  /// How many scripts called each other until here.
  private final int nested;

  private Watchers(Path directory, int nested) {
    this.directory = directory;
    this.nested = nested;
  }

  /// Searches a command, and the scripts of `package.json` that it runs, for a watcher. Reads that
  /// file only for `npm`, `pnpm`, `yarn` and `bun`.
  public static Optional<WatcherFinding> of(Command command) {
    try {
      return new Watchers(command.directory(), 0).in(command.argv());
    } catch (InvalidPathException noFileName) {
      return Optional.empty(); // a word that cannot be a file name
    }
  }

  /// Whether [#of] can find a watcher. Checks only the words.
  public static boolean possible(Command command) {
    return SIGNS.matcher(String.join(" ", command.argv())).find();
  }

  private Optional<WatcherFinding> in(List<String> words) {
    String runner = "";
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String name = Interpreters.baseName(word.replaceFirst("(?<=.)@[^/@]*$", "")); // `tsx@4`
      List<String> rest = words.subList(i + 1, words.size());
      Optional<WatcherFinding> found = at(name, rest);
      if (found.isPresent()) {
        return found;
      }
      if (Interpreters.isCode(runner, word)) {
        return Interpreters.isShell(runner) && !rest.isEmpty()
            ? line(rest.getFirst())
            : Optional.empty();
      }
      if (Interpreters.takesValue(runner, word)) {
        i++;
      } else if (Interpreters.has(name)) {
        runner = name;
      } else if (!word.startsWith("-") && !VERBS.contains(word) && !word.matches("(?s)[^=/]+=.*")) {
        return Optional.empty(); // the program or its file
      }
    }
    return Optional.empty();
  }

  /// Searches a line for a shell.
  private Optional<WatcherFinding> line(String text) {
    return ShellLine.commands(text).stream().flatMap(words -> in(words).stream()).findFirst();
  }

  /// @param rest the words after the program
  private Optional<WatcherFinding> at(String program, List<String> rest) {
    List<String> near = rest.subList(0, Math.min(MOST_WORDS, rest.size()));
    String command = program + " " + String.join(" ", near);
    Optional<WatcherFinding> own =
        WATCHERS.stream()
            .map(watcher -> watcher.matcher(command))
            .filter(Matcher::lookingAt)
            .findFirst()
            .map(found -> new WatcherFinding(found.group(1) + found.group(2), Optional.empty()));
    return own.isEmpty() && Interpreters.isPackageManager(program) ? script(rest) : own;
  }

  /// The script that a package manager runs.
  private Optional<WatcherFinding> script(List<String> words) {
    if (nested == MOST_NESTED) {
      return Optional.empty();
    }
    PackageJson.Called called = PackageJson.Called.of(words);
    return PackageJson.above(directory.resolve(called.directory()).normalize())
        .flatMap(
            p -> p.script(called.name()).flatMap(new Watchers(p.directory(), nested + 1)::line))
        .map(f -> new WatcherFinding(f.watcher(), Optional.of(called.name())));
  }
}
