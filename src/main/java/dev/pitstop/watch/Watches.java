package dev.pitstop.watch;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Starts watchers.
public final class Watches {
  private Watches() {}

  /// What is wrong with these globs, for the user; empty if nothing is.
  public static Optional<String> mistake(Path root, List<String> globs) {
    try {
      Glob.parse(root, globs);
      return Optional.empty();
    } catch (IllegalArgumentException wrong) {
      return Optional.of(String.valueOf(wrong.getMessage()));
    }
  }

  /// Watches files. Returns at once. The first scan and the callbacks run on the watcher's own
  /// thread. A slow callback delays the next; nothing is lost.
  ///
  /// Globs are relative to `root`: `src/**/*.ts`, `**/*.{py,pyi}`, `server.js`. A directory's name
  /// matches everything below it. `../lib/**` and absolute paths can lie outside the root. `!GLOB`
  /// excludes matches of the others. Not watched, unless a glob names them: version control,
  /// dependencies, caches, build output, editors' temporary files, and what `.gitignore` files
  /// list. Modification times count, so `touch` triggers.
  ///
  /// @param globs in which there is no {@link #mistake}
  /// @param onSettled gets each settled change
  /// @param onProblem gets problems for the user. Once each: unreadable directories, globs without
  ///   a file, the fallback to polling. Each time: changes during builds that are not built
  public static Watcher start(
      Path root,
      List<String> globs,
      WatchOptions options,
      Consumer<Settled> onSettled,
      Consumer<WatchProblem> onProblem) {
    Path absolute = root.normalize();
    Optional<Scanner.Opener> opener =
        options.method() == WatchOptions.Method.EVENTS
            ? Optional.of(EventSource::new)
            : Optional.empty();
    var loop =
        new WatchLoop(absolute, Glob.parse(absolute, globs), options, opener, onSettled, onProblem);
    loop.start();
    return loop;
  }

  /// The glob that matches exactly this file, even if its name has wildcards in it. On Windows a
  /// name with `[` or `{` may not match.
  public static String globOf(Path file) {
    String name = file.normalize().toString();
    return File.separatorChar == '/' ? Glob.escaped(name) : name;
  }
}
