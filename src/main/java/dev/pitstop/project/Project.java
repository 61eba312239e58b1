package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A project's directory, and the command that runs something of it.
///
/// @param program the file that the command runs, if there is one; it need not exist
record Project(Path directory, List<String> argv, Optional<Path> program) {
  /// The most directory entries to check for sources.
  private static final int MOST_ENTRIES = 600;

  boolean has(String name) {
    return Files.exists(directory.resolve(name));
  }

  Optional<String> read(String name) {
    return Manifests.text(directory.resolve(name));
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
    String path = inside();
    int slash = path.indexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  /// The names in a directory of the project.
  List<String> names(String inside) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory.resolve(inside))) {
      for (Path each : all) {
        names.add(String.valueOf(each.getFileName()));
        if (names.size() == MOST_ENTRIES) {
          break;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of(); // a directory that cannot be listed counts as empty
    }
    names.sort(null);
    return names;
  }

  /// A glob for the sources below a directory; empty if there are none.
  ///
  /// @param endings of sources, without the dot
  Optional<String> below(String path, List<String> endings) {
    Set<String> found = new TreeSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(directory.resolve(path)));
    int seen = 0;
    while (!open.isEmpty() && seen < MOST_ENTRIES) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(open.removeFirst())) {
        for (Path each : all) {
          String name = String.valueOf(each.getFileName());
          if (++seen > MOST_ENTRIES) {
            break;
          } else if (Files.isDirectory(each)) {
            if (!Directories.holdsNoSources(name) && !Files.isSymbolicLink(each)) {
              open.addLast(each);
            }
          } else if (endings.contains(ending(name))) {
            found.add(ending(name));
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        // this directory's files tell nothing; others may
      }
    }
    return glob(path.isEmpty() ? "**/" : path + "/**/", endings, found);
  }

  /// A glob for the sources in the project's own directory.
  Optional<String> here(List<String> endings) {
    Set<String> found = new TreeSet<>();
    for (String name : names("")) {
      if (endings.contains(ending(name)) && Files.isRegularFile(directory.resolve(name))) {
        found.add(ending(name));
      }
    }
    return glob("", endings, found);
  }

  private static Optional<String> glob(String prefix, List<String> endings, Set<String> found) {
    List<String> ordered = endings.stream().filter(found::contains).toList();
    if (ordered.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        prefix
            + "*."
            + (ordered.size() == 1 ? ordered.getFirst() : "{" + String.join(",", ordered) + "}"));
  }

  static String ending(String name) {
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot + 1);
  }
}
