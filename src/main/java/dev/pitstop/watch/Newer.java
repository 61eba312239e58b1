package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The files that changed after another file was made.
///
/// @param newest the last changed file, relative to the directory of the search
/// @param changedMillis when it changed, in milliseconds since 1970
/// @param count the number of such files
public record Newer(Path newest, long changedMillis, int count) {
  /// What a program is made from, by the ending of its file. A script is its own source and is not
  /// listed.
  private static String sourceEndings(String ending) {
    return switch (ending) {
      case "jar" -> "java,kt,kts,scala,groovy,clj,xml,gradle,properties";
      case "js", "mjs", "cjs" -> "ts,tsx,mts,cts";
      case "dll" -> "cs,fs,vb,csproj,fsproj";
      case "", "exe" -> "go,mod,rs,toml,c,cc,cpp,cxx,h,hh,hpp,swift,zig,nim,hs,ml,d,cs,dart";
      default -> "";
    };
  }

  /// The most directory entries to look at, so that nobody waits for a search of a whole disk.
  private static final int MOST_ENTRIES = 20_000;

  /// Checks the files that match these globs (see [Watches#start]) or, without globs, the files
  /// that the program is probably built from. Reads upper directories first, and stops after some
  /// tenths of a second.
  ///
  /// @param made the file that may be older
  /// @return empty if no file is newer, or if that cannot be known
  /// @throws IllegalArgumentException if a glob is invalid
  public static Optional<Newer> than(Path made, Path directory, List<String> globs) {
    return than(made, Long.MIN_VALUE, directory, globs);
  }

  /// Like [#than], for a program that has been rebuilt, even if the build left its file unchanged.
  ///
  /// @param sinceMillis only later changes count, in milliseconds since 1970
  public static Optional<Newer> than(
      Path made, long sinceMillis, Path directory, List<String> globs) {
    Path root = directory.normalize();
    List<Glob> parsed = Glob.parse(root, globs.isEmpty() ? sources(made) : globs);
    boolean vast = root.getNameCount() < 2 || root.equals(Path.of(System.getProperty("user.home")));
    if (parsed.isEmpty() || (globs.isEmpty() && vast)) {
      return Optional.empty();
    }
    try {
      long file = Files.getLastModifiedTime(made).to(TimeUnit.NANOSECONDS);
      long than = Math.max(file, TimeUnit.MILLISECONDS.toNanos(sinceMillis));
      return new Look(made.toRealPath(), than, root, parsed).found();
    } catch (IOException e) {
      return Optional.empty(); // the file is missing, or may not be read
    }
  }

  /// Whether this file matches these globs.
  ///
  /// @param file absolute
  public static boolean isAmong(Path file, Path directory, List<String> globs) {
    return Glob.match(Glob.parse(directory.normalize(), globs), file);
  }

  private static List<String> sources(Path made) {
    String name = String.valueOf(made.getFileName());
    int dot = name.lastIndexOf('.');
    String endings = sourceEndings(dot < 0 ? "" : name.substring(dot + 1));
    return endings.isEmpty() || isScript(made) ? List.of() : List.of("**/*.{" + endings + "}");
  }

  /// A program without a file extension can be a script, which is its own source.
  private static boolean isScript(Path made) {
    try (var in = Files.newInputStream(made)) {
      return in.read() == '#' && in.read() == '!';
    } catch (IOException e) {
      return true;
    }
  }

  /// One search. Used by one thread.
  private static final class Look {
    private final Path made;
    private final long than;
    private final Path root;
    private final Deque<Scope> open = new ArrayDeque<>();
    private Path newest;
    private long latest;
    private int count;
    private int entries;

    Look(Path made, long than, Path root, List<Glob> globs) {
      this.made = made;
      this.than = than;
      this.root = root;
      this.newest = made;
      this.latest = than;
      Tree.bases(globs).forEach(b -> open.add(Scope.at(b, globs, root, true, problem -> {})));
    }

    Optional<Newer> found() {
      while (!open.isEmpty() && entries < MOST_ENTRIES) {
        directory(open.removeFirst());
      }
      return count == 0
          ? Optional.empty()
          : Optional.of(
              new Newer(
                  newest.startsWith(root) ? root.relativize(newest) : newest,
                  TimeUnit.NANOSECONDS.toMillis(latest),
                  count));
    }

    private void directory(Scope scope) {
      if (scope.isEmpty()) {
        return;
      }
      try (DirectoryStream<Path> all = Files.newDirectoryStream(scope.directory())) {
        for (Path entry : all) {
          if (++entries > MOST_ENTRIES) {
            return;
          }
          if (scope.mayMatter(entry)) {
            entry(scope, entry);
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        // this directory's files tell nothing; others may
      }
    }

    private void entry(Scope scope, Path entry) {
      Optional<BasicFileAttributes> attributes = Attributes.ofEntry(entry);
      if (attributes.isEmpty()) {
        return;
      }
      if (attributes.get().isDirectory()) {
        open.addLast(scope.enter(entry));
        return;
      }
      long modified = attributes.get().lastModifiedTime().to(TimeUnit.NANOSECONDS);
      if (modified > than && !entry.equals(made) && scope.acceptsFile(entry)) {
        count++;
        if (modified > latest) {
          latest = modified;
          newest = entry;
        }
      }
    }
  }
}
