package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.process.ShellLine;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds what a watcher runs and watches, from its command line. The result is the command without
/// the watcher, and the globs. Stateless.
final class WatcherCommand {
  /// Python servers that restart themselves with `--reload`.
  private static final Set<String> RELOADERS =
      Words.set("uvicorn hypercorn gunicorn fastmcp granian litestar");

  /// Programs that come with a project's packages and not with the language.
  private static final Set<String> TOOLS = Words.set("tsx ts-node tsc tsup esbuild swc");

  /// The options that take the next word, of the watchers that run the command after them.
  private static final String VALUED =
      "-w --watch -W -e --ext --exts -f --filter -i --ignore --ignore-watch -x --exec -d --delay"
          + " --delay-run --debounce --interval -s --signal --stop-signal --stop-timeout --shell"
          + " --use-shell -o --on-busy-update --cwd --workdir -E --env -B --features --config -P"
          + " --project --project-origin";

  private static final Set<String> WITH_VALUE = Words.set(VALUED);
  private static final Set<String> OF_CARGO_WATCH = Words.set(VALUED, "-C"); // a flag of nodemon
  private static final Set<String> OF_RELOAD =
      Words.set("--reload-dir --reload-include --reload-exclude --reload-delay");
  private static final Set<String> OF_TSX = Words.set("--include --exclude --ignore");
  private static final Set<String> ON_SUCCESS = Words.set("--onSuccess --on-success");
  private static final Set<String> OF_COMPILERS =
      Words.set("-w --preserveWatchOutput --onSuccess --on-success");

  private WatcherCommand() {}

  /// Whether a program comes from one of a project's packages.
  static boolean isTool(String word) {
    return TOOLS.contains(Interpreters.baseName(word));
  }

  /// @param name of the program, without directory and version
  /// @param words the program and the words after it
  /// @return empty if it is not a watcher
  static Optional<WatcherFinding> without(String name, List<String> words, Path directory) {
    boolean verb = words.size() > 1 && words.get(1).equals("watch");
    return switch (name) {
      case "nodemon" -> Optional.of(nodemon(words, directory));
      case "ts-node-dev", "tsnd" -> Optional.of(tsNodeDev(words));
      case "node", "nodejs", "deno", "bun", "tsx" -> flag(name, words);
      case "cargo" -> verb ? Optional.of(cargo(words, 2)) : Optional.empty();
      case "cargo-watch" -> Optional.of(cargo(words, verb ? 2 : 1));
      case "watchexec" -> Optional.of(watchexec(words));
      case "dotnet" -> verb ? Optional.of(dotnet(words)) : Optional.empty();
      case "air" -> Optional.of(air(words));
      case "entr" -> Optional.of(entr(words));
      case "tsc", "tsup", "tsc-watch" -> compiler(name, words);
      case "gow" -> {
        List<String> argv = joined(List.of("go"), words.subList(1, words.size()));
        yield Optional.of(WatcherFinding.of(name, argv, List.of("**/*.go")));
      }
      default ->
          RELOADERS.contains(name) && words.contains("--reload")
              ? Optional.of(reload(name, words))
              : Optional.empty();
    };
  }

  private static WatcherFinding nodemon(List<String> words, Path directory) {
    WatcherOptions given = WatcherOptions.before(words, 1, WITH_VALUE);
    List<String> rest = given.rest();
    List<ShellLine.Segment> exec = ShellLine.segments(given.last("-x", "--exec"));
    if (rest.isEmpty() && exec.isEmpty()) {
      PackageJson.above(directory).flatMap(PackageJson::main).ifPresent(rest::add);
    }
    List<String> argv = joined(exec.isEmpty() ? interpreter(rest) : exec.getLast().words(), rest);
    String script = script(argv);
    String ext = given.last("-e", "--ext").replace(" ", "").replace(".", "");
    String usual =
        script.endsWith(".ts") ? "ts,json" : script.endsWith(".py") ? "py" : "js,mjs,cjs,json";
    String endings = ext.isEmpty() ? usual : ext;
    List<String> globs = globs(given.all("-w", "--watch"), endings);
    WatcherFinding found =
        WatcherFinding.of("nodemon", argv, globs.isEmpty() ? beside(script, endings) : globs);
    return exec.size() > 1 ? found.built(ShellLine.before(exec, exec.size() - 1)) : found;
  }

  /// The interpreter that `nodemon` runs a script with.
  private static List<String> interpreter(List<String> words) {
    if (words.isEmpty() || words.getFirst().isEmpty()) {
      return List.of();
    }
    return words.getFirst().endsWith(".ts")
        ? List.of("npx", "ts-node")
        : List.of(words.getFirst().endsWith(".py") ? "python3" : "node");
  }

  private static WatcherFinding tsNodeDev(List<String> words) {
    WatcherOptions given = WatcherOptions.before(words, 1, WITH_VALUE);
    List<String> argv = new ArrayList<>(List.of("npx", "ts-node"));
    for (String option : List.of("--transpile-only", "-T", "--esm", "-P", "--project")) {
      if (given.given().containsKey(option)) {
        argv.add(option);
        argv.addAll(WITH_VALUE.contains(option) ? given.all(option) : List.of());
      }
    }
    argv.addAll(given.rest());
    return WatcherFinding.of("ts-node-dev", argv, beside(script(argv), "ts,json"));
  }

  /// `node --watch`, `deno run --watch`, `bun --hot`, `tsx watch`: options before the script.
  private static Optional<WatcherFinding> flag(String name, List<String> words) {
    List<String> plain = new ArrayList<>(words);
    int verb = name.equals("tsx") ? words.indexOf("watch") : -1;
    boolean first = verb > 0 && words.subList(1, verb).stream().allMatch(w -> w.startsWith("-"));
    if (first) {
      plain.set(verb, "--watch");
    }
    Set<String> values = name.equals("tsx") ? OF_TSX : Set.of("--watch-path");
    Predicate<String> watches =
        o -> o.startsWith("--watch") || (name.equals("bun") && o.equals("--hot"));
    WatcherOptions given =
        WatcherOptions.among(
            plain,
            o -> watches.test(o) || o.endsWith("clear-screen") || values.contains(o),
            values,
            WatcherCommand::isScript);
    List<String> paths = given.all("--watch-path").stream().map(p -> glob(p, "")).toList();
    String script = script(given.rest());
    String ending = script.isEmpty() ? "js" : script.substring(script.lastIndexOf('.') + 1);
    List<String> globs =
        joined(paths.isEmpty() ? beside(script, ending) : paths, given.all("--include"));
    return given.given().keySet().stream()
        .filter(watches)
        .findFirst()
        .map(o -> WatcherFinding.of(name + (first ? " watch" : " " + o), given.rest(), globs));
  }

  /// A compiler that keeps watching, and may start a program after each success.
  private static Optional<WatcherFinding> compiler(String name, List<String> words) {
    WatcherOptions given =
        WatcherOptions.among(
            words,
            o -> o.startsWith("--watch") || OF_COMPILERS.contains(o),
            ON_SUCCESS,
            word -> false);
    boolean always = name.equals("tsc-watch");
    if (!always && given.all("-w", "--watch").isEmpty()) {
      return Optional.empty();
    }
    List<String> argv = ShellLine.last(given.last("--onSuccess", "--on-success"));
    return Optional.of(
        WatcherFinding.of(always ? name : name + " --watch", argv, List.of("src/**/*.ts"))
            .built(always ? "npx tsc" : "npx " + ShellLine.quoted(given.rest())));
  }

  private static WatcherFinding cargo(List<String> words, int from) {
    WatcherOptions given = WatcherOptions.before(words, from, OF_CARGO_WATCH);
    List<String> watched = globs(given.all("-w", "--watch"), "");
    List<String> globs = watched.isEmpty() ? List.of("src/**/*.rs", "Cargo.toml") : watched;
    List<String> argv = joined(ShellLine.last(given.last("-s", "--shell")), given.rest());
    if (!argv.isEmpty()) {
      return WatcherFinding.of("cargo watch", argv, globs);
    }
    List<String> runs = given.all("-x", "--exec");
    List<String> run = runs.isEmpty() ? List.of("run") : ShellLine.last(runs.getLast());
    if (run.isEmpty() || !Set.of("run", "r").contains(run.getFirst())) {
      return WatcherFinding.of("cargo watch", List.of(), globs)
          .built(ShellLine.quoted(joined(List.of("cargo"), run)));
    }
    List<String> options = run.subList(1, run.size());
    int own = options.indexOf("--");
    List<String> ofBuild = own < 0 ? options : options.subList(0, own);
    return WatcherFinding.of(
            "cargo watch", joined(List.of("cargo", "run", "--quiet"), options), globs)
        .built(ShellLine.quoted(joined(List.of("cargo", "build"), ofBuild)));
  }

  private static WatcherFinding watchexec(List<String> words) {
    WatcherOptions given = WatcherOptions.before(words, 1, WITH_VALUE);
    List<String> argv = given.rest();
    List<ShellLine.Segment> line =
        argv.size() == 1 ? ShellLine.segments(argv.getFirst()) : List.of();
    String endings = given.last("-e", "--exts");
    List<String> watched = given.all("-w", "--watch");
    List<String> directories = watched.isEmpty() ? List.of("") : watched;
    return WatcherFinding.of(
        "watchexec",
        line.size() == 1 ? line.getFirst().words() : argv,
        directories.stream().map(d -> glob(d, endings)).toList());
  }

  private static WatcherFinding dotnet(List<String> words) {
    List<String> options = new ArrayList<>(words.subList(2, words.size()));
    options.removeIf(Words.set("run --no-hot-reload --non-interactive --verbose")::contains);
    int project = options.indexOf("--project") + 1;
    boolean named = project > 0 && project < options.size();
    List<String> build =
        joined(List.of("dotnet", "build"), named ? List.of(options.get(project)) : List.of());
    return WatcherFinding.of(
            "dotnet watch",
            joined(List.of("dotnet", "run", "--no-build"), options),
            List.of("**/*.cs", "**/*.csproj"))
        .built(ShellLine.quoted(build));
  }

  private static WatcherFinding air(List<String> words) {
    int own = words.indexOf("--");
    List<String> argv =
        joined(List.of("./tmp/main"), own < 0 ? List.of() : words.subList(own + 1, words.size()));
    return WatcherFinding.of("air", argv, List.of("**/*.go")).built("go build -o ./tmp/main .");
  }

  private static WatcherFinding entr(List<String> words) {
    WatcherOptions given = WatcherOptions.before(words, 1, Set.of());
    List<String> argv = given.rest();
    boolean shell = given.given().keySet().stream().anyMatch(o -> o.indexOf('s') > 0);
    List<String> line = shell && !argv.isEmpty() ? ShellLine.last(argv.getFirst()) : List.of();
    return WatcherFinding.of("entr", line.isEmpty() ? argv : line, List.of("**"));
  }

  private static WatcherFinding reload(String name, List<String> words) {
    WatcherOptions given =
        WatcherOptions.among(
            words, o -> o.equals("--reload") || OF_RELOAD.contains(o), OF_RELOAD, word -> false);
    List<String> directories = given.all("--reload-dir");
    List<String> watched = directories.isEmpty() ? List.of("") : directories;
    return WatcherFinding.of(
        name + " --reload", given.rest(), watched.stream().map(d -> glob(d, "py")).toList());
  }

  private static List<String> joined(List<String> words, List<String> more) {
    return Stream.concat(words.stream(), more.stream()).toList();
  }

  /// Whether a word is the script that an interpreter runs.
  private static boolean isScript(String word) {
    return word.indexOf('.') > 0 && !word.startsWith("-");
  }

  /// The first script after the program; empty if there is none.
  private static String script(List<String> argv) {
    return argv.stream().skip(1).filter(WatcherCommand::isScript).findFirst().orElse("");
  }

  /// The files with these endings in the directory of a script, and below it.
  private static List<String> beside(String script, String endings) {
    return List.of(glob(script.substring(0, Math.max(0, script.lastIndexOf('/'))), endings));
  }

  /// The globs of what a watcher is told to watch: patterns, files and directories.
  private static List<String> globs(List<String> watched, String endings) {
    return watched.stream()
        .map(w -> w.indexOf('*') >= 0 || w.lastIndexOf('.') > 0 ? w : glob(w, endings))
        .toList();
  }

  /// All of a directory's files with these endings; without endings all files.
  private static String glob(String directory, String endings) {
    String path = directory.startsWith("./") ? directory.substring(2) : directory;
    path = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    String below = path.isEmpty() || path.equals(".") ? "**" : path + "/**";
    return endings.isEmpty()
        ? below
        : below + (endings.indexOf(',') < 0 ? "/*." + endings : "/*.{" + endings + "}");
  }
}
