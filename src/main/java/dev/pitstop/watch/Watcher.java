package dev.pitstop.watch;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// A running watch. All methods may be called from any thread, including the callbacks.
public interface Watcher extends AutoCloseable {
  /// What is wrong with these globs, for the user; empty if nothing is.
  static Optional<String> mistake(Path root, List<String> globs) {
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
  static Watcher start(
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
  static String globOf(Path file) {
    String name = file.normalize().toString();
    return File.separatorChar == '/' ? Glob.escaped(name) : name;
  }

  /// Says that a program starts now and reads the files as they are. Changes seen before this call
  /// trigger nothing.
  void filesRead();

  /// Says that the build command begins now and reads the files as they are. The build covers
  /// changes seen before this call, so they trigger nothing. Later changes are set aside until
  /// [#buildFinished()].
  void buildStarted();

  /// Says that the build command has ended. Files that changed during the build are then reported
  /// once (`PendingChanges` has the exception). Does nothing without a preceding [#buildStarted()].
  void buildFinished();

  /// Says that the build was given up before its end. Like [#buildFinished()], but also reports the
  /// changes before [#buildStarted()] that the build would have covered.
  void buildGivenUp();

  /// Completed after the first scan: from then on no change is missed. What follows it must be
  /// short, as it may run on the watcher's thread.
  CompletableFuture<Boolean> ready();

  /// Ends the watch. Idempotent. Returns when the watcher's thread has ended, or after two seconds
  /// if a callback does not return; no callback follows. Called from a callback, it returns at
  /// once.
  @Override
  void close();
}
