package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Knows which of the lists that the client of one server was given are wrong, as far as that is
/// known. The client is told about each once, by `list_changed`. Called in turns of the monitor.
final class GivenLists {
  private final Backend backend;
  private final ListChanges changes;
  private final EnumSet<Kind> stale = EnumSet.noneOf(Kind.class);
  private final Map<Kind, Late> late = new EnumMap<>(Kind.class);

  /// Remembered entries that the client was given before any run served, for comparison with the
  /// server's.
  private final Map<Kind, List<Entry>> unproved = new EnumMap<>(Kind.class);

  private Optional<Run> present = Optional.empty(); // the run that serves, or served last

  /// Kinds for which the client has a list of this run that Pitstop has not compared. It cannot be
  /// compared with another run's list.
  private final Map<Kind, Run> uncompared = new EnumMap<>(Kind.class);

  /// A server's list that came after the client had been given the known one.
  private record Late(Run by, List<Entry> entries) {}

  GivenLists(Backend backend, ListChanges changes) {
    this.backend = backend;
    this.changes = changes;
  }

  // What the server does.

  /// This run serves from now on. The client is told about lists that it was given instead of the
  /// server's.
  ///
  /// @param more further kinds to announce
  void serving(Run now, Set<Kind> more) {
    present = Optional.of(now);
    late.clear();
    EnumSet<Kind> kinds = EnumSet.copyOf(stale);
    kinds.addAll(more);
    stale.clear();
    kinds.addAll(uncompared.keySet());
    uncompared.clear();
    unproved.keySet().removeAll(kinds);
    changes.tell(kinds);
  }

  /// Pitstop has compared more of this run's lists. The client's copies of those need no comparison
  /// any more.
  void known(Run of) {
    uncompared
        .entrySet()
        .removeIf(e -> e.getValue().equals(of) && backend.compared(of, e.getKey()));
  }

  /// The server has answered Pitstop's own list requests.
  ///
  /// @param more further kinds to announce
  void refreshed(Run of, Set<Kind> more) {
    late.clear();
    EnumSet<Kind> kinds = disproved(of);
    kinds.addAll(more);
    changes.tell(kinds);
  }

  /// A restart changed these lists. The client is told once.
  void changed(Run of, Set<Kind> touched) {
    late.clear();
    EnumSet<Kind> kinds = disproved(of);
    if (present.isEmpty() || !present.get().equals(of)) {
      stale.addAll(kinds); // it serves in a moment, and the client is told then, once
      kinds.clear();
    }
    kinds.addAll(touched);
    stale.removeAll(touched);
    uncompared.keySet().removeAll(kinds);
    changes.tell(kinds);
  }

  /// Remembered lists that the client was given and that this run lists differently.
  private EnumSet<Kind> disproved(Run of) {
    EnumSet<Kind> wrong = EnumSet.noneOf(Kind.class);
    for (Kind kind : Set.copyOf(unproved.keySet())) {
      if (backend.compared(of, kind)) {
        List<Entry> given = unproved.remove(kind);
        if (!backend.catalog().entries(kind).equals(given)) {
          wrong.add(kind);
        }
      }
    }
    return wrong;
  }

  // What the client is given.

  /// The client's list is not what it would get now.
  void stale(Kind kind) {
    stale.add(kind);
  }

  /// The client is given these known entries instead of the server's.
  ///
  /// @param known whether anything is known of the server
  void guessed(Kind kind, List<Entry> entries, boolean known) {
    if (known && !backend.snapshot().hasServed()) {
      unproved.put(kind, entries);
    } else {
      stale.add(kind);
    }
  }

  /// The client is given the list of this run.
  void answered(Kind kind, Run by) {
    if (!backend.compared(by, kind) && !replaced(by)) {
      uncompared.put(kind, by);
    }
  }

  /// A list of this run came after the client had been given these entries.
  void tooLate(Kind kind, Run by, List<Entry> entries, List<Entry> given) {
    late.put(kind, new Late(by, entries));
    stale.remove(kind);
    if (!entries.equals(given)) {
      changes.tell(EnumSet.of(kind));
    }
  }

  /// The client was given the list of a replaced run. That may be after it was told of the change,
  /// and after it got the list that it then asked for. So it is told again.
  ///
  /// @param old the entries, if they are readable
  void ofReplaced(Kind kind, Optional<List<Entry>> old) {
    if (old.filter(backend.catalog().entries(kind)::equals).isEmpty()) {
      changes.tell(EnumSet.of(kind));
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
    Late newer = late.get(kind);
    return newer == null ? base : base.with(kind, newer.entries());
  }
}
