package dev.pitstop.doctor;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Directories;
import dev.pitstop.project.Language;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the place in a program's sources that may have written a line: first in the file that it
/// runs, then in the sources of its directory. Reads at most a few hundred files.
final class LineOrigin {
  private static final int MOST_FILES = 400;
  private static final long MOST_BYTES = 512 * 1024;

  /// A shorter piece of a line occurs in many places.
  private static final int SHORTEST = 6;

  /// Endings of sources, besides those that tell the language of a program.
  private static final Set<String> OTHER_SOURCES = Set.of("kt", "rb", "php");

  /// Endings of what is built, which tell the language too.
  private static final Set<String> BUILT = Set.of("jar", "class", "dll", "pyz");

  private static final int HEIGHT = 5;
  private static final List<String> PROJECTS =
      List.of("package.json", "pyproject.toml", "setup.py", "pom.xml", "go.mod", "Gemfile");

  private final Path directory;
  private final List<Path> files = new ArrayList<>();

  private LineOrigin(Path directory) {
    this.directory = directory;
  }

  /// @param environment the environment of the command
  static LineOrigin of(Command command, Map<String, String> environment) {
    LineOrigin origin = new LineOrigin(command.directory().toAbsolutePath());
    npxPackage(command, environment).ifPresent(origin::collect);
    if (ProgramFile.of(command, Executables.in(environment)) instanceof Program.Own own) {
      try {
        Path file = own.file().toRealPath();
        if (isSource(file)) {
          origin.files.add(file);
          origin.collect(project(file));
        }
      } catch (IOException e) {
        // The file is gone by now, so there is nothing to search.
      }
    }
    return origin;
  }

  /// The directory of the project or package that a file belongs to, or its own.
  private static Path project(Path file) {
    Path own = Optional.ofNullable(file.getParent()).orElse(file);
    return Stream.iterate(own, Objects::nonNull, Path::getParent)
        .limit(HEIGHT)
        .filter(at -> PROJECTS.stream().anyMatch(mark -> Files.exists(at.resolve(mark))))
        .findFirst()
        .orElse(own);
  }

  private static boolean isSource(Path file) {
    String name = String.valueOf(file.getFileName());
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return OTHER_SOURCES.contains(ending)
        || (Language.ofEnding(ending) != Language.OTHER && !BUILT.contains(ending));
  }

  private void collect(Path in) {
    try (Stream<Path> entries = Files.list(in)) {
      for (Path entry : entries.toList()) {
        String name = String.valueOf(entry.getFileName());
        if (files.size() >= MOST_FILES) {
          return;
        } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          if (!Directories.isNeverEdited(name) && !Directories.isCompiled(name)) {
            collect(entry);
          }
        } else if (isSource(entry) && !files.contains(entry)) {
          files.add(entry);
        }
      }
    } catch (IOException e) {
      // The directory cannot be read, so there is one guess less.
    }
  }

  /// `src/index.ts:12`, if the longest piece of the line without digits and quotes is there.
  Optional<String> find(String line) {
    String piece = piece(line);
    if (piece.length() < SHORTEST) {
      return Optional.empty();
    }
    return files.stream().flatMap(file -> in(file, piece).stream()).findFirst();
  }

  private Optional<String> in(Path file, String piece) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      int at = text.indexOf(piece);
      if (at < 0) {
        return Optional.empty();
      }
      long line = text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
      Path shown = file.startsWith(directory) ? directory.relativize(file) : file;
      return Optional.of(shown + ":" + line);
    } catch (IOException e) {
      return Optional.empty(); // one guess less
    }
  }

  /// The longest piece without digits, quotes and the usual placeholders.
  private static String piece(String line) {
    return Stream.of(line.split("[0-9\"'`\\\\:/{}\\[\\]]+"))
        .map(String::strip)
        .reduce("", (longest, part) -> part.length() > longest.length() ? part : longest);
  }

  /// The package that `npx` runs, in the project or in npm's cache.
  ///
  /// @param environment names the directory of the cache
  private static Optional<Path> npxPackage(Command command, Map<String, String> environment) {
    String program = command.program();
    if (!program.substring(program.lastIndexOf('/') + 1).equals("npx")) {
      return Optional.empty();
    }
    return name(command.argv().subList(1, command.argv().size()))
        .flatMap(name -> installed(name, command.directory().toAbsolutePath(), environment));
  }

  /// The first word that is not an option, without its version: `npx -y @a/b@1.2 x` runs `@a/b`.
  private static Optional<String> name(List<String> words) {
    return words.stream()
        .filter(word -> !word.startsWith("-"))
        .findFirst()
        .map(word -> word.lastIndexOf('@') > 0 ? word.substring(0, word.lastIndexOf('@')) : word);
  }

  private static Optional<Path> installed(String name, Path from, Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", ".");
    String npm = environment.getOrDefault("npm_config_cache", home + "/.npm");
    try {
      Path cache = Path.of(npm, "_npx");
      try (Stream<Path> cached = Files.isDirectory(cache) ? Files.list(cache) : Stream.empty()) {
        return Stream.concat(Stream.iterate(from, Objects::nonNull, Path::getParent), cached)
            .map(d -> d.resolve("node_modules").resolve(name))
            .filter(Files::isDirectory)
            .findFirst();
      }
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // it is not there: nothing to look into
    }
  }
}
