package dev.pitstop.watch;

import dev.pitstop.project.Language;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The files that changed after another file was made.
///
/// @param newest the last changed file, relative to the directory of the search
/// @param changedMillis when it changed, in milliseconds since 1970
/// @param count the number of such files
public record Newer(Path newest, long changedMillis, int count) {
  /// What a program is made from, by the ending of its file. A script is its own source and is not
  /// listed.
  private static Set<String> sourceEndings(String ending) {
    return switch (ending) {
      case "jar" -> Words.set("java kt kts scala groovy clj xml gradle properties");
      case "js", "mjs", "cjs" -> Words.set("ts tsx mts cts");
      case "dll" -> Words.set("cs fs vb csproj fsproj");
      case "", "exe" ->
          Words.set("go mod rs toml c cc cpp cxx h hh hpp swift zig nim hs ml d cs dart");
      default -> Set.of();
    };
  }

  /// The most directory entries to look at, so that nobody waits for a search of a whole disk.
  private static final int MOST_ENTRIES = 20_000;

  /// Checks the files that match these globs (see [Watcher#start]) or, without globs, the files
  /// that the program is probably built from. Reads upper directories first, and stops after some
  /// tenths of a second.
  ///
  /// @param made the file that may be older
  /// @param sinceMillis only later changes count, in milliseconds since 1970: the program has been
  ///   rebuilt then, even if the build left its file unchanged
  /// @return empty if no file is newer, or if that cannot be known
  /// @throws IllegalArgumentException if a glob is invalid
  public static Optional<Newer> than(
      Path made, long sinceMillis, Path directory, List<String> globs) {
    Path root = directory.normalize();
    boolean vast = root.getNameCount() < 2 || root.equals(Path.of(System.getProperty("user.home")));
    Set<String> endings = globs.isEmpty() && !vast ? sources(made) : Set.of();
    // one glob for all endings: many take long in a JVM that has just started
    List<Glob> parsed = Glob.parse(root, endings.isEmpty() ? globs : List.of("**"));
    if (parsed.isEmpty()) {
      return Optional.empty();
    }
    try {
      long file = Files.getLastModifiedTime(made).to(TimeUnit.NANOSECONDS);
      long than = Math.max(file, TimeUnit.MILLISECONDS.toNanos(sinceMillis));
      Path itself = made.toRealPath();
      var newer = new HashMap<Path, Long>();
      Tree.walk(
          new Scope.Wanted(root, parsed, true, problem -> {}),
          MOST_ENTRIES,
          (at, is) ->
              modified(is) > than
                  && (endings.isEmpty() || endings.contains(ending(at)))
                  && !at.equals(itself),
          (at, is) -> newer.put(at, modified(is)));
      return newer.entrySet().stream()
          .max((one, other) -> Long.compare(one.getValue(), other.getValue()))
          .map(last -> of(root, last.getKey(), last.getValue(), newer.size()));
    } catch (IOException e) {
      return Optional.empty(); // the file is missing, or may not be read
    }
  }

  private static long modified(BasicFileAttributes is) {
    return is.lastModifiedTime().to(TimeUnit.NANOSECONDS);
  }

  private static Newer of(Path root, Path newest, long changed, int count) {
    Path shown = newest.startsWith(root) ? root.relativize(newest) : newest;
    return new Newer(shown, TimeUnit.NANOSECONDS.toMillis(changed), count);
  }

  /// Whether this file matches these globs.
  ///
  /// @param file absolute
  public static boolean isAmong(Path file, Path directory, List<String> globs) {
    return Glob.match(Glob.parse(directory.normalize(), globs), file);
  }

  private static Set<String> sources(Path made) {
    return isScript(made) ? Set.of() : sourceEndings(ending(made));
  }

  private static String ending(Path file) {
    return Language.ending(String.valueOf(file.getFileName()));
  }

  /// A program without a file extension can be a script, which is its own source.
  private static boolean isScript(Path made) {
    try (var in = Files.newInputStream(made)) {
      return in.read() == '#' && in.read() == '!';
    } catch (IOException e) {
      return true;
    }
  }
}
