package dev.pitstop.watch;

import dev.pitstop.project.Directories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The `.gitignore` rules that apply in one directory: its own file, then those of the directories
/// above, up to the repository's top. Immutable.
final class IgnoreRules {
  static final String FILE = ".gitignore";

  /// One rule file.
  ///
  /// @param depth how many names the path of its directory has
  private record Level(GitIgnore file, int depth) {}

  static final IgnoreRules NONE = new IgnoreRules(List.of());

  /// The rule files, the innermost last.
  private final List<Level> levels;

  private IgnoreRules(List<Level> levels) {
    this.levels = List.copyOf(levels);
  }

  /// The rules for `directory`, with those of every directory above it up to the one that has a
  /// `.git`; where there is none, up to `root`.
  static IgnoreRules at(Path directory, Path root, Consumer<String> problems) {
    List<Path> chain = chain(directory, root);
    Path top = chain.getFirst();
    Path exclude = top.resolve(".git").resolve("info").resolve("exclude");
    IgnoreRules rules = NONE.with(read(exclude, problems), Glob.names(top).size());
    for (Path one : chain) {
      rules = rules.enter(one, problems);
    }
    return rules;
  }

  /// The directories from the top down to the directory itself.
  static List<Path> chain(Path directory, Path root) {
    List<Path> up = Directories.upFrom(directory);
    Path top =
        up.stream()
            .filter(d -> Files.exists(d.resolve(".git")))
            .findFirst()
            .orElse(directory.startsWith(root) ? root : directory);
    return up.reversed().stream().filter(d -> d.startsWith(top)).toList();
  }

  /// These rules, with the rules of a directory below added.
  IgnoreRules enter(Path directory, Consumer<String> problems) {
    return with(read(directory.resolve(FILE), problems), Glob.names(directory).size());
  }

  private IgnoreRules with(GitIgnore file, int depth) {
    if (file.isEmpty()) {
      return this;
    }
    var more = new ArrayList<>(levels);
    more.add(new Level(file, depth));
    return new IgnoreRules(more);
  }

  /// Whether the path itself is ignored. Its parents are known not to be ignored.
  ///
  /// @param path all names of an absolute path below the directory of these rules
  boolean ignores(List<String> path, boolean isDirectory) {
    for (int i = levels.size() - 1; i >= 0; i--) {
      Level level = levels.get(i);
      GitIgnore.Verdict verdict = level.file().verdict(path, level.depth(), isDirectory);
      if (verdict != GitIgnore.Verdict.SILENT) { // otherwise the next outer directory decides
        return verdict == GitIgnore.Verdict.IGNORED;
      }
    }
    return false;
  }

  private static GitIgnore read(Path file, Consumer<String> problems) {
    if (!Files.isRegularFile(file)) {
      return GitIgnore.NONE; // usually there is no file; a FIFO must not even be opened
    }
    try {
      return GitIgnore.parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (Files.isRegularFile(file)) { // otherwise it has just disappeared
        problems.accept("cannot read " + file + ": " + e.getMessage());
      }
      return GitIgnore.NONE;
    }
  }
}
