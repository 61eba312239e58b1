package dev.pitstop.session.exposure;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.session.front.ListChanges;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Knows which of the lists that the client of one server was given may be wrong. Each is compared
/// with what the server lists as soon as that is known, and the client is told once, by
/// `list_changed`, unless it was right. Called in turns of the monitor.
final class GivenLists {
  /// A list that the client was given, and that may be wrong.
  ///
  /// @param by the run that listed it itself, with entries that Pitstop does not know; empty if the
  ///   client was given known entries instead
  /// @param early whether they were remembered from earlier, and no run had served yet
  private record Given(Optional<Run> by, List<Entry> entries, boolean early) {
    boolean right(Run now, List<Entry> listed) {
      return by.filter(now::equals).isPresent() || (early && entries.equals(listed));
    }
  }

  private final Backend backend;
  private final ListChanges changes;
  private final Map<Kind, Given> given = new EnumMap<>(Kind.class);

  /// What the server listed after the client had been given something else.
  private final Map<Kind, List<Entry>> late = new EnumMap<>(Kind.class);

  private Optional<Run> present = Optional.empty();

  GivenLists(Backend backend, ListChanges changes) {
    this.backend = backend;
    this.changes = changes;
  }

  // What the server does.

  /// A run serves from now on. The client is told about lists that it was given instead of the
  /// server's. What was remembered is compared when the run has listed.
  ///
  /// @param more further kinds to announce
  void serving(Run now, Set<Kind> more) {
    present = Optional.of(now);
    late.clear();
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    kinds.addAll(more);
    given.forEach((kind, g) -> kinds.addAll(g.early() ? Set.of() : Set.of(kind)));
    tell(kinds);
  }

  /// The server has answered Pitstop's own list requests. The client is told what changed, unless
  /// the server itself has said so, and which of its lists were wrong.
  void listed(CatalogChange change) {
    late.clear();
    Run run = change.run();
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (Map.Entry<Kind, Given> e : Map.copyOf(given).entrySet()) {
      Kind kind = e.getKey();
      if (backend.compared(run, kind)) {
        if (e.getValue().right(run, change.now().entries(kind))) {
          given.remove(kind);
        } else {
          stale(kind); // a run that does not serve yet does in a moment: the client is told then
          kinds.addAll(present.filter(run::equals).isPresent() ? Set.of(kind) : Set.of());
        }
      }
    }
    kinds.addAll(change.byRestart() ? change.diff().kinds() : Set.of());
    tell(kinds);
  }

  private void tell(Set<Kind> kinds) {
    given.keySet().removeAll(kinds);
    changes.tell(kinds);
  }

  // What the client is given.

  /// The client's list is not what it would get now.
  void stale(Kind kind) {
    given.put(kind, new Given(Optional.empty(), List.of(), false));
  }

  /// The client is given these known entries instead of the server's.
  ///
  /// @param known whether anything is known of the server
  void guessed(Kind kind, List<Entry> entries, boolean known) {
    boolean early = known && !backend.snapshot().hasServed();
    given.put(kind, new Given(Optional.empty(), entries, early));
  }

  /// The client is given the list of this run.
  void answered(Kind kind, Run by) {
    if (backend.compared(by, kind) || replaced(by)) {
      given.remove(kind);
    } else {
      given.put(kind, new Given(Optional.of(by), List.of(), false));
    }
  }

  /// The server listed these entries after the client had been given others.
  void tooLate(Kind kind, List<Entry> entries) {
    late.put(kind, entries);
    // what was right stays: a still later answer may differ from it
    if (given.containsKey(kind) && !given.get(kind).entries().equals(entries)) {
      tell(Set.of(kind));
    }
  }

  /// The client was given the list of a replaced run. That may be after it was told of the change,
  /// and after it got the list that it then asked for. So it is told again.
  ///
  /// @param old the entries, if they are readable
  void ofReplaced(Kind kind, Optional<List<Entry>> old) {
    if (old.filter(backend.catalog().entries(kind)::equals).isEmpty()) {
      changes.tell(Set.of(kind));
    }
  }

  /// Whether another run serves by now.
  boolean replaced(Run by) {
    return backend.serving().filter(now -> !now.equals(by)).isPresent();
  }

  /// What is known of a server that does not answer itself.
  ///
  /// @param remembered from earlier sessions
  Catalog best(Kind kind, Catalog remembered) {
    Catalog base = backend.snapshot().listed() ? backend.catalog() : remembered;
    return late.containsKey(kind) ? base.with(kind, late.get(kind)) : base;
  }
}
