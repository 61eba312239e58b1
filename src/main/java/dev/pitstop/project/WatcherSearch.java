package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.process.ShellLine;
import dev.pitstop.project.Watchers.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Follows the words of a command to the program that runs in the end: past `npx` and `env`, into
/// shells and the scripts of `package.json`. For one search.
final class WatcherSearch {
  /// Scripts within scripts.
  private static final int MOST_NESTED = 5;

  private static final Set<String> WRAPPERS =
      Set.of("env", "cross-env", "nice", "nohup", "time", "stdbuf", "setsid", "caffeinate");
  private static final Set<String> FETCHERS = Set.of("npx", "bunx", "pnpx", "uvx");
  private static final Set<String> RUNNERS =
      Set.of("uv", "poetry", "pipenv", "pdm", "hatch", "rye");
  private static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "dash");
  private static final Set<String> PACKAGE_MANAGERS = Set.of("npm", "pnpm", "yarn", "bun");
  private static final Set<String> WITH_VALUE = Set.of("-p", "--package", "--with", "--from", "-n");
  private static final Set<String> TOGETHER =
      Set.of("concurrently", "npm-run-all", "run-p", "run-s", "turbo");

  private final Path directory;
  private int nested;

  WatcherSearch(Path directory) {
    this.directory = directory;
  }

  Optional<Finding> in(List<String> words) {
    int i = 0;
    while (i < words.size()) {
      String word = words.get(i);
      String name = Interpreters.baseName(plain(word));
      if (isVariable(word)) {
        i++;
      } else if (WRAPPERS.contains(name) || FETCHERS.contains(name)) {
        i = pastOptions(words, i + 1);
      } else if (RUNNERS.contains(name) && next(words, i).equals("run")) {
        i = pastOptions(words, i + 2);
      } else if (Interpreters.isPython(name) && words.contains("-m")) {
        i = Math.max(i, words.indexOf("-m")) + 1;
      } else if (PACKAGE_MANAGERS.contains(name)) {
        int program = ofPackageManager(name, words, i);
        if (program < 0) {
          return script(name, words, i);
        }
        if (program == i) {
          break;
        }
        i = program;
      } else if (SHELLS.contains(name)) {
        int code = words.indexOf("-c") < 0 ? words.indexOf("-lc") : words.indexOf("-c");
        return code < 0 || code + 1 >= words.size() ? Optional.empty() : line(words.get(code + 1));
      } else {
        break;
      }
    }
    if (i >= words.size()) {
      return Optional.empty();
    }
    List<String> before = words.subList(0, i);
    List<String> rest = new ArrayList<>(words.subList(i, words.size()));
    String name = Interpreters.baseName(plain(rest.getFirst()));
    if (TOGETHER.contains(name)) {
      return together(rest.subList(1, rest.size()));
    }
    return WatcherCommand.without(name, rest, directory).map(f -> behind(before, f));
  }

  private static Finding behind(List<String> before, Finding found) {
    // what the watcher ran may be a command of its own, which needs nothing in front
    if (before.isEmpty() || found.argv().isEmpty()) {
      return found;
    }
    boolean language = Interpreters.has(Interpreters.baseName(found.argv().getFirst()));
    boolean fetcher = FETCHERS.contains(Interpreters.baseName(before.getFirst()));
    boolean tool = !language || WatcherCommand.isTool(found.argv().getFirst());
    if (fetcher && !tool) {
      return found;
    }
    List<String> all = new ArrayList<>();
    if (isVariable(before.getFirst())) {
      all.add("env");
    }
    all.addAll(before);
    all.addAll(found.argv());
    return found.running(all);
  }

  /// Without its version: `tsx@4`.
  private static String plain(String word) {
    int at = word.lastIndexOf('@');
    return at > 0 && word.indexOf('/', at) < 0 ? word.substring(0, at) : word;
  }

  private static boolean isVariable(String word) {
    int equals = word.indexOf('=');
    return equals > 0 && word.charAt(0) != '-' && word.substring(0, equals).indexOf('/') < 0;
  }

  private static String next(List<String> words, int i) {
    return i + 1 < words.size() ? words.get(i + 1) : "";
  }

  private static int pastOptions(List<String> words, int from) {
    int i = from;
    while (i < words.size() && words.get(i).startsWith("-")) {
      if (words.get(i).equals("--")) {
        return i + 1;
      }
      i += WITH_VALUE.contains(words.get(i)) ? 2 : 1;
    }
    return i;
  }

  /// Where the program of `pnpm exec`, `yarn dlx`, `yarn tsx` stands; -1 if it runs a script; `i`
  /// if the words are for the program itself, such as `bun --watch`.
  private int ofPackageManager(String name, List<String> words, int i) {
    String verb = next(words, i);
    if (Set.of("exec", "dlx", "x").contains(verb)) {
      return pastOptions(words, i + 2);
    }
    if (name.equals("bun") && (words.contains("--watch") || words.contains("--hot"))) {
      return i;
    }
    boolean runs = verb.equals("run") || verb.equals("run-script") || name.equals("npm");
    boolean tool = !runs && !verb.startsWith("-") && !name.equals("bun");
    boolean known = PackageScripts.of(directory).flatMap(p -> p.script(verb)).isPresent();
    return tool && !known && !verb.isEmpty() ? i + 1 : -1;
  }

  private Optional<Finding> script(String manager, List<String> words, int from) {
    Path where = directory;
    String name = "";
    List<String> more = new ArrayList<>();
    for (int i = from + 1; i < words.size(); i++) {
      String word = words.get(i);
      if (Set.of("--prefix", "-C", "--dir", "--cwd").contains(word)) {
        where = directory.resolve(next(words, i)).normalize();
        i++;
      } else if (!name.isEmpty() && (word.equals("--") || !manager.equals("npm"))) {
        more.addAll(words.subList(word.equals("--") ? i + 1 : i, words.size()));
        break;
      } else if (name.isEmpty() && !word.startsWith("-") && !word.startsWith("run")) {
        name = word;
      }
    }
    Optional<PackageScripts.Described> described = PackageScripts.of(where);
    if (described.isEmpty() || nested == MOST_NESTED) {
      return Optional.empty();
    }
    Path root = described.get().directory();
    Optional<String> code = described.get().script(name);
    if (code.isEmpty()) {
      return Optional.empty();
    }
    WatcherSearch inside = new WatcherSearch(root);
    inside.nested = nested + 1;
    Optional<Path> other = root.equals(directory) ? Optional.empty() : Optional.of(root);
    String told = name;
    return inside
        .line(code.get())
        .map(f -> f.argv().isEmpty() ? started(f, described.get()) : findable(f, more))
        .map(f -> f.by(told, other.or(f::directory)));
  }

  /// Programs of `node_modules` are found by scripts only.
  private static Finding findable(Finding found, List<String> more) {
    List<String> all = new ArrayList<>();
    String first = found.argv().getFirst();
    if (WatcherCommand.isTool(first)
        || (!Interpreters.has(Interpreters.baseName(first)) && first.indexOf('/') < 0)) {
      all.add("npx");
    }
    all.addAll(found.argv());
    all.addAll(more);
    return found.running(all);
  }

  /// A project whose script is too clever has perhaps one that starts it plainly.
  private static Finding started(Finding found, PackageScripts.Described described) {
    Optional<String> start = described.script("start");
    boolean plain =
        start.isPresent() && new WatcherSearch(described.directory()).line(start.get()).isEmpty();
    Finding run =
        plain
            ? found.running(List.of("npm", "start"))
            : described.main().map(m -> found.running(List.of("node", m))).orElse(found);
    Finding globbed =
        run.globs().isEmpty()
            ? new Finding(
                run.watcher(),
                run.script(),
                run.argv(),
                run.build(),
                List.of("src/**"),
                run.directory())
            : run;
    return described.script("build").isPresent() && globbed.build().isEmpty()
        ? globbed.built("npm run build")
        : globbed;
  }

  /// A line for a shell.
  private Optional<Finding> line(String text) {
    List<ShellLine.Segment> segments = ShellLine.segments(text);
    StringBuilder before = new StringBuilder();
    for (int i = 0; i < segments.size(); i++) {
      ShellLine.Segment s = segments.get(i);
      Optional<Finding> found = in(s.words());
      if (found.isPresent()) {
        boolean single = segments.size() == 1;
        boolean last = i == segments.size() - 1;
        boolean piped = i > 0 && segments.get(i - 1).operator().equals("|");
        if (piped && last) {
          return found.map(f -> globs(f, segments.getFirst().words()));
        }
        if (single || (last && !before.isEmpty())) {
          String build = before.toString();
          return found.map(f -> build.isEmpty() || f.build().isPresent() ? f : f.built(build));
        }
        return apart(found.get(), segments.subList(i + 1, segments.size()));
      }
      boolean then = s.operator().equals("&&") || s.operator().equals(";");
      before.append(before.isEmpty() || !then ? "" : " && ").append(then ? s.text() : "");
    }
    return Optional.empty();
  }

  /// A watcher beside something else: `tsc -w & node dist/server.js`.
  private Optional<Finding> apart(Finding found, List<ShellLine.Segment> others) {
    for (ShellLine.Segment s : others) {
      Optional<Finding> second = in(s.words());
      if (found.argv().isEmpty() && found.build().isPresent() && second.isEmpty()) {
        return Optional.of(found.running(s.words()));
      }
      if (second.filter(f -> !f.argv().isEmpty()).isPresent()) {
        return second.map(f -> found.build().map(f::built).orElse(f));
      }
    }
    return Optional.of(found);
  }

  /// The files that `entr` watches: the last pattern of the command before it.
  private static Finding globs(Finding found, List<String> lists) {
    List<String> globs = new ArrayList<>();
    for (String word : lists) {
      if (word.contains("*.")) {
        globs.add(word.indexOf('/') < 0 ? "**/" + word : word);
      }
    }
    return globs.isEmpty()
        ? found
        : new Finding(
            found.watcher(), found.script(), found.argv(), found.build(), globs, found.directory());
  }

  /// `concurrently "tsc -w" "nodemon dist/server.js"`: each word may be a command, or `npm:name`.
  private Optional<Finding> together(List<String> words) {
    Optional<Finding> builds = Optional.empty();
    for (String word : words) {
      String text = word.startsWith("npm:") ? "npm run " + word.substring(4) : word;
      Optional<Finding> found = line(text);
      if (found.filter(f -> !f.argv().isEmpty()).isPresent()) {
        Optional<String> build = builds.flatMap(Finding::build);
        return found.map(f -> build.map(f::built).orElse(f));
      }
      builds = builds.isPresent() ? builds : found;
    }
    return builds;
  }
}
