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
import java.util.regex.Pattern;

/// Recognises commands that restart a program when a file changes: `nodemon`, `tsx watch`, `cargo
/// watch`. Behind Pitstop they restart the server without a handshake, so that calls hang or are
/// lost. Pitstop's own `--watch` replaces them. The words of a command are followed past `npx` and
/// `env`, into shells and the scripts of `package.json`.
public final class Watchers {
  /// How deep scripts may call scripts.
  private static final int MOST_NESTED = 5;

  private static final Set<String> ALWAYS =
      Words.set("nodemon ts-node-dev tsnd tsc-watch cargo-watch watchexec air entr gow");

  /// Programs whose options end at the script that they run.
  private static final Set<String> RUN_SCRIPTS = Words.set("node nodejs deno bun tsx");

  private static final Set<String> VERBS = Words.set("run run-script exec x dlx tool");

  /// A command with a watcher has one of these in its words. Most commands have none.
  private static final Pattern SIGNS = Pattern.compile("watch|mon|reload|hot|dev|air|entr|gow");

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
    for (String word : command.argv()) {
      String name = Interpreters.baseName(word);
      if (Interpreters.isPackageManager(name)
          || Interpreters.isShell(name)
          || SIGNS.matcher(word).find()) {
        return true;
      }
    }
    return false;
  }

  /// The verb that comes first, or the options, that make a program watch.
  private static List<String> signs(String program) {
    return switch (program) {
      case "node", "nodejs", "deno" -> List.of("--watch");
      case "bun" -> List.of("--watch", "--hot");
      case "tsx" -> List.of("watch", "--watch");
      case "cargo", "dotnet" -> List.of("watch");
      case "tsc", "tsup" -> List.of("--watch", "-w");
      case "uvicorn", "hypercorn", "gunicorn", "fastmcp", "granian", "litestar" ->
          List.of("--reload");
      default -> List.of();
    };
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
    if (ALWAYS.contains(program)) {
      return Optional.of(new WatcherFinding(program, Optional.empty()));
    }
    Optional<WatcherFinding> own = sign(program, rest);
    return own.isEmpty() && Interpreters.isPackageManager(program) ? script(rest) : own;
  }

  private static Optional<WatcherFinding> sign(String program, List<String> rest) {
    List<String> signs = signs(program);
    if (signs.isEmpty()) {
      return Optional.empty();
    }
    boolean first = true;
    for (String word : rest) {
      boolean option = word.startsWith("-");
      if (endsOptions(program, word)) {
        break;
      }
      String sign = option ? word.split("=", 2)[0] : word;
      String usual = sign.startsWith("--watch") ? "--watch" : sign; // `--watch-path`
      if (signs.contains(usual) && (option || first)) {
        String shown = sign.equals("-w") ? "--watch" : sign;
        return Optional.of(new WatcherFinding(program + " " + shown, Optional.empty()));
      }
      first &= option;
    }
    return Optional.empty();
  }

  private static boolean endsOptions(String program, String word) {
    return word.equals("--")
        || (RUN_SCRIPTS.contains(program) && !word.startsWith("-") && word.indexOf('.') > 0);
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
