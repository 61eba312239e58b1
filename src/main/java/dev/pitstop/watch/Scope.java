package dev.pitstop.watch;

import dev.pitstop.project.Directories;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Knows which paths in one directory the globs watch. Each scope is derived from that of the
/// parent directory. Immutable, used by one thread.
///
/// A glob that names an ignored directory or file explicitly is not bound by the ignore rules
/// there.
final class Scope {
  /// What all scopes of one watch share.
  ///
  /// @param root where the globs are relative to
  /// @param ignores whether anything is ignored: what [StandardIgnores] names, and what
  ///   `.gitignore` files list
  /// @param problems gets texts for the user
  record Wanted(Path root, List<Glob> globs, boolean ignores, Consumer<String> problems) {
    /// The directories to search from, without those that are below another.
    List<Path> bases() {
      List<Path> all =
          globs.stream().filter(g -> !g.excludes()).map(Glob::base).distinct().toList();
      return all.stream()
          .filter(one -> all.stream().allMatch(o -> one.equals(o) || !one.startsWith(o)))
          .toList();
    }

    private IgnoreRules rules(Path directory) {
      return ignores ? IgnoreRules.at(directory, root, problems) : IgnoreRules.NONE;
    }

    /// Whether this path or its content is ignored. `dist/*` does not ignore `dist`, only
    /// everything in it; a glob that starts with `dist/` still means that. The check uses a name
    /// that no rule means in particular.
    private boolean isIgnored(Path named) {
      IgnoreRules rules = rules(named);
      return Directories.upFrom(named).stream().anyMatch(up -> rules.ignores(Glob.text(up), true))
          || (!named.equals(root) && rules.ignores(Glob.prefix(named) + "/\u0001", false));
    }
  }

  private final Wanted wanted;
  private final Path directory;
  private final IgnoreRules rules;
  private final List<Glob> active; // those that can match here

  /// What globs name literally although it is ignored. To these globs `.gitignore` does not matter.
  private final Set<Path> free;

  private Scope(
      Wanted wanted, Path directory, IgnoreRules rules, List<Glob> active, Set<Path> free) {
    this.wanted = wanted;
    this.directory = directory;
    this.rules = rules;
    this.active = active;
    this.free = free;
  }

  /// The scope of a directory to search from. Nothing above it is ignored.
  static Scope at(Path base, Wanted wanted) {
    List<Glob> active =
        wanted.globs().stream().filter(g -> !g.excludes() && g.leadsBelow(base)).toList();
    Set<Path> free =
        active.stream()
            .map(Glob::literal)
            .distinct()
            .filter(wanted::isIgnored)
            .collect(Collectors.toSet());
    return new Scope(wanted, base, wanted.rules(base), active, free);
  }

  /// The scope of the directory `path` in this one. It may be empty ([#isEmpty()]).
  Scope enter(Path path) {
    String name = String.valueOf(path.getFileName());
    boolean ignored = rules.ignores(Glob.text(path), true);
    boolean standard =
        wanted.ignores() && StandardIgnores.directory(wanted.root(), directory, name);
    List<Glob> inner =
        active.stream()
            .filter(glob ->
                (!ignored || free.contains(glob.literal())) && (!standard || glob.names(name)))
            .filter(glob -> glob.leadsBelow(path))
            .toList();
    IgnoreRules innerRules =
        wanted.ignores() && !inner.isEmpty() ? rules.enter(path, wanted.problems()) : rules;
    return new Scope(wanted, path, innerRules, inner, free);
  }

  Path directory() {
    return directory;
  }

  /// Whether nothing in or below this directory can be watched.
  boolean isEmpty() {
    return active.isEmpty();
  }

  /// Whether changes of the file `entry` count.
  boolean acceptsFile(Path entry) {
    String path = Glob.text(entry);
    boolean temporary =
        wanted.ignores() && StandardIgnores.file(String.valueOf(entry.getFileName()));
    return active.stream()
            .filter(glob -> glob.matches(path) && (!temporary || glob.literal().equals(entry)))
            .anyMatch(glob -> free.contains(glob.literal()) || !rules.ignores(path, false))
        && wanted.globs().stream().noneMatch(glob -> glob.excludes() && glob.matches(path));
  }
}
