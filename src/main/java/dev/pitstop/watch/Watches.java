package dev.pitstop.watch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Starts watchers (R6, T4, M6).
public final class Watches {
  /// What a problem begins with that is over with the next build: files that wait for it.
  public static final String NOT_BUILT = "not built: ";

  private Watches() {}

  /// Watches files. Returns at once; the first scan runs on the watcher's own thread, as do the
  /// callbacks, one at a time: a callback that takes long delays the next, nothing is lost.
  ///
  /// Globs are relative to `root`: `src/**/*.ts`, `**/*.{py,pyi}`, `server.js`; a directory's name
  /// means everything below it; `../lib/**` and absolute paths are watched where they are; `!GLOB`
  /// takes away from what the others match. Never watched, unless a glob names them: version
  /// control, dependencies, caches and build output, editors' temporary files, what `.gitignore`
  /// files say. Modification times count, so `touch` triggers.
  ///
  /// @param onSettled gets each settled change
  /// @param onProblem gets what the user should know. Once: unreadable directories, globs without a
  ///   file, the fall-back to polling. Each time: which changes during builds are not built
  ///   ([#NOT_BUILT])
  /// @throws IllegalArgumentException with a text for the user when a glob cannot be understood
  public static Watcher start(
      Path root,
      List<String> globs,
      WatchOptions options,
      Consumer<Settled> onSettled,
      Consumer<String> onProblem) {
    Path absolute = root.toAbsolutePath().normalize();
    var parsed = new ArrayList<Glob>();
    for (String glob : globs) {
      parsed.addAll(Glob.parse(absolute, glob));
    }
    var loop =
        new WatchLoop(
            absolute, List.copyOf(parsed), options, opener(options), onSettled, onProblem);
    loop.start();
    return loop;
  }

  /// The glob that names this file and no other, whatever letters its name has. On Windows a name
  /// with `[` or `{` may not be found.
  public static String globOf(Path file) {
    String name = file.toAbsolutePath().normalize().toString();
    StringBuilder glob = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (File.separatorChar == '/' && "*?[{\\".indexOf(c) >= 0) {
        glob.append('\\');
      }
      glob.append(c);
    }
    return glob.toString();
  }

  private static Scanner.Opener opener(WatchOptions options) {
    return switch (options.method()) {
      case EVENTS -> EventSource::new;
      case POLLING -> _ -> new PollingSource(options.pollEvery().toNanos());
    };
  }
}
