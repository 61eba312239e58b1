package dev.pitstop.watch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    Set<Path> files = watched(absolute, parsed);
    Map<String, Integer> ignored = new TreeMap<>();
    Tree.walk(
        new Scope.Wanted(absolute, parsed, false, problem -> {}),
        MOST_LOOKED_AT,
        (file, is) -> !files.contains(file) && file.startsWith(absolute),
        (file, is) ->
            ignored.merge(absolute.relativize(file).getName(0).toString(), 1, Integer::sum));
    return new Preview(List.copyOf(files), ignored, Glob.withoutFile(parsed, files));
  }

  private static Set<Path> watched(Path root, List<Glob> globs) {
    Set<Path> files = new TreeSet<>();
    Tree.walk(
        new Scope.Wanted(root, globs, true, problem -> {}),
        Integer.MAX_VALUE,
        (file, is) -> true,
        (file, is) -> files.add(file));
    return files;
  }
}
