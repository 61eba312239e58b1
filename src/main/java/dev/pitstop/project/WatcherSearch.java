package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.process.ShellLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Follows the words of a command to the program that runs in the end: past `npx` and `env`, into
/// shells and the scripts of `package.json`. For one search.
final class WatcherSearch {
  /// How deep scripts may call scripts.
  private static final int MOST_NESTED = 5;

  private static final Set<String> WITH_VALUE = Set.of("-p", "--package", "--with", "--from", "-n");
  private static final Set<String> TOGETHER =
      Set.of("concurrently", "npm-run-all", "run-p", "run-s", "turbo");

  private final Path directory;
  private final int nested;

  WatcherSearch(Path directory) {
    this(directory, 0);
  }

  private WatcherSearch(Path directory, int nested) {
    this.directory = directory;
    this.nested = nested;
  }

  Optional<WatcherFinding> in(List<String> words) {
    int i = 0;
    while (i < words.size()) {
      String name = name(words.get(i));
      if (isVariable(words.get(i))) {
        i++;
      } else if (Interpreters.isWrapper(name) || Interpreters.isFetcher(name)) {
        i = pastOptions(words, i + 1);
      } else if (Interpreters.isEnvironment(name) && next(words, i).equals("run")) {
        i = pastOptions(words, i + 2);
      } else if (Interpreters.isPython(name) && words.contains("-m")) {
        i = Math.max(i, words.indexOf("-m")) + 1;
      } else if (Interpreters.isPackageManager(name)) {
        int program = ofPackageManager(name, words, i);
        if (program < 0) {
          return script(name, words, i);
        }
        if (program == i) {
          break;
        }
        i = program;
      } else if (Interpreters.isShell(name)) {
        int code = Math.max(words.indexOf("-c"), words.indexOf("-lc"));
        return code < 0 ? Optional.empty() : line(next(words, code));
      } else {
        break;
      }
    }
    if (i >= words.size()) {
      return Optional.empty();
    }
    List<String> before = words.subList(0, i);
    List<String> rest = words.subList(i, words.size());
    String name = name(rest.getFirst());
    return TOGETHER.contains(name)
        ? together(rest.subList(1, rest.size()))
        : WatcherCommand.without(name, rest, directory).map(f -> behind(before, f));
  }

  private static WatcherFinding behind(List<String> before, WatcherFinding found) {
    // what the watcher ran may be a command by itself, which needs nothing before it
    if (before.isEmpty() || !found.runs()) {
      return found;
    }
    String program = found.argv().getFirst();
    boolean tool = !Interpreters.runsOthers(program) || WatcherCommand.isTool(program);
    if (!tool && Interpreters.isFetcher(Interpreters.baseName(before.getFirst()))) {
      return found;
    }
    List<String> all = new ArrayList<>(isVariable(before.getFirst()) ? List.of("env") : List.of());
    all.addAll(before);
    all.addAll(found.argv());
    return found.running(all);
  }

  /// The base name of a program or package, without its version: `tsx@4`.
  private static String name(String word) {
    int at = word.lastIndexOf('@');
    return Interpreters.baseName(
        at > 0 && word.indexOf('/', at) < 0 ? word.substring(0, at) : word);
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

  /// The index of the program of `pnpm exec`, `yarn dlx`, `yarn tsx`. It is -1 if a script is run,
  /// and `i` if the words are for the program itself, such as `bun --watch`.
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
    boolean known = PackageJson.above(directory).flatMap(p -> p.script(verb)).isPresent();
    return tool && !known && !verb.isEmpty() ? i + 1 : -1;
  }

  private Optional<WatcherFinding> script(String manager, List<String> words, int from) {
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
    Optional<PackageJson> described =
        nested == MOST_NESTED ? Optional.empty() : PackageJson.above(where);
    String told = name;
    return described.flatMap(d ->
        d.script(told)
            .flatMap(new WatcherSearch(d.directory(), nested + 1)::line)
            .map(f -> f.runs() ? findable(f, more) : started(f, d))
            .map(f ->
                f.by(
                    told,
                    d.directory().equals(directory) ? f.directory() : Optional.of(d.directory()))));
  }

  /// The finding, with `npx` before a program of `node_modules`. Only a script finds such a program
  /// without `npx`.
  private static WatcherFinding findable(WatcherFinding found, List<String> more) {
    String first = found.argv().getFirst();
    boolean fetched =
        WatcherCommand.isTool(first) || (!Interpreters.runsOthers(first) && first.indexOf('/') < 0);
    List<String> all = new ArrayList<>(fetched ? List.of("npx") : List.of());
    all.addAll(found.argv());
    all.addAll(more);
    return found.running(all);
  }

  /// If it is unknown what the script runs, the project may have another script that starts it.
  private WatcherFinding started(WatcherFinding found, PackageJson described) {
    WatcherSearch inside = new WatcherSearch(described.directory(), nested + 1);
    boolean plain = described.script("start").filter(s -> inside.line(s).isEmpty()).isPresent();
    WatcherFinding run =
        plain
            ? found.running(List.of("npm", "start"))
            : described.main().map(m -> found.running(List.of("node", m))).orElse(found);
    WatcherFinding globbed = run.globs().isEmpty() ? run.watching(List.of("src/**")) : run;
    return described.script("build").isPresent() && globbed.build().isEmpty()
        ? globbed.built("npm run build")
        : globbed;
  }

  /// Searches a line for a shell.
  private Optional<WatcherFinding> line(String text) {
    List<ShellLine.Segment> segments = ShellLine.segments(text);
    for (int i = 0; i < segments.size(); i++) {
      Optional<WatcherFinding> found = in(segments.get(i).words());
      if (found.isPresent()) {
        boolean last = i == segments.size() - 1;
        if (last && i > 0 && segments.get(i - 1).operator().equals("|")) {
          return found.map(f -> globs(f, segments.getFirst().words()));
        }
        String build = ShellLine.before(segments, i);
        return last && (i == 0 || !build.isEmpty())
            ? found.map(f -> build.isEmpty() || f.build().isPresent() ? f : f.built(build))
            : apart(found.get(), segments.subList(i + 1, segments.size()));
      }
    }
    return Optional.empty();
  }

  /// Handles a watcher beside something else: `tsc -w & node dist/server.js`.
  private Optional<WatcherFinding> apart(WatcherFinding found, List<ShellLine.Segment> others) {
    for (ShellLine.Segment s : others) {
      Optional<WatcherFinding> second = in(s.words());
      if (found.argv().isEmpty() && found.build().isPresent() && second.isEmpty()) {
        return Optional.of(found.running(s.words()));
      }
      if (second.filter(WatcherFinding::runs).isPresent()) {
        return second.map(f -> found.build().map(f::built).orElse(f));
      }
    }
    return Optional.of(found);
  }

  /// The files that `entr` watches: the last pattern of the command before it.
  private static WatcherFinding globs(WatcherFinding found, List<String> lists) {
    List<String> globs =
        lists.stream()
            .filter(word -> word.contains("*."))
            .map(word -> word.indexOf('/') < 0 ? "**/" + word : word)
            .toList();
    return globs.isEmpty() ? found : found.watching(globs);
  }

  /// `concurrently "tsc -w" "nodemon dist/server.js"`: each word may be a command, or `npm:name`.
  private Optional<WatcherFinding> together(List<String> words) {
    Optional<WatcherFinding> builds = Optional.empty();
    for (String word : words) {
      String text = word.startsWith("npm:") ? "npm run " + word.substring(4) : word;
      Optional<WatcherFinding> found = line(text);
      if (found.filter(WatcherFinding::runs).isPresent()) {
        Optional<String> build = builds.flatMap(WatcherFinding::build);
        return found.map(f -> build.map(f::built).orElse(f));
      }
      builds = builds.isPresent() ? builds : found;
    }
    return builds;
  }
}
