package dev.pitstop.rpc;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// What a session notes for a successor: where it has a [Ledger], in that, otherwise nowhere. In
/// turns of the monitor.
public final class Notes {
  private Optional<Ledger> ledger = Optional.empty();
  private final Set<String> recalled = new HashSet<>();

  /// From now on it is noted there. Before any server has said anything.
  public void keep(Ledger in) {
    ledger = Optional.of(in);
  }

  /// @param name one line
  public void note(String name, String text) {
    ledger.ifPresent(l -> l.note(name, text));
  }

  /// What was noted under this name by a process that had the session before; empty if nothing was.
  /// It counts for one who asks: the first.
  public String recall(String name) {
    return recalled.add(name) ? ledger.map(l -> l.noted(name)).orElse("") : "";
  }
}
