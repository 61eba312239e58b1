package dev.pitstop.watch;

import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Files that were changed after another was made (U5).
///
/// @param newest the one that was changed last, from the directory in which it was looked for
/// @param changedMillis when that was, since 1970
/// @param count how many there are
public record Newer(Path newest, long changedMillis, int count) {
  /// What a program of this kind is made of, by the ending of its file: what runs as it was written
  /// has no sources but itself.
  private static final Map<String, String> SOURCES =
      Map.of(
          "jar", "{java,kt,kts,scala,groovy,clj,xml,gradle,properties}",
          "js", "{ts,tsx,mts,cts}",
          "mjs", "{ts,tsx,mts,cts}",
          "cjs", "{ts,tsx,mts,cts}",
          "dll", "{cs,fs,vb,csproj,fsproj}",
          "", "{go,mod,rs,toml,c,cc,cpp,cxx,h,hh,hpp,swift,zig,nim,hs,ml,d,cs,dart}",
          "exe", "{go,mod,rs,toml,c,cc,cpp,cxx,h,hh,hpp,swift,zig,nim,hs,ml,d,cs,dart}");

  /// Looks at the files that these globs mean, as [Watches#start] takes them, or, without globs, at
  /// those that the program is probably made of. Reads directories; may take a second where there
  /// are tens of thousands of files.
  ///
  /// @param made what may be older
  /// @return empty if none is newer, or nothing can be said
  /// @throws IllegalArgumentException when a glob cannot be understood
  public static Optional<Newer> than(Path made, Path directory, List<String> globs) {
    Path root = directory.toAbsolutePath().normalize();
    List<String> wanted = globs.isEmpty() ? sources(made) : globs;
    List<Glob> parsed = new ArrayList<>();
    for (String glob : wanted) {
      parsed.addAll(Glob.parse(root, glob));
    }
    boolean vast = root.getNameCount() < 2 || root.equals(Path.of(System.getProperty("user.home")));
    if (parsed.isEmpty() || vast) {
      return Optional.empty();
    }
    try {
      long than = Files.getLastModifiedTime(made).to(TimeUnit.NANOSECONDS);
      return than(made.toRealPath(), than, root, parsed);
    } catch (IOException e) {
      return Optional.empty(); // it is not there, or nobody may look
    }
  }

  private static List<String> sources(Path made) {
    String name = String.valueOf(made.getFileName());
    int dot = name.lastIndexOf('.');
    String sources = SOURCES.get(dot < 0 ? "" : name.substring(dot + 1));
    return sources == null || isScript(made) ? List.of() : List.of("**/*." + sources);
  }

  /// A program without an ending may be a script, which is its own source.
  private static boolean isScript(Path made) {
    try (var in = Files.newInputStream(made)) {
      return in.read() == '#' && in.read() == '!';
    } catch (IOException e) {
      return true;
    }
  }

  private static Optional<Newer> than(Path made, long than, Path root, List<Glob> globs) {
    Tree tree = new Tree(root, globs, true, new PollingSource(ChangeSource.NEVER), problem -> {});
    Path newest = made;
    long latest = than;
    int count = 0;
    try {
      tree.scan();
    } catch (ChangeSource.Exhausted e) {
      throw new IllegalStateException("polling uses no watches", e);
    }
    for (Map.Entry<Path, Stamp> file : tree.stamps().entrySet()) {
      long modified = file.getValue().modified();
      if (modified > than && !file.getKey().equals(made)) {
        count++;
        if (modified > latest) {
          latest = modified;
          newest = file.getKey();
        }
      }
    }
    return count == 0
        ? Optional.empty()
        : Optional.of(
            new Newer(
                newest.startsWith(root) ? root.relativize(newest) : newest,
                TimeUnit.NANOSECONDS.toMillis(latest),
                count));
  }

  /// `src/A.java (changed 3.0 min ago) and 4 other files`.
  ///
  /// @param nowMillis since 1970
  public String words(long nowMillis) {
    return newest
        + " (changed "
        + Words.duration(Math.max(0, nowMillis - changedMillis))
        + " ago)"
        + (count > 1 ? " and " + Words.count(count - 1, "other file") : "");
  }
}
