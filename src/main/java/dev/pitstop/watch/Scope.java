package dev.pitstop.watch;

import dev.pitstop.project.Directories;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
  }

  /// A glob that can match here.
  ///
  /// @param free whether `.gitignore` no longer matters, because the glob names what is ignored
  private record Active(Glob glob, boolean free) {}

  private final Wanted wanted;
  private final Path directory;
  private final List<Active> active;
  private final Optional<Stamp> ruleFile;
  private final IgnoreRules rules;

  private Scope(
      Wanted wanted,
      Path directory,
      Optional<Stamp> ruleFile,
      IgnoreRules rules,
      List<Active> active) {
    this.wanted = wanted;
    this.directory = directory;
    this.ruleFile = ruleFile;
    this.rules = rules;
    this.active = active;
  }

  /// The scope of a directory to search from. Nothing above it is ignored.
  static Scope at(Path base, Wanted wanted) {
    Optional<Stamp> file = Stamp.of(base.resolve(IgnoreRules.FILE));
    IgnoreRules rules =
        wanted.ignores()
            ? IgnoreRules.at(base, wanted.root(), wanted.problems())
            : IgnoreRules.NONE;
    boolean ignored =
        Directories.upFrom(base).stream().anyMatch(up -> rules.ignores(Glob.text(up), true));
    var active = new ArrayList<Active>();
    for (Glob glob : wanted.globs()) {
      if (!glob.excludes() && glob.leadsBelow(Glob.prefix(base))) {
        active.add(new Active(glob, ignored || namesIgnoredContent(glob, base, wanted, rules)));
      }
    }
    return new Scope(wanted, base, file, rules, active);
  }

  /// The scope of the directory `path` in this one. It may be empty ([#isEmpty()]).
  Scope enter(Path path) {
    String name = name(path);
    boolean ignored = rules.ignores(Glob.text(path), true);
    boolean standard =
        wanted.ignores()
            && (StandardIgnores.directory(name)
                || StandardIgnores.output(wanted.root(), directory, name));
    Optional<Stamp> file = Stamp.of(path.resolve(IgnoreRules.FILE));
    IgnoreRules inner = wanted.ignores() ? rules.enter(path, wanted.problems()) : rules;
    var next = new ArrayList<Active>();
    for (Active one : active) {
      Glob glob = one.glob();
      boolean free = one.free() || (ignored && glob.literal().startsWith(path));
      boolean barred = (ignored && !free) || (standard && !glob.names(name));
      if (!barred && glob.leadsBelow(Glob.text(path))) {
        next.add(new Active(glob, free || namesIgnoredContent(glob, path, wanted, inner)));
      }
    }
    return new Scope(wanted, path, file, inner, next);
  }

  /// Whether the glob names a directory whose content is ignored. `dist/*` in a `.gitignore` does
  /// not ignore `dist`, only everything in it. A glob that starts with `dist/` still means that
  /// content. The check uses a name that no rule means in particular.
  private static boolean namesIgnoredContent(
      Glob glob, Path directory, Wanted wanted, IgnoreRules rules) {
    return glob.literal().equals(directory)
        && !directory.equals(wanted.root())
        && rules.ignores(Glob.text(directory) + "/\u0001", false);
  }

  Path directory() {
    return directory;
  }

  /// Whether nothing in or below this directory can be watched.
  boolean isEmpty() {
    return active.isEmpty();
  }

  private static String name(Path entry) {
    return String.valueOf(entry.getFileName());
  }

  /// Whether this entry can matter at all. The check is cheap, and comes before the file is read.
  boolean mayMatter(Path entry) {
    String name = name(entry);
    String path = Glob.text(entry);
    boolean ignores = wanted.ignores();
    boolean never = ignores && StandardIgnores.directory(name);
    if (ignores && StandardIgnores.file(name) && !literally(entry)) {
      return false;
    }
    for (Active one : active) {
      Glob glob = one.glob();
      if ((!never || glob.names(name)) && (glob.leadsBelow(path) || glob.matches(path))) {
        return true;
      }
    }
    return false;
  }

  private boolean literally(Path entry) {
    return active.stream().anyMatch(one -> one.glob().literal().equals(entry));
  }

  /// Whether changes of the file `entry` count.
  boolean acceptsFile(Path entry) {
    String path = Glob.text(entry);
    for (Active one : active) { // few globs match, and ignore rules take longer
      if (one.glob().matches(path)
          && (one.free() || one.glob().literal().equals(entry) || !rules.ignores(path, false))) {
        return wanted.globs().stream().noneMatch(glob -> glob.excludes() && glob.matches(path));
      }
    }
    return false;
  }

  /// Whether this directory's rules are no longer those that were read.
  ///
  /// @param event whether the system says that something happened to their file
  boolean rulesChanged(boolean event) {
    if (!wanted.ignores()) {
      return false;
    }
    Optional<Stamp> now = Stamp.of(directory.resolve(IgnoreRules.FILE));
    boolean racy = event && now.filter(Stamp::racy).isPresent();
    return racy
        || now.isPresent() != ruleFile.isPresent()
        || now.filter(stamp -> !stamp.sameAs(ruleFile.orElse(stamp))).isPresent();
  }
}
