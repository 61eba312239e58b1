package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.process.ShellLine;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Follows the words of a command to a watcher: past `npx` and `env`, into shells and the scripts
/// of `package.json`. For one search.
///
/// @param nested how many scripts called each other until here
record WatcherSearch(Path directory, int nested) {
  /// How deep scripts may call scripts.
  private static final int MOST_NESTED = 5;

  private static final Set<String> ALWAYS =
      Words.set("nodemon ts-node-dev tsnd tsc-watch cargo-watch watchexec air entr gow");

  /// Programs whose options end at the script that they run.
  private static final Set<String> RUN_SCRIPTS = Words.set("node nodejs deno bun tsx");

  private static final Set<String> VERBS = Words.set("run run-script exec x dlx tool");

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

  Optional<WatcherFinding> in(List<String> words) {
    String runner = "";
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int at = word.lastIndexOf('@'); // `tsx@4`
      String name =
          Interpreters.baseName(at > 0 && word.indexOf('/', at) < 0 ? word.substring(0, at) : word);
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
      } else if (!word.startsWith("-") && !VERBS.contains(word) && !isVariable(word)) {
        return Optional.empty(); // the program or its file
      }
    }
    return Optional.empty();
  }

  private static boolean isVariable(String word) {
    int equals = word.indexOf('=');
    return equals > 0 && word.substring(0, equals).indexOf('/') < 0;
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
    boolean first = true;
    for (String word : signs.isEmpty() ? List.<String>of() : rest) {
      boolean option = word.startsWith("-");
      boolean script = RUN_SCRIPTS.contains(program) && !option && word.indexOf('.') > 0;
      if (script || word.equals("--")) {
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

  /// The script that a package manager runs.
  private Optional<WatcherFinding> script(List<String> words) {
    if (nested == MOST_NESTED) {
      return Optional.empty();
    }
    PackageJson.Called called = PackageJson.Called.of(words);
    return PackageJson.above(directory.resolve(called.directory()).normalize())
        .flatMap(p ->
            p.script(called.name()).flatMap(new WatcherSearch(p.directory(), nested + 1)::line))
        .map(f -> new WatcherFinding(f.watcher(), Optional.of(called.name())));
  }
}
