package dev.pitstop.session.members;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.session.front.OutsideTurns;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes each server's part of the merged lists as soon as its catalogue is known, and reports
/// which entries are not listed: in the log, and in the server's own output. Called in turns of the
/// monitor; the parts are made outside.
public record Shelves(OutsideTurns outside, Log log) {
  /// A server's known catalogue changed: its part of the lists is made at once, so that callers who
  /// ask for the servers learn what is not listed.
  void shelve(Member m) {
    Catalog catalog = m.offer().catalog();
    outside.run(
        () -> Optional.of(m.offer().shelf().all(catalog)),
        Optional.<Map<Kind, Shelf.Items>>empty(),
        made -> made.ifPresent(items -> shelved(m, catalog, items)));
  }

  private void shelved(Member m, Catalog catalog, Map<Kind, Shelf.Items> items) {
    List<String> before = m.offer().withheld();
    m.offer().shelved(catalog, items);
    tell(m, before, m.offer().withheld());
  }

  /// In a list of this kind, these entries of the server are not listed because of another server.
  public void clash(Member m, Kind kind, List<Offer.Clash> now) {
    if (!m.removed()) {
      List<Offer.Clash> before = m.offer().clash(kind, now);
      tell(m, Offer.texts(before), Offer.texts(now));
    }
  }

  private void tell(Member m, List<String> before, List<String> now) {
    for (String flaw : now) {
      if (!before.contains(flaw)) {
        log.warn("list", "server", m.name(), "problem", flaw);
        StderrRing ring = m.backend().ring();
        ring.append(ring.newest().orElse(0), StderrRing.Kind.NOTE, flaw);
      }
    }
  }

  /// Runs `then` in a turn when the servers' known catalogues have been processed.
  public void whenShelved(Runnable then) {
    outside.run(() -> true, true, done -> then.run());
  }
}
