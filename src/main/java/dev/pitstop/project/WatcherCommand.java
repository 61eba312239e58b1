package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.process.ShellLine;
import dev.pitstop.project.Watchers.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What each watcher runs and watches, from its command line: the command without the watcher, and
/// the globs. Stateless.
final class WatcherCommand {
  private static final Set<String> RELOADERS =
      Set.of("uvicorn", "hypercorn", "gunicorn", "fastmcp", "granian", "litestar");

  /// Programs that come with a project's packages, and not with the language.
  private static final Set<String> TOOLS =
      Set.of("tsx", "ts-node", "tsc", "tsup", "esbuild", "swc");

  private static final Set<String> OF_WATCHEXEC =
      Set.of(
          "-w",
          "--watch",
          "-W",
          "-e",
          "--exts",
          "-f",
          "--filter",
          "-i",
          "--ignore",
          "-s",
          "--signal",
          "--stop-signal",
          "--stop-timeout",
          "-d",
          "--debounce",
          "--shell",
          "-o",
          "--on-busy-update",
          "--workdir",
          "-E",
          "--env",
          "--delay-run",
          "--project-origin");
  private static final Set<String> OF_CARGO_WATCH =
      Set.of(
          "-x",
          "--exec",
          "-s",
          "--shell",
          "-w",
          "--watch",
          "-i",
          "--ignore",
          "-d",
          "--delay",
          "-C",
          "--workdir",
          "-B",
          "--features",
          "-E",
          "--env",
          "--use-shell");
  private static final Set<String> OF_RELOAD =
      Set.of("--reload-dir", "--reload-include", "--reload-exclude", "--reload-delay");

  private WatcherCommand() {}

  /// Whether a program comes from one of a project's packages.
  static boolean isTool(String word) {
    return TOOLS.contains(Interpreters.baseName(word));
  }

  /// @param name of the program, without directory and version
  /// @param words the program and the words after it
  /// @return empty if it is not a watcher
  static Optional<Finding> without(String name, List<String> words, Path directory) {
    return switch (name) {
      case "nodemon" -> Optional.of(NodeWatchers.nodemon(words, directory));
      case "tsx" -> NodeWatchers.tsx(words);
      case "ts-node-dev", "tsnd" -> Optional.of(NodeWatchers.tsNodeDev(words));
      case "node", "nodejs", "deno", "bun" -> NodeWatchers.flag(name, words);
      case "cargo" ->
          words.size() > 1 && words.get(1).equals("watch")
              ? Optional.of(cargo(words.subList(2, words.size())))
              : Optional.empty();
      case "cargo-watch" -> {
        boolean twice = words.size() > 1 && words.get(1).equals("watch");
        yield Optional.of(cargo(words.subList(twice ? 2 : 1, words.size())));
      }
      case "watchexec" -> Optional.of(watchexec(words));
      case "dotnet" -> dotnet(words);
      case "air" -> Optional.of(air(words));
      case "entr" -> Optional.of(entr(words));
      case "tsc", "tsup" -> NodeWatchers.compiler(name, words);
      case "tsc-watch" -> Optional.of(NodeWatchers.onSuccess("tsc-watch", "npx tsc", words));
      case "gow" -> Optional.of(Finding.of("gow", replaced(words, "go"), List.of("**/*.go")));
      default ->
          RELOADERS.contains(name) && words.contains("--reload")
              ? Optional.of(reload(name, words))
              : Optional.empty();
    };
  }

  private static List<String> replaced(List<String> words, String program) {
    List<String> all = new ArrayList<>(words);
    all.set(0, program);
    return all;
  }

  private static Finding cargo(List<String> words) {
    List<String> run = List.of("run");
    List<String> argv = new ArrayList<>();
    List<String> globs = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--")) {
        argv.addAll(words.subList(i + 1, words.size()));
        break;
      }
      String value = OF_CARGO_WATCH.contains(word) ? Patterns.at(words, ++i) : "";
      switch (word) {
        case "-x", "--exec" -> run = ShellLine.last(value);
        case "-s", "--shell" -> argv.addAll(ShellLine.last(value));
        case "-w", "--watch" ->
            globs.add(value.indexOf('.') > 0 ? value : Patterns.stripSlash(value) + "/**");
        default -> {} // flags of the watcher
      }
    }
    if (globs.isEmpty()) {
      globs.addAll(List.of("src/**/*.rs", "Cargo.toml"));
    }
    if (!argv.isEmpty()) {
      return Finding.of("cargo watch", argv, globs);
    }
    List<String> program = new ArrayList<>(List.of("cargo"));
    program.addAll(run);
    String verb = run.isEmpty() ? "" : run.getFirst();
    if (!verb.equals("run") && !verb.equals("r")) {
      return Finding.of("cargo watch", List.of(), globs).built(ShellLine.quoted(program));
    }
    int own = run.indexOf("--");
    List<String> options = run.subList(1, own < 0 ? run.size() : own);
    List<String> build = new ArrayList<>(List.of("cargo", "build"));
    build.addAll(options);
    program.set(1, "run");
    program.add(2, "--quiet");
    return Finding.of("cargo watch", program, globs).built(ShellLine.quoted(build));
  }

  private static Finding watchexec(List<String> words) {
    List<String> watched = new ArrayList<>();
    String endings = "";
    int i = 1;
    while (i < words.size() && words.get(i).startsWith("-")) {
      String word = words.get(i);
      if (word.equals("--")) {
        i++;
        break;
      }
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      boolean takes = OF_WATCHEXEC.contains(option) && equals < 0;
      String value = equals < 0 ? Patterns.at(words, i + 1) : word.substring(equals + 1);
      if (option.equals("-w") || option.equals("--watch")) {
        watched.add(Patterns.stripSlash(value));
      } else if (option.equals("-e") || option.equals("--exts")) {
        endings = value;
      }
      i += takes ? 2 : 1;
    }
    List<String> argv = words.subList(Math.min(i, words.size()), words.size());
    List<ShellLine.Segment> line =
        argv.size() == 1 ? ShellLine.segments(argv.getFirst()) : List.of();
    List<String> globs = new ArrayList<>();
    for (String one : watched.isEmpty() ? List.of("") : watched) {
      globs.add(
          endings.isEmpty() ? (one.isEmpty() ? "**" : one + "/**") : Patterns.glob(one, endings));
    }
    return Finding.of("watchexec", line.size() == 1 ? line.getFirst().words() : argv, globs);
  }

  private static Optional<Finding> dotnet(List<String> words) {
    int watch = words.indexOf("watch");
    if (watch != 1) {
      return Optional.empty();
    }
    List<String> options = new ArrayList<>(words.subList(2, words.size()));
    options.removeIf(
        w -> Set.of("run", "--no-hot-reload", "--non-interactive", "--verbose").contains(w));
    int own = options.indexOf("--");
    List<String> build = new ArrayList<>(List.of("dotnet", "build"));
    int project = options.indexOf("--project");
    if (project >= 0 && project + 1 < options.size()) {
      build.add(options.get(project + 1));
    }
    List<String> argv = new ArrayList<>(List.of("dotnet", "run", "--no-build"));
    argv.addAll(own < 0 ? options : options.subList(0, own));
    argv.addAll(own < 0 ? List.of() : options.subList(own, options.size()));
    return Optional.of(
        Finding.of("dotnet watch", argv, List.of("**/*.cs", "**/*.csproj"))
            .built(ShellLine.quoted(build)));
  }

  private static Finding air(List<String> words) {
    List<String> argv = new ArrayList<>(List.of("./tmp/main"));
    int own = words.indexOf("--");
    argv.addAll(own < 0 ? List.of() : words.subList(own + 1, words.size()));
    return Finding.of("air", argv, List.of("**/*.go")).built("go build -o ./tmp/main .");
  }

  private static Finding entr(List<String> words) {
    int i = 1;
    boolean shell = false;
    while (i < words.size() && words.get(i).startsWith("-")) {
      shell |= words.get(i).indexOf('s') > 0;
      i++;
    }
    List<String> argv = words.subList(Math.min(i, words.size()), words.size());
    List<ShellLine.Segment> line =
        shell && !argv.isEmpty() ? ShellLine.segments(argv.getFirst()) : List.of();
    return Finding.of("entr", line.isEmpty() ? argv : line.getLast().words(), List.of("**"));
  }

  private static Finding reload(String name, List<String> words) {
    List<String> argv = new ArrayList<>();
    List<String> globs = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      if (OF_RELOAD.contains(option)) {
        String value = equals < 0 ? Patterns.at(words, ++i) : word.substring(equals + 1);
        if (option.equals("--reload-dir")) {
          globs.add(Patterns.glob(Patterns.stripSlash(value), "py"));
        }
      } else if (!word.equals("--reload")) {
        argv.add(word);
      }
    }
    return Finding.of(name + " --reload", argv, globs.isEmpty() ? List.of("**/*.py") : globs);
  }
}
