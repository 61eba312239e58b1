package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/// The watched files as they were last seen. A source of events only says where to look. A change
/// is whatever differs from this state. So lost events, events that come twice, and scans without
/// any events need no different treatment.
///
/// Directories are registered with the source before they are listed. So what happens in between is
/// seen by one of the two. A symbolic link to a file is watched as the file that it leads to. A
/// link to a directory is not entered. Used by one thread.
final class Tree {
  /// What was seen in one directory: its files and directories.
  private record Node(Scope scope, Map<Path, Stamp> entries) {
    Node(Scope scope) {
      this(scope, new HashMap<>());
    }
  }

  private final Scope.Wanted wanted;
  private final int most;
  private Optional<ChangeSource> source = Optional.empty();
  private final Map<Path, Node> nodes = new HashMap<>();

  /// The directories that are still to be listed, the upper ones first.
  private final Deque<Path> open = new ArrayDeque<>();

  private Map<Path, FileChange> changed = new LinkedHashMap<>();
  private boolean rulesChanged;

  /// @param most how many directory entries one scan looks at
  Tree(Scope.Wanted wanted, int most) {
    this.wanted = wanted;
    this.most = most;
  }

  /// Passes on each file that is watched here, without keeping anything. The upper directories come
  /// first.
  ///
  /// @param most how many directory entries are looked at
  static void walk(Scope.Wanted wanted, int most, BiConsumer<Path, BasicFileAttributes> file) {
    Deque<Scope> open = new ArrayDeque<>();
    wanted.bases().forEach(base -> open.add(Scope.at(base, wanted)));
    int left = most;
    while (!open.isEmpty() && left > 0) {
      Scope scope = open.removeFirst();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(scope.directory())) {
        for (Path entry : entries) {
          if (--left < 0) {
            return;
          }
          Optional<BasicFileAttributes> is = Stamp.entry(entry);
          if (is.isPresent() && is.get().isDirectory()) {
            Optional.of(scope.enter(entry)).filter(below -> !below.isEmpty()).ifPresent(open::add);
          } else if (is.isPresent() && scope.acceptsFile(entry) && scope.mayMatter(entry)) {
            file.accept(entry, is.get());
          }
        }
      } catch (IOException | DirectoryIteratorException e) {
        wanted.problems().accept("cannot list " + scope.directory() + ": " + e.getMessage());
      }
    }
  }

  /// From now on, directories are registered with this source. Without one, only scans find
  /// changes.
  void use(Optional<ChangeSource> next) {
    source.ifPresent(ChangeSource::close);
    source = next;
  }

  boolean hasEvents() {
    return source.isPresent();
  }

  /// Looks at everything.
  ///
  /// @return the paths that differ from what was seen last
  /// @throws ChangeSource.Exhausted when the source cannot watch as many directories; what was
  ///   found until then is returned by the next scan
  Map<Path, FileChange> scan() {
    wanted.bases().forEach(this::base);
    return found();
  }

  /// Looks at these files and directories only.
  Map<Path, FileChange> look(Set<Path> places) {
    for (Path place : places) {
      Optional.ofNullable(place.getParent())
          .flatMap(parent -> Optional.ofNullable(nodes.get(parent)))
          .ifPresent(node -> entry(node, place, true));
    }
    for (Path base : wanted.bases()) {
      if (places.stream().anyMatch(base::startsWith)) {
        base(base);
      }
    }
    return found();
  }

  private Map<Path, FileChange> found() {
    listOpen();
    if (rulesChanged) {
      applyNewRules();
    }
    Map<Path, FileChange> found = changed;
    changed = new LinkedHashMap<>();
    return found;
  }

  /// Applies a changed `.gitignore`. A file that only becomes watched or unwatched by it does not
  /// count as changed.
  private void applyNewRules() {
    Map<Path, FileChange> before = changed;
    changed = new LinkedHashMap<>();
    Map<Path, Stamp> old = files();
    nodes.keySet().forEach(this::forget);
    nodes.clear();
    try {
      wanted.bases().forEach(this::base);
      listOpen();
    } finally {
      changed = before;
    }
    rulesChanged = false;
    files()
        .forEach((file, now) -> {
          if (!now.sameAs(old.getOrDefault(file, now))) {
            changed(file, FileChange.MODIFIED);
          }
        });
  }

  private void changed(Path file, FileChange how) {
    changed.merge(file, how, FileChange::then);
  }

  /// The state of each file that was seen last.
  Map<Path, Stamp> files() {
    var files = new HashMap<Path, Stamp>();
    nodes.values().forEach(node -> files.putAll(node.entries()));
    files.values().removeIf(Stamp::directory);
    return files;
  }

  /// See [Glob#withoutFile].
  Set<String> globsWithoutFile() {
    return Glob.withoutFile(wanted.globs(), files().keySet());
  }

  /// Compares a directory to search from. The nearest directory above it is registered, where its
  /// coming and going can be seen, before it is looked for.
  private void base(Path base) {
    Optional<Path> above = above(base);
    Optional<Path> registered = Optional.empty();
    while (!above.equals(registered)) {
      registered = above;
      above.ifPresent(this::register);
      above = above(base);
    }
    if (Stamp.of(base).filter(Stamp::directory).isEmpty()) {
      drop(base);
      return;
    }
    if (!nodes.containsKey(base)) {
      nodes.put(base, new Node(Scope.at(base, wanted)));
    }
    open.add(base);
  }

  private static Optional<Path> above(Path base) {
    Path up = base.getParent();
    while (up != null && !Files.isDirectory(up)) {
      up = up.getParent();
    }
    return Optional.ofNullable(up);
  }

  private void register(Path directory) {
    try {
      if (source.isPresent()) {
        source.get().watch(directory);
      }
    } catch (IOException e) {
      // If the directory has gone since it was listed, its parent's events tell.
      if (Files.isDirectory(directory)) {
        wanted.problems().accept("cannot watch " + directory + ": " + e.getMessage());
      }
    }
  }

  private void listOpen() {
    int left = most;
    while (!open.isEmpty() && left > 0) {
      Path directory = open.removeFirst();
      Node node = nodes.get(directory);
      left -= node == null ? 0 : list(directory, node, left);
    }
    open.clear();
  }

  /// Compares a directory with what is there now. It is registered again too: if events were lost,
  /// so was the news that it was replaced.
  ///
  /// @return how many entries it has
  private int list(Path directory, Node node, int atMost) {
    register(directory);
    rulesChanged |= node.scope().rulesChanged(false);
    var gone = new HashSet<>(node.entries().keySet());
    int count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (++count > atMost) {
          return count;
        }
        gone.remove(entry);
        entry(node, entry, false);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      drop(directory);
      return count;
    } catch (IOException | DirectoryIteratorException e) {
      // The node stays as it was, because an unreadable directory is not a deleted one.
      wanted.problems().accept("cannot list " + directory + ": " + e.getMessage());
      return count;
    }
    gone.forEach(path -> entry(node, path, false));
    return count;
  }

  /// Compares one entry of a directory.
  ///
  /// @param event whether the system says that something happened to it
  private void entry(Node node, Path path, boolean event) {
    if (event && path.endsWith(IgnoreRules.FILE)) {
      rulesChanged |= node.scope().rulesChanged(true);
    }
    Stamp seen = node.entries().get(path);
    if (seen == null && !node.scope().mayMatter(path)) {
      return;
    }
    Optional<Stamp> now = Stamp.ofEntry(path);
    boolean directory = now.filter(Stamp::directory).isPresent();
    if (seen != null && (now.isEmpty() || seen.directory() != directory)) {
      node.entries().remove(path);
      gone(path, seen);
    }
    if (directory) {
      directory(node, path, now.get());
    } else {
      now.ifPresent(stamp -> file(node, path, stamp, event));
    }
  }

  private void file(Node node, Path path, Stamp now, boolean event) {
    Stamp then = node.entries().get(path);
    if (then == null && !node.scope().acceptsFile(path)) {
      return;
    }
    node.entries().put(path, now);
    if (then == null) {
      changed(path, FileChange.CREATED);
    } else if (!then.sameAs(now) || (event && then.racy())) {
      changed(path, FileChange.MODIFIED);
    }
  }

  private void directory(Node node, Path path, Stamp now) {
    if (!nodes.containsKey(path)) {
      Scope scope = node.scope().enter(path);
      if (scope.isEmpty()) {
        return;
      }
      nodes.put(path, new Node(scope));
    }
    node.entries().put(path, now);
    open.add(path);
  }

  private void gone(Path path, Stamp seen) {
    if (seen.directory()) {
      drop(path);
    } else {
      changed(path, FileChange.DELETED);
    }
  }

  /// Drops a directory and everything below it. Its files count as changed.
  private void drop(Path directory) {
    Node node = nodes.remove(directory);
    if (node != null) {
      forget(directory);
      node.entries().forEach(this::gone);
    }
  }

  private void forget(Path directory) {
    source.ifPresent(s -> s.forget(directory));
  }
}
