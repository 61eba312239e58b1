package dev.pitstop.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The files that globs would watch now.
///
/// @param files the watched files, in alphabetical order
/// @param ignored files that match but are not watched, counted by the entry of the root that holds
///   them
/// @param withoutFile the globs that match no file, as the user wrote them
public record Preview(List<Path> files, Map<String, Integer> ignored, Set<String> withoutFile) {
  private static final int MOST_LOOKED_AT = 100_000;

  /// Scans the files. Takes as long as a watcher's first scan, and at most some seconds more for
  /// the ignored files.
  ///
  /// @throws IllegalArgumentException if a glob is invalid; the message is for the user
  public static Preview of(Path root, List<String> globs) {
    Path absolute = root.normalize();
    List<Glob> parsed = Glob.parse(absolute, globs);
    Tree tree = new Tree(absolute, parsed, true, new PollingSource(1), problem -> {});
    TreeSet<Path> files;
    try {
      files = new TreeSet<>(tree.scan().keySet());
    } catch (ChangeSource.Exhausted e) {
      throw new IllegalStateException("polling needs nothing that could be exhausted", e);
    }
    Search search = new Search(absolute, parsed, files);
    search.run();
    return new Preview(List.copyOf(files), search.ignored, tree.globsWithoutFile());
  }

  /// Looks at all files below the root, ignored or not.
  private static final class Search extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Glob> globs;
    private final Set<Path> watched;
    private final Map<String, Integer> ignored = new LinkedHashMap<>();
    private int looked;

    Search(Path root, List<Glob> globs, Set<Path> watched) {
      this.root = root;
      this.globs = globs;
      this.watched = watched;
    }

    void run() {
      try {
        Files.walkFileTree(root, this);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // the visitor passes over what cannot be read
      }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (++looked > MOST_LOOKED_AT) {
        return FileVisitResult.TERMINATE;
      }
      if (!watched.contains(file) && Glob.match(globs, file)) {
        ignored.merge(root.relativize(file).getName(0).toString(), 1, Integer::sum);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}
