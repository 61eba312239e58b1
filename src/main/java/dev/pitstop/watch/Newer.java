package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  /// @param sinceMillis only later changes count, in milliseconds since 1970: the program has been
  ///   rebuilt then, even if the build left its file unchanged
  /// @return empty if no file is newer, or if that cannot be known
  /// @throws IllegalArgumentException if a glob is invalid
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
      return newer(made.toRealPath(), than, root, parsed);
    } catch (IOException e) {
      return Optional.empty(); // the file is missing, or may not be read
    }
  }

  private static Optional<Newer> newer(Path made, long than, Path root, List<Glob> globs) {
    var newer = new HashMap<Path, Long>();
    Tree.walk(
        root,
        globs,
        true,
        MOST_ENTRIES,
        (file, is) -> {
          long modified = is.lastModifiedTime().to(TimeUnit.NANOSECONDS);
          if (modified > than && !file.equals(made)) {
            newer.put(file, modified);
          }
        });
    return newer.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(last -> {
          Path file = last.getKey();
          return new Newer(
              file.startsWith(root) ? root.relativize(file) : file,
              TimeUnit.NANOSECONDS.toMillis(last.getValue()),
              newer.size());
        });
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
}
