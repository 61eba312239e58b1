package dev.pitstop.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Knows which paths in one directory the globs watch. Each scope is derived from that of the
/// parent directory. Immutable, used by one thread.
///
/// A glob that names an ignored directory or file explicitly is not bound by the ignore rules
/// there.
final class Scope {
  private final Shared shared;
  private final Path directory;
  private final List<String> names;
  private final IgnoreRules rules;

  /// For each glob, the positions that its pattern has reached.
  private final long[] positions;

  /// For each glob, whether `.gitignore` no longer matters, because the glob names what is ignored.
  private final boolean[] unbound;

  private record Shared(
      List<Glob> globs, Path root, boolean gitignore, Consumer<String> problems) {}

  private Scope(
      Shared shared, Path directory, IgnoreRules rules, long[] positions, boolean[] unbound) {
    this.shared = shared;
    this.directory = directory;
    this.names = Glob.names(directory);
    this.rules = rules;
    this.positions = positions;
    this.unbound = unbound;
  }

  /// The scope of a directory to search from. Nothing above it is ignored.
  static Scope at(
      Path base, List<Glob> globs, Path root, boolean gitignore, Consumer<String> problems) {
    var shared = new Shared(globs, root, gitignore, problems);
    IgnoreRules rules = gitignore ? IgnoreRules.at(base, root, problems) : IgnoreRules.NONE;
    List<String> names = Glob.names(base);
    boolean ignored = false;
    for (int i = 1; i <= names.size(); i++) {
      ignored |= rules.ignores(names.subList(0, i), true);
    }
    var positions = new long[globs.size()];
    var unbound = new boolean[globs.size()];
    for (int g = 0; g < positions.length; g++) {
      long at = globs.get(g).pattern().start();
      for (String name : names) {
        at = globs.get(g).pattern().step(at, name);
      }
      positions[g] = at;
      unbound[g] = ignored || (gitignore && namesIgnoredContent(globs.get(g), base, root, rules));
    }
    return new Scope(shared, base, rules, positions, unbound);
  }

  /// Whether the glob names a directory whose content is ignored. `dist/*` in a `.gitignore` does
  /// not ignore `dist`, only everything in it. A glob that starts with `dist/` still means that
  /// content. The check uses a name that no rule means in particular.
  private static boolean namesIgnoredContent(
      Glob glob, Path directory, Path root, IgnoreRules rules) {
    if (!glob.literal().equals(directory) || directory.equals(root)) {
      return false;
    }
    var probe = new ArrayList<>(Glob.names(directory));
    probe.add("\u0001");
    return rules.ignores(probe, false);
  }

  Path directory() {
    return directory;
  }

  /// The name of an entry. It is for patterns and rules only, because what the locale cannot
  /// express is lost.
  private static String name(Path entry) {
    return String.valueOf(entry.getFileName());
  }

  /// Whether this entry can matter at all. The check is cheap, and comes before the file is read.
  boolean mayMatter(Path entry) {
    String name = name(entry);
    if (StandardIgnores.file(name) && !literally(entry)) {
      return false;
    }
    for (int g = 0; g < positions.length; g++) {
      if (positions[g] != 0
          && !shared.globs().get(g).excludes()
          && shared.globs().get(g).pattern().step(positions[g], name) != 0
          && !(StandardIgnores.directory(name) && !shared.globs().get(g).names(name))) {
        return true;
      }
    }
    return false;
  }

  private boolean literally(Path entry) {
    for (Glob glob : shared.globs()) {
      if (glob.literal().equals(entry)) {
        return true;
      }
    }
    return false;
  }

  /// Whether changes of the file `entry` count.
  boolean acceptsFile(Path entry) {
    String name = name(entry);
    boolean ignored = ignored(name, false);
    boolean accepted = false;
    for (int g = 0; g < positions.length; g++) {
      Glob glob = shared.globs().get(g);
      if (!glob.pattern().accepts(glob.pattern().step(positions[g], name))) {
        continue;
      }
      if (glob.excludes()) {
        return false;
      }
      accepted |= !ignored || unbound[g] || glob.literal().equals(entry);
    }
    return accepted;
  }

  /// The scope of the directory `path` in this one. It may be empty ([#isEmpty()]).
  Scope enter(Path path) {
    String name = name(path);
    boolean ignored = ignored(name, true);
    boolean standard =
        StandardIgnores.directory(name) || StandardIgnores.output(shared.root(), directory, name);
    IgnoreRules inner = shared.gitignore() ? rules.enter(path, shared.problems()) : rules;
    var next = new long[positions.length];
    var free = new boolean[positions.length];
    for (int g = 0; g < next.length; g++) {
      Glob glob = shared.globs().get(g);
      free[g] = unbound[g] || (ignored && glob.literal().startsWith(path));
      boolean barred = (ignored && !free[g]) || (standard && !glob.names(name));
      next[g] = barred && !glob.excludes() ? 0 : glob.pattern().step(positions[g], name);
      free[g] |= next[g] != 0 && namesIgnoredContent(glob, path, shared.root(), inner);
    }
    return new Scope(shared, path, inner, next, free);
  }

  /// Whether nothing in or below this directory can be watched.
  boolean isEmpty() {
    for (int g = 0; g < positions.length; g++) {
      Glob glob = shared.globs().get(g);
      if (!glob.excludes() && glob.pattern().goesOn(positions[g])) {
        return false;
      }
    }
    return true;
  }

  /// Whether a change of this entry changes the rules themselves.
  boolean isRuleFile(Path entry) {
    return shared.gitignore() && entry.endsWith(IgnoreRules.FILE);
  }

  private boolean ignored(String name, boolean isDirectory) {
    var path = new ArrayList<String>(names.size() + 1);
    path.addAll(names);
    path.add(name);
    return rules.ignores(path, isDirectory);
  }
}
