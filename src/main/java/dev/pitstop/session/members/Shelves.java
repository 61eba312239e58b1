package dev.pitstop.session.members;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import java.util.List;

/// Makes each server's part of the merged lists as soon as its catalogue is known, and reports
/// which entries are not listed: in the log, and in the server's own output. Called in turns of the
/// monitor; the parts are made outside.
public record Shelves(OutsideTurns outside, Log log) {
  /// A server's known catalogue changed: its part of the lists is made at once, so that callers who
  /// ask for the servers learn what is not listed.
  void shelve(Member m) {
    Shelf shelf = m.offer().reshelve();
    outside.run(shelf::flaws, List.<String>of(), flaws -> report(m, flaws));
  }

  private void report(Member m, List<String> now) {
    if (m.removed()) {
      return;
    }
    List<String> before = m.offer().flaws();
    m.offer().flaws(now);
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
    outside.whenDone(then);
  }
}
