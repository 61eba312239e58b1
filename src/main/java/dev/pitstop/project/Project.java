package dev.pitstop.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/// A project's directory and the command that runs something of it.
record Project(Path project, List<String> argv, Optional<Path> program) {
  private static final int MOST_BYTES = 1 << 20;

  /// The most directory entries to check for sources.
  private static final int MOST_ENTRIES = 600;

  private static final Set<String> NO_SOURCES =
      Set.of(
          "node_modules", "target", "dist", "build", "out", "bin", "obj", "__pycache__", "vendor");

  boolean has(String name) {
    return Files.exists(project.resolve(name));
  }

  /// A file's text; empty if it cannot be read or is too long.
  Optional<String> read(String name) {
    Path file = project.resolve(name);
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // a file that cannot be read tells nothing
    }
  }

  /// The program's path inside the project, with `/`; empty if it is not in it.
  String inside() {
    return program
        .filter(p -> p.startsWith(project))
        .map(p -> project.relativize(p).toString().replace('\\', '/'))
        .orElse("");
  }

  /// The first directory on the way to the program; empty if it lies in the project's own.
  String top() {
    String path = inside();
    int slash = path.indexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  /// The names in a directory of the project.
  List<String> names(String directory) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(project.resolve(directory))) {
      for (Path each : all) {
        names.add(String.valueOf(each.getFileName()));
        if (names.size() == MOST_ENTRIES) {
          break;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of(); // what cannot be listed has nothing for us
    }
    names.sort(null);
    return names;
  }

  /// A glob for the sources below a directory; empty if there are none.
  ///
  /// @param endings of sources, without the dot
  Optional<String> below(String directory, List<String> endings) {
    Set<String> found = new TreeSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(project.resolve(directory)));
    int seen = 0;
    while (!open.isEmpty() && seen < MOST_ENTRIES) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(open.removeFirst())) {
        for (Path each : all) {
          String name = String.valueOf(each.getFileName());
          if (++seen > MOST_ENTRIES) {
            break;
          } else if (Files.isDirectory(each)) {
            if (!name.startsWith(".")
                && !NO_SOURCES.contains(name)
                && !Files.isSymbolicLink(each)) {
              open.addLast(each);
            }
          } else if (endings.contains(ending(name))) {
            found.add(ending(name));
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        // its files tell nothing; the others may
      }
    }
    return glob(directory.isEmpty() ? "**/" : directory + "/**/", endings, found);
  }

  /// A glob for the sources in a directory itself.
  Optional<String> in(String directory, List<String> endings) {
    Set<String> found = new TreeSet<>();
    for (String name : names(directory)) {
      if (endings.contains(ending(name))
          && Files.isRegularFile(project.resolve(directory).resolve(name))) {
        found.add(ending(name));
      }
    }
    return glob(directory.isEmpty() ? "" : directory + "/", endings, found);
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
