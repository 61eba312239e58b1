package dev.pitstop.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/// The watched files as they were last seen. A source of events only says where to look. A change
/// is whatever differs from this state. So lost events, events that come twice, and scans without
/// any events need no different treatment.
///
/// Directories are registered with the source before they are listed. So what happens in between is
/// seen by one of the two. A symbolic link to a file is watched as the file that it leads to. A
/// link to a directory is not entered. Used by one thread.
final class Tree {
  /// What was seen in one directory: its files and directories.
  private record Node(Scope scope, Optional<Stamp> rules, Map<Path, Stamp> entries) {}

  private final Scope.Wanted wanted;
  private final List<Path> bases;
  private Optional<ChangeSource> source = Optional.empty();
  private final Map<Path, Node> nodes = new HashMap<>();

  /// The directories that are still to be listed, the upper ones first.
  private final Deque<Path> open = new ArrayDeque<>();

  /// The changes that were found and not taken yet. They outlive a scan that fails.
  private Map<Path, FileChange> changed = new LinkedHashMap<>();

  private final Set<Path> untold = new HashSet<>();
  private boolean rulesChanged;

  Tree(Scope.Wanted wanted) {
    this.wanted = wanted;
    this.bases = wanted.bases();
  }

  /// Passes on each wanted file, without keeping anything. The upper directories come first.
  ///
  /// @param most how many directory entries are looked at
  /// @param worth asked first, because globs and ignore rules take longer
  static void walk(
      Scope.Wanted wanted,
      int most,
      BiPredicate<Path, BasicFileAttributes> worth,
      BiConsumer<Path, BasicFileAttributes> file) {
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
          Optional<BasicFileAttributes> is = Stamp.attributes(entry);
          if (is.isPresent() && is.get().isDirectory()) {
            Optional.of(scope.enter(entry)).filter(below -> !below.isEmpty()).ifPresent(open::add);
          } else if (is.isPresent() && worth.test(entry, is.get()) && scope.acceptsFile(entry)) {
            file.accept(entry, is.get());
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        // what cannot be listed is passed over, as what is ignored is
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
  /// @throws UncheckedIOException when the source cannot watch as many directories
  void scan() {
    bases.forEach(this::base);
    listOpen();
    applyNewRules();
  }

  /// Looks at these files and directories only.
  ///
  /// @param places where the system says that something happened
  /// @throws UncheckedIOException as [#scan()]
  void look(Set<Path> places) {
    untold.removeAll(places);
    for (Path place : places) {
      Optional.ofNullable(place.getParent())
          .flatMap(parent -> Optional.ofNullable(nodes.get(parent)))
          .ifPresent(node -> entry(node, place, true));
    }
    bases.stream().filter(places::contains).forEach(this::base);
    listOpen();
    applyNewRules();
  }

  /// The paths that differ from what was seen before, once.
  Map<Path, FileChange> changes() {
    Map<Path, FileChange> taken = changed;
    changed = new LinkedHashMap<>();
    return taken;
  }

  /// The files that changed without an event so far. Only files that were known before count:
  /// others may be in a directory that was not registered yet.
  Set<Path> untold() {
    return untold;
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

  /// Opens a directory to search from, if it is there. The one above it is registered, where its
  /// coming and going can be seen, before it is looked for.
  private void base(Path base) {
    Optional.ofNullable(base.getParent()).filter(Files::isDirectory).ifPresent(this::register);
    if (Files.isDirectory(base)) {
      open(base, () -> Scope.at(base, wanted));
    } else {
      drop(base);
    }
  }

  private void register(Path directory) {
    try {
      if (source.isPresent()) {
        source.get().watch(directory);
      }
    } catch (FileSystemException e) {
      // If the directory has gone since it was listed, its parent's events tell.
      if (Files.isDirectory(directory)) {
        wanted.problems().accept("cannot watch " + directory + ": " + e.getMessage());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
  }

  /// @return whether anything in or below the directory can be watched
  private boolean open(Path directory, Supplier<Scope> scope) {
    if (!nodes.containsKey(directory)) {
      Optional<Stamp> rules = Stamp.of(directory.resolve(IgnoreRules.FILE)); // before they are read
      Scope made = scope.get();
      if (made.isEmpty()) {
        return false;
      }
      nodes.put(directory, new Node(made, rules, new HashMap<>()));
    }
    return open.add(directory);
  }

  private void listOpen() {
    while (!open.isEmpty()) {
      Path directory = open.removeFirst();
      Optional.ofNullable(nodes.get(directory)).ifPresent(node -> list(directory, node));
    }
  }

  /// Applies a changed `.gitignore`. A file that only becomes watched or unwatched by it does not
  /// count as changed.
  private void applyNewRules() {
    if (!rulesChanged) {
      return;
    }
    Map<Path, FileChange> before = changes();
    Map<Path, Stamp> old = files();
    nodes.clear();
    try {
      bases.forEach(this::base);
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

  /// Compares a directory with what is there now. It is registered again too: if events were lost,
  /// so was the news that it was replaced.
  private void list(Path directory, Node node) {
    register(directory);
    Set<Path> paths = new LinkedHashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(paths::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      drop(directory);
      return;
    } catch (IOException | DirectoryIteratorException e) {
      // The node stays as it was, because an unreadable directory is not a deleted one.
      wanted.problems().accept("cannot list " + directory + ": " + e.getMessage());
      return;
    }
    Path file = directory.resolve(IgnoreRules.FILE);
    Optional<Stamp> rules = paths.contains(file) ? Stamp.of(file) : Optional.empty();
    rulesChanged |= !Stamp.same(node.rules(), rules);
    paths.addAll(node.entries().keySet()); // those that are gone
    paths.forEach(path -> entry(node, path, false));
  }

  /// Compares one entry of a directory.
  ///
  /// @param event whether the system says that something happened to it
  private void entry(Node node, Path path, boolean event) {
    rulesChanged |= event && path.endsWith(IgnoreRules.FILE);
    Optional<Stamp> now = Stamp.of(path);
    boolean directory = now.filter(Stamp::directory).isPresent();
    Stamp then = node.entries().get(path);
    if (then != null && (now.isEmpty() || then.directory() != directory)) {
      node.entries().remove(path);
      gone(path, then);
    }
    if (directory && open(path, () -> node.scope().enter(path))) {
      node.entries().put(path, now.get());
    } else if (!directory && now.isPresent()) {
      file(node, path, now.get(), event);
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
      if (!event && hasEvents()) {
        untold.add(path);
      }
    }
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
    Optional.ofNullable(nodes.remove(directory))
        .ifPresent(node -> node.entries().forEach(this::gone));
  }
}
