package dev.pitstop.project;

import dev.pitstop.process.ShellLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A watcher in a command.
///
/// @param watcher its usual name: `tsx watch`
/// @param script the script of `package.json` that starts it, if one does
/// @param argv the command without the watcher; empty if it is unknown
/// @param build the build before the start, for `--build`, if there is one
/// @param globs for `--watch`
/// @param directory the directory for `--cwd`, if it differs from the command's
public record WatcherFinding(
    String watcher,
    Optional<String> script,
    List<String> argv,
    Optional<String> build,
    List<String> globs,
    Optional<Path> directory) {
  private static final Set<String> SECRET = Set.of("env", "header");

  public WatcherFinding {
    argv = List.copyOf(argv);
    globs = List.copyOf(globs);
  }

  static WatcherFinding of(String watcher, List<String> argv, List<String> globs) {
    return new WatcherFinding(
        watcher, Optional.empty(), argv, Optional.empty(), globs, Optional.empty());
  }

  boolean runs() {
    return !argv.isEmpty();
  }

  WatcherFinding built(String command) {
    return new WatcherFinding(watcher, script, argv, Optional.of(command), globs, directory);
  }

  WatcherFinding running(List<String> words) {
    return new WatcherFinding(watcher, script, words, build, globs, directory);
  }

  WatcherFinding watching(List<String> patterns) {
    return new WatcherFinding(watcher, script, argv, build, patterns, directory);
  }

  WatcherFinding by(String name, Optional<Path> where) {
    return new WatcherFinding(watcher, Optional.of(name), argv, build, globs, where);
  }

  /// The line that replaces the command in the client's configuration, quoted for a shell.
  ///
  /// @param given Pitstop's present options by name, which stay; of options that can hold secrets
  ///   only the names are shown
  /// @return empty if the command without the watcher is not known
  public Optional<String> line(Map<String, List<String>> given) {
    if (!runs()) {
      return Optional.empty();
    }
    Map<String, List<String>> options = new LinkedHashMap<>(given);
    options.putIfAbsent("cwd", directory.stream().map(Path::toString).toList());
    options.putIfAbsent("build", build.stream().toList());
    options.putIfAbsent("watch", globs);
    return Optional.of(line(options, argv));
  }

  /// A command line of Pitstop's, quoted for a shell.
  ///
  /// @param options by the name without dashes; of options that can hold secrets only the names are
  ///   shown
  public static String line(Map<String, List<String>> options, List<String> argv) {
    List<String> words = new ArrayList<>(List.of("pitstop"));
    options.forEach((name, values) ->
        values.forEach(value ->
            words.addAll(
                value.isEmpty()
                    ? List.of("--" + name)
                    : List.of("--" + name, shown(name, value)))));
    words.add("--");
    words.addAll(argv);
    return ShellLine.quoted(words);
  }

  private static String shown(String name, String value) {
    int end = Math.max(value.indexOf('='), value.indexOf(':'));
    return SECRET.contains(name) && end > 0 ? value.substring(0, end + 1) + "…" : value;
  }
}
