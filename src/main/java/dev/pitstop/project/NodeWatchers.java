package dev.pitstop.project;

import dev.pitstop.process.ShellLine;
import dev.pitstop.project.Watchers.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The watchers of programs for Node, Deno and Bun: what each would run, and what it would watch.
/// Stateless.
final class NodeWatchers {
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
  private static final Set<String> OF_TSND =
      Set.of("--watch", "--ignore-watch", "--debounce", "--interval");

  private NodeWatchers() {}

  static Finding nodemon(List<String> words, Path directory) {
    List<String> watched = new ArrayList<>();
    String endings = "";
    String exec = "";
    int i = 1;
    while (i < words.size() && words.get(i).startsWith("-")) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      boolean takes = OF_NODEMON.contains(option);
      String value =
          equals >= 0 ? word.substring(equals + 1) : takes ? Patterns.at(words, i + 1) : "";
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
      globs.add(pattern ? one : Patterns.glob(Patterns.stripSlash(one), shown));
    }
    if (globs.isEmpty()) {
      globs.add(Patterns.glob(Patterns.place(script), shown));
    }
    Finding found = Finding.of("nodemon", argv, globs);
    return build.map(found::built).orElse(found);
  }

  static Optional<Finding> tsx(List<String> words) {
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
          globs.add(Patterns.at(words, i));
        }
      }
    }
    globs.addFirst(Patterns.glob(Patterns.place(Patterns.file(argv)), "ts"));
    return Optional.of(Finding.of("tsx watch", argv, globs));
  }

  private static boolean isOfTsx(String word) {
    return word.startsWith("--clear-screen")
        || word.startsWith("--no-clear-screen")
        || word.startsWith("--include")
        || word.startsWith("--exclude")
        || word.startsWith("--ignore");
  }

  static Finding tsNodeDev(List<String> words) {
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
        argv.add(Patterns.at(words, ++i));
      }
    }
    return Finding.of(
        "ts-node-dev",
        argv,
        List.of(Patterns.glob(Patterns.place(Patterns.file(argv)), "ts,json")));
  }

  /// `node --watch`, `deno run --watch`, `bun --watch` and `bun --hot`: options before the script.
  static Optional<Finding> flag(String name, List<String> words) {
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
        String where = value ? Patterns.at(words, i + 1) : word.substring(word.indexOf('=') + 1);
        if (path) {
          globs.add(
              Patterns.stripSlash(where.startsWith("./") ? where.substring(2) : where) + "/**");
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
      String file = Patterns.file(argv);
      String ending = file.substring(file.lastIndexOf('.') + 1);
      globs.add(Patterns.glob(Patterns.place(file), ending.isEmpty() ? "js" : ending));
    }
    int equals = flag.indexOf('=');
    String plain = equals < 0 ? flag : flag.substring(0, equals);
    return Optional.of(Finding.of(name + " " + plain, argv, globs));
  }

  /// A compiler that goes on watching, and may start a program after each success.
  static Optional<Finding> compiler(String name, List<String> words) {
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

  static Finding onSuccess(String name, String build, List<String> words) {
    int at = Math.max(words.indexOf("--onSuccess"), words.indexOf("--on-success"));
    List<ShellLine.Segment> then =
        at < 0 ? List.of() : ShellLine.segments(Patterns.at(words, at + 1));
    List<String> argv = then.isEmpty() ? List.of() : then.getLast().words();
    return Finding.of(name, argv, List.of("src/**/*.ts")).built(build);
  }
}
