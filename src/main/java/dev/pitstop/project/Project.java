package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A project's directory, and the command that runs something of it.
///
/// @param program the file that the command runs, if there is one; it need not exist
record Project(Path directory, List<String> argv, Optional<Path> program) {
  /// The most directory entries to check for sources.
  private static final int MOST_ENTRIES = 600;

  boolean has(String name) {
    return Files.exists(directory.resolve(name));
  }

  /// The base name of the command's program.
  String tool() {
    return Interpreters.baseName(argv.getFirst());
  }

  /// Options for this project; empty if there is nothing to build and nothing to watch.
  Optional<Guess> guess(Optional<String> build, List<String> watch, String reason) {
    return build.isEmpty() && watch.isEmpty()
        ? Optional.empty()
        : Optional.of(new Guess(directory, build, watch, reason));
  }

  /// The program's path inside the project, with `/`; empty if the program is not in the project.
  String inside() {
    return program
        .filter(p -> p.startsWith(directory))
        .map(p -> directory.relativize(p).toString().replace('\\', '/'))
        .orElse("");
  }

  /// The first directory on the way to the program; empty if the program lies in the project's own
  /// directory.
  String top() {
    return inside().substring(0, Math.max(0, inside().indexOf('/')));
  }

  /// The names in a directory of the project.
  List<String> names(String inside) {
    return entries(directory.resolve(inside), MOST_ENTRIES).stream()
        .map(Project::name)
        .sorted()
        .toList();
  }

  /// The entries of a directory; none if it cannot be listed.
  private static List<Path> entries(Path directory, int most) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.limit(most).toList();
    } catch (IOException | UncheckedIOException unreadable) {
      return List.of();
    }
  }

  /// A glob for the sources below a directory; empty if there are none.
  ///
  /// @param endings of sources, without the dot
  Optional<String> below(String path, List<String> endings) {
    return glob(path.isEmpty() ? "**/" : path + "/**/", endings, look(path).endings());
  }

  /// Globs for the sources below these directories, each once.
  List<String> below(Stream<String> directories, List<String> endings) {
    return directories
        .distinct()
        .flatMap(directory -> below(directory, endings).stream())
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /// Whether all that may be sources could be looked at.
  boolean isSmall() {
    return look("").all();
  }

  private record Seen(Set<String> endings, boolean all) {}

  private Seen look(String path) {
    Set<String> found = new HashSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(directory.resolve(path)));
    int left = MOST_ENTRIES;
    while (!open.isEmpty() && left > 0) {
      List<Path> entries = entries(open.removeFirst(), left);
      left -= entries.size();
      for (Path each : entries) {
        String name = name(each);
        if (!Files.isDirectory(each)) {
          found.add(Language.ending(name));
        } else if (!Directories.holdsNoSources(name) && !Files.isSymbolicLink(each)) {
          open.addLast(each);
        }
      }
    }
    return new Seen(found, left > 0);
  }

  /// A glob for the sources in the project's own directory.
  Optional<String> here(List<String> endings) {
    Set<String> found =
        names("").stream()
            .filter(name -> Files.isRegularFile(directory.resolve(name)))
            .map(Language::ending)
            .collect(Collectors.toSet());
    return glob("", endings, found);
  }

  /// @param found the endings of the files that are there
  private static Optional<String> glob(String prefix, List<String> endings, Set<String> found) {
    List<String> sources = endings.stream().filter(found::contains).toList();
    String all = String.join(",", sources);
    return sources.isEmpty()
        ? Optional.empty()
        : Optional.of(prefix + "*." + (sources.size() == 1 ? all : "{" + all + "}"));
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}
