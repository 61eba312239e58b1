package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The watched files as they were last seen. A source only says where to look. A change is whatever
/// differs from this state. So lost events, events that come twice, and polling need no different
/// treatment.
///
/// Directories are registered with the source before they are listed. So what happens in between is
/// seen by one of the two. A symbolic link to a file is watched as the file that it leads to. A
/// link to a directory is not entered. Used by one thread.
final class Tree {
  /// Everything that was seen in one directory, by whole paths.
  private static final class Node {
    final Scope scope;
    final String key;
    final Map<Path, Stamp> files = new HashMap<>();
    final Set<Path> directories = new HashSet<>();
    Optional<Stamp> ruleFile = Optional.empty();

    Node(Scope scope, String key) {
      this.scope = scope;
      this.key = key;
    }
  }

  private final Path root;
  private final List<Glob> globs;
  private final boolean gitignore;
  private final ChangeSource source;
  private final Consumer<String> problems;
  private final List<Path> bases;
  private final ParentWatches parents;
  private final Map<Path, Node> nodes = new HashMap<>();

  private Map<Path, FileChange> changed = new LinkedHashMap<>();
  private boolean rulesChanged;

  Tree(
      Path root,
      List<Glob> globs,
      boolean gitignore,
      ChangeSource source,
      Consumer<String> problems) {
    this.root = root;
    this.globs = globs;
    this.gitignore = gitignore;
    this.source = source;
    this.problems = problems;
    this.bases = bases(globs);
    this.parents = new ParentWatches(bases, source, problems);
  }

  /// The directories to search from, without those that are below another.
  static List<Path> bases(List<Glob> globs) {
    List<Path> all =
        globs.stream().filter(g -> !g.excludes()).map(Glob::base).distinct().toList();
    return all.stream()
        .filter(one -> all.stream().allMatch(o -> one.equals(o) || !one.startsWith(o)))
        .toList();
  }

  /// Looks at everything.
  ///
  /// @return the paths that differ from what was seen last
  /// @throws ChangeSource.Exhausted when the source cannot watch as many directories
  Map<Path, FileChange> scan() throws ChangeSource.Exhausted {
    checkBases(Set.copyOf(bases));
    return takeChanges();
  }

  /// Looks where the source says.
  Map<Path, FileChange> look(Map<Path, Set<Path>> entries, Set<Path> lost)
      throws ChangeSource.Exhausted {
    boolean checkBases = false;
    for (Path directory : lost) {
      Node node = nodes.get(directory);
      checkBases |= parents.contains(directory) || bases.contains(directory);
      if (node != null && !bases.contains(directory)) {
        refreshDirectory(node.scope, directory);
      }
    }
    for (Map.Entry<Path, Set<Path>> entry : entries.entrySet()) {
      checkBases |= parents.contains(entry.getKey());
      for (Path path : entry.getValue()) {
        // The node is looked up for every path, because an earlier entry may have removed the
        // directory.
        Node node = nodes.get(entry.getKey());
        if (node != null) {
          entry(node, path, true, false);
        }
      }
    }
    if (checkBases || !lost.isEmpty()) {
      checkBases(lost);
    }
    return takeChanges();
  }

  /// The globs, as the user wrote them, that match none of the files.
  Set<String> globsWithoutFile() {
    var lonely = new LinkedHashSet<String>();
    globs.stream().filter(g -> !g.excludes()).forEach(g -> lonely.add(g.text()));
    Set<Path> files = stamps().keySet();
    globs.stream()
        .filter(g -> files.stream().anyMatch(file -> g.pattern().matches(Glob.names(file), 0)))
        .forEach(g -> lonely.remove(g.text()));
    return lonely;
  }

  private Map<Path, FileChange> takeChanges() throws ChangeSource.Exhausted {
    if (rulesChanged) {
      rulesChanged = false;
      applyNewRules();
    }
    Map<Path, FileChange> taken = changed;
    changed = new LinkedHashMap<>();
    return taken;
  }

  /// Applies a changed `.gitignore`. A file that only becomes watched or unwatched by it does not
  /// count as changed.
  private void applyNewRules() throws ChangeSource.Exhausted {
    Map<Path, FileChange> before = changed;
    changed = new LinkedHashMap<>();
    Map<Path, Stamp> old = stamps();
    nodes.keySet().forEach(source::forget);
    nodes.clear();
    checkBases(Set.copyOf(bases));
    rulesChanged = false;
    changed = before;
    for (Map.Entry<Path, Stamp> now : stamps().entrySet()) {
      Stamp then = old.get(now.getKey());
      if (then != null && !then.sameAs(now.getValue())) {
        changed(now.getKey(), FileChange.MODIFIED);
      }
    }
  }

  private void changed(Path file, FileChange how) {
    changed.merge(file, how, FileChange::then);
  }

  /// The state of each file that was seen last.
  Map<Path, Stamp> stamps() {
    var all = new HashMap<Path, Stamp>();
    nodes.values().forEach(node -> all.putAll(node.files));
    return all;
  }

  /// Checks which bases exist, and registers the directories where their coming and going can be
  /// seen. Repeats that until both agree, because a base may appear just before its parent is
  /// watched.
  private void checkBases(Set<Path> always) throws ChangeSource.Exhausted {
    Set<Path> force = always;
    do {
      for (Path base : bases) {
        checkBase(base, force.contains(base));
      }
      force = Set.of();
    } while (parents.move(nodes::containsKey));
  }

  /// @param always whether to scan even if the directory is the known one
  private void checkBase(Path base, boolean always) throws ChangeSource.Exhausted {
    Node known = nodes.get(base);
    Optional<BasicFileAttributes> now = Attributes.of(base);
    boolean there = now.isPresent() && now.get().isDirectory();
    if (!there) {
      remove(base);
      return;
    }
    if (known == null || !known.key.equals(Stamp.key(now.get()))) {
      refreshDirectory(Scope.at(base, globs, root, gitignore, problems), base);
    } else if (always) {
      refreshDirectory(known.scope, base);
    }
  }

  /// Compares a directory, new or known, with what is there now.
  private void refreshDirectory(Scope scope, Path directory) throws ChangeSource.Exhausted {
    Optional<BasicFileAttributes> attributes = Attributes.of(directory);
    if (attributes.isEmpty() || !attributes.get().isDirectory()) {
      remove(directory);
      return;
    }
    String key = Stamp.key(attributes.get());
    Node old = nodes.get(directory);
    Node node = old;
    if (node == null || !node.key.equals(key)) {
      // This is another directory under the same name. Its files are still compared with what was
      // seen.
      node = new Node(scope, key);
      if (old != null) {
        node.files.putAll(old.files);
        node.directories.addAll(old.directories);
        node.ruleFile = old.ruleFile;
      } else {
        node.ruleFile = ruleFile(directory);
      }
      nodes.put(directory, node);
    }
    parents.register(directory);
    var gone = new HashSet<Path>(node.files.keySet());
    gone.addAll(node.directories);
    if (node.ruleFile.isPresent()) {
      gone.add(directory.resolve(IgnoreRules.FILE));
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        gone.remove(entry);
        entry(node, entry, false, true);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      remove(directory);
      return;
    } catch (IOException | DirectoryIteratorException e) {
      // The node stays as it was, because an unreadable directory is not a deleted one.
      problems.accept("cannot list " + directory + ": " + e.getMessage());
      return;
    }
    for (Path path : gone) {
      entry(node, path, false, true);
    }
  }

  private Optional<Stamp> ruleFile(Path directory) {
    return gitignore
        ? Attributes.of(directory.resolve(IgnoreRules.FILE)).map(Tree::stamp)
        : Optional.empty();
  }

  private static Stamp stamp(BasicFileAttributes attributes) {
    return Stamp.of(attributes, System.currentTimeMillis());
  }

  /// Compares one entry.
  ///
  /// @param event whether the system says that something happened to it
  /// @param deep whether to look below a known directory too
  private void entry(Node node, Path path, boolean event, boolean deep)
      throws ChangeSource.Exhausted {
    if (node.scope.isRuleFile(path)) {
      Optional<Stamp> now = ruleFile(node.scope.directory());
      boolean same =
          now.isPresent() == node.ruleFile.isPresent()
              && (now.isEmpty() || now.get().sameAs(node.ruleFile.get()));
      rulesChanged |= !same || (event && now.isPresent() && now.get().racy());
      node.ruleFile = now;
    }
    if (!node.scope.mayMatter(path)) {
      return;
    }
    Optional<BasicFileAttributes> attributes = Attributes.ofEntry(path);
    boolean directory = attributes.isPresent() && attributes.get().isDirectory();
    if ((attributes.isEmpty() || directory) && node.files.remove(path) != null) {
      changed(path, FileChange.DELETED);
    }
    if (!directory) {
      if (node.directories.remove(path)) {
        remove(path);
      }
      if (attributes.isPresent()) {
        file(node, path, stamp(attributes.get()), event);
      }
      return;
    }
    directory(node, path, Stamp.key(attributes.get()), deep);
  }

  private void file(Node node, Path path, Stamp now, boolean event) {
    Stamp then = node.files.get(path);
    if (then == null && !node.scope.acceptsFile(path)) {
      return;
    }
    node.files.put(path, now);
    if (then == null) {
      changed(path, FileChange.CREATED);
    } else if (!then.sameAs(now) || (event && then.racy())) {
      changed(path, FileChange.MODIFIED);
    }
  }

  private void directory(Node node, Path path, String key, boolean deep)
      throws ChangeSource.Exhausted {
    Node known = nodes.get(path);
    if (known == null) {
      Scope scope = node.scope.enter(path);
      if (scope.isEmpty()) {
        return;
      }
      node.directories.add(path);
      refreshDirectory(scope, path);
    } else if (deep || !known.key.equals(key)) {
      // The directory is registered again too. If events were lost, so was the news that the
      // directory was replaced, perhaps by one with the same inode.
      refreshDirectory(known.scope, path);
    }
  }

  /// Drops a directory and everything below it. Its files count as changed.
  private void remove(Path directory) {
    Node node = nodes.remove(directory);
    if (node == null) {
      return;
    }
    if (!parents.contains(directory) || !Files.isDirectory(directory)) {
      source.forget(directory);
    }
    node.files.keySet().forEach(file -> changed(file, FileChange.DELETED));
    node.directories.forEach(this::remove);
  }
}
