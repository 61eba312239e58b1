package dev.pitstop.process;

import dev.pitstop.process.Watchers.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What each watcher would run, out of its words: the command without it, and what it would watch.
/// Stateless.
final class WatcherCommand {
  private static final Set<String> RELOADERS =
      Set.of("uvicorn", "hypercorn", "gunicorn", "fastmcp", "granian", "litestar");

  /// Programs that come with a project's packages, and not with the language.
  private static final Set<String> TOOLS =
      Set.of("tsx", "ts-node", "tsc", "tsup", "esbuild", "swc");

  private static final Set<String> OF_NODEMON =
      Set.of(
          "-w",
          "--watch",
          "-e",
          "--ext",
          "-x",
          "--exec",
          "-i",
          "--ignore",
          "-d",
          "--delay",
          "--config",
          "-s",
          "--signal",
          "--cwd");
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
  private static final Set<String> OF_TSND =
      Set.of("--watch", "--ignore-watch", "--debounce", "--interval");
  private static final Set<String> OF_RELOAD =
      Set.of("--reload-dir", "--reload-include", "--reload-exclude", "--reload-delay");

  private WatcherCommand() {}

  /// Whether a program is one of a project's packages.
  static boolean isTool(String word) {
    return TOOLS.contains(Interpreters.baseName(word));
  }

  /// @param name of the program, without directory and version
  /// @param words the program and what is behind it
  /// @return empty if it is no watcher
  static Optional<Finding> without(String name, List<String> words, Path directory) {
    return switch (name) {
      case "nodemon" -> Optional.of(nodemon(words, directory));
      case "tsx" -> tsx(words);
      case "ts-node-dev", "tsnd" -> Optional.of(tsNodeDev(words));
      case "node", "nodejs", "deno", "bun" -> flag(name, words);
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
      case "tsc", "tsup" -> compiler(name, words);
      case "tsc-watch" -> Optional.of(onSuccess("tsc-watch", "npx tsc", words));
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

  /// All of a directory's files with these endings.
  private static String glob(String directory, String endings) {
    String path = directory.startsWith("./") ? directory.substring(2) : directory;
    String below = path.isEmpty() || path.equals(".") ? "**/" : path + "/**/";
    return below + (endings.indexOf(',') < 0 ? "*." + endings : "*.{" + endings + "}");
  }

  /// Where a script lies: `src` for `src/server.ts`.
  private static String place(String file) {
    int slash = file.replace('\\', '/').lastIndexOf('/');
    return slash <= 0 ? "" : file.substring(0, slash);
  }

  private static Finding nodemon(List<String> words, Path directory) {
    List<String> watched = new ArrayList<>();
    String endings = "";
    String exec = "";
    int i = 1;
    while (i < words.size() && words.get(i).startsWith("-")) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      boolean takes = OF_NODEMON.contains(option);
      String value = equals >= 0 ? word.substring(equals + 1) : takes ? at(words, i + 1) : "";
      switch (option) {
        case "-w", "--watch" -> watched.add(value);
        case "-e", "--ext" -> endings = value.replace(" ", "").replace(".", "");
        case "-x", "--exec" -> exec = value;
        default -> {} // what else it can do is of no use here
      }
      i += takes && equals < 0 ? 2 : 1;
    }
    List<String> rest = new ArrayList<>(words.subList(Math.min(i, words.size()), words.size()));
    if (rest.isEmpty() && exec.isEmpty()) {
      PackageScripts.of(directory).flatMap(PackageScripts.Described::main).ifPresent(rest::add);
    }
    List<String> argv = new ArrayList<>();
    Optional<String> build = Optional.empty();
    if (!exec.isEmpty()) {
      List<ShellLine.Segment> segments = ShellLine.segments(exec);
      if (segments.size() > 1) {
        build =
            Optional.of(
                exec.substring(0, exec.lastIndexOf(segments.getLast().text()))
                    .strip()
                    .replaceAll("(&&|;)$", "")
                    .strip());
      }
      argv.addAll(segments.isEmpty() ? List.of() : segments.getLast().words());
    } else if (!rest.isEmpty()) {
      String script = rest.getFirst();
      argv.addAll(
          script.endsWith(".ts")
              ? List.of("npx", "ts-node")
              : script.endsWith(".py") ? List.of("python3") : List.of("node"));
    }
    argv.addAll(rest);
    String script =
        argv.stream().filter(w -> w.indexOf('.') > 0 && !w.startsWith("-")).findFirst().orElse("");
    String usual =
        script.endsWith(".ts") ? "ts,json" : script.endsWith(".py") ? "py" : "js,mjs,cjs,json";
    String shown = endings.isEmpty() ? usual : endings;
    List<String> globs = new ArrayList<>();
    for (String one : watched) {
      boolean pattern = one.indexOf('*') >= 0 || one.lastIndexOf('.') > 0;
      globs.add(pattern ? one : glob(stripSlash(one), shown));
    }
    if (globs.isEmpty()) {
      globs.add(glob(place(script), shown));
    }
    Finding found = Finding.of("nodemon", argv, globs);
    return build.map(found::built).orElse(found);
  }

  private static String stripSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private static String at(List<String> words, int i) {
    return i < words.size() ? words.get(i) : "";
  }

  private static Optional<Finding> tsx(List<String> words) {
    int watch = words.indexOf("watch");
    boolean option = words.contains("--watch");
    int first = 1;
    while (first < words.size() && words.get(first).startsWith("-")) {
      first++;
    }
    if (watch != first && !option) {
      return Optional.empty();
    }
    List<String> argv = new ArrayList<>();
    List<String> globs = new ArrayList<>();
    boolean script = false; // what follows is the program's own
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (script || (i != watch && !word.startsWith("--watch") && !isOfTsx(word))) {
        argv.add(word);
        script |= i > watch && i > 0 && !word.startsWith("-");
      } else if (Set.of("--include", "--exclude", "--ignore").contains(word)) {
        i++;
        if (word.equals("--include")) {
          globs.add(at(words, i));
        }
      }
    }
    globs.addFirst(glob(place(file(argv)), "ts"));
    return Optional.of(Finding.of("tsx watch", argv, globs));
  }

  private static boolean isOfTsx(String word) {
    return word.startsWith("--clear-screen")
        || word.startsWith("--no-clear-screen")
        || word.startsWith("--include")
        || word.startsWith("--exclude")
        || word.startsWith("--ignore");
  }

  /// The first word behind the program that is no option: the script.
  private static String file(List<String> argv) {
    for (String word : argv.subList(Math.min(1, argv.size()), argv.size())) {
      if (!word.startsWith("-") && word.indexOf('.') > 0) {
        return word;
      }
    }
    return "";
  }

  private static Finding tsNodeDev(List<String> words) {
    List<String> argv = new ArrayList<>(List.of("npx", "ts-node"));
    boolean script = false;
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (script || !word.startsWith("-")) {
        argv.add(word);
        script = true;
      } else if (OF_TSND.contains(word)) {
        i++;
      } else if (word.equals("--transpile-only") || word.equals("-T") || word.equals("--esm")) {
        argv.add(word);
      } else if (word.equals("-P") || word.equals("--project")) {
        argv.add(word);
        argv.add(at(words, ++i));
      }
    }
    return Finding.of("ts-node-dev", argv, List.of(glob(place(file(argv)), "ts,json")));
  }

  /// `node --watch`, `deno run --watch`, `bun --watch` and `bun --hot`: options before the script.
  private static Optional<Finding> flag(String name, List<String> words) {
    List<String> argv = new ArrayList<>();
    List<String> globs = new ArrayList<>();
    String flag = "";
    boolean script = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean watches = word.startsWith("--watch") || (word.equals("--hot") && name.equals("bun"));
      if (!script && watches) {
        flag = flag.isEmpty() ? word : flag;
        boolean path = word.startsWith("--watch-path");
        boolean value = path && word.indexOf('=') < 0;
        String where = value ? at(words, i + 1) : word.substring(word.indexOf('=') + 1);
        if (path) {
          globs.add(stripSlash(where.startsWith("./") ? where.substring(2) : where) + "/**");
        }
        i += value ? 1 : 0;
      } else {
        argv.add(word);
        script |= i > 0 && word.indexOf('.') > 0 && !word.startsWith("-");
      }
    }
    if (flag.isEmpty()) {
      return Optional.empty();
    }
    if (globs.isEmpty()) {
      String file = file(argv);
      String ending = file.substring(file.lastIndexOf('.') + 1);
      globs.add(glob(place(file), ending.isEmpty() ? "js" : ending));
    }
    int equals = flag.indexOf('=');
    String plain = equals < 0 ? flag : flag.substring(0, equals);
    return Optional.of(Finding.of(name + " " + plain, argv, globs));
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
      String value = OF_CARGO_WATCH.contains(word) ? at(words, ++i) : "";
      switch (word) {
        case "-x", "--exec" -> run = ShellLine.segments(value).getFirst().words();
        case "-s", "--shell" -> argv.addAll(ShellLine.segments(value).getLast().words());
        case "-w", "--watch" ->
            globs.add(value.indexOf('.') > 0 ? value : stripSlash(value) + "/**");
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
    if (!run.getFirst().equals("run") && !run.getFirst().equals("r")) {
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
      String value = equals < 0 ? at(words, i + 1) : word.substring(equals + 1);
      if (option.equals("-w") || option.equals("--watch")) {
        watched.add(stripSlash(value));
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
      globs.add(endings.isEmpty() ? (one.isEmpty() ? "**" : one + "/**") : glob(one, endings));
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

  /// A compiler that goes on watching, and may start a program after each success.
  private static Optional<Finding> compiler(String name, List<String> words) {
    boolean watches = words.contains("-w") || words.contains("--watch");
    return watches
        ? Optional.of(onSuccess(name + " --watch", "npx " + once(words), words))
        : Optional.empty();
  }

  private static String once(List<String> words) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--onSuccess") || word.equals("--on-success")) {
        i++;
      } else if (!word.equals("-w")
          && !word.startsWith("--watch")
          && !word.equals("--preserveWatchOutput")) {
        all.add(word);
      }
    }
    return ShellLine.quoted(all);
  }

  private static Finding onSuccess(String name, String build, List<String> words) {
    int at = Math.max(words.indexOf("--onSuccess"), words.indexOf("--on-success"));
    List<ShellLine.Segment> then = at < 0 ? List.of() : ShellLine.segments(at(words, at + 1));
    List<String> argv = then.isEmpty() ? List.of() : then.getLast().words();
    return Finding.of(name, argv, List.of("src/**/*.ts")).built(build);
  }

  private static Finding reload(String name, List<String> words) {
    List<String> argv = new ArrayList<>();
    List<String> globs = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      if (OF_RELOAD.contains(option)) {
        String value = equals < 0 ? at(words, ++i) : word.substring(equals + 1);
        if (option.equals("--reload-dir")) {
          globs.add(glob(stripSlash(value), "py"));
        }
      } else if (!word.equals("--reload")) {
        argv.add(word);
      }
    }
    return Finding.of(name + " --reload", argv, globs.isEmpty() ? List.of("**/*.py") : globs);
  }
}
