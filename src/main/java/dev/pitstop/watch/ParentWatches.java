package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The directories that are watched only to see a base come, go or be replaced. A base is a
/// directory that globs start from. For every base, that is its parent, or the nearest directory
/// above that exists. Used by one thread.
final class ParentWatches {
  private final List<Path> bases;
  private final ChangeSource source;
  private final Consumer<String> problems;
  private Set<Path> now = new LinkedHashSet<>();

  ParentWatches(List<Path> bases, ChangeSource source, Consumer<String> problems) {
    this.bases = bases;
    this.source = source;
    this.problems = problems;
  }

  boolean contains(Path directory) {
    return now.contains(directory);
  }

  /// Moves the watches to the directories that need them now.
  ///
  /// @param needed the directories that are watched for their own sake too
  /// @return whether any watch has moved
  /// @throws ChangeSource.Exhausted when the source cannot watch as many directories
  boolean move(Predicate<Path> needed) throws ChangeSource.Exhausted {
    var wanted = new LinkedHashSet<Path>();
    for (Path base : bases) {
      Path up = base.getParent();
      while (up != null && !(Files.isDirectory(up) && register(up))) {
        up = up.getParent();
      }
      if (up != null) {
        wanted.add(up);
      }
    }
    now.stream().filter(d -> !wanted.contains(d) && !needed.test(d)).forEach(source::forget);
    boolean moved = !wanted.equals(now);
    now = wanted;
    return moved;
  }

  /// Makes the source watch a directory.
  ///
  /// @return whether the source watches it
  /// @throws ChangeSource.Exhausted when the source cannot watch as many directories
  boolean register(Path directory) throws ChangeSource.Exhausted {
    try {
      source.watch(directory);
      return true;
    } catch (ChangeSource.Exhausted e) {
      throw e;
    } catch (IOException e) {
      // If the directory has gone since it was listed, its parent's events tell.
      if (Files.isDirectory(directory)) {
        problems.accept("cannot watch " + directory + ": " + e.getMessage());
      }
      return false;
    }
  }
}
