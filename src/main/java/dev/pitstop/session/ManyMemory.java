package dev.pitstop.session;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Catalog;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// What earlier runs of many servers listed (F6), each server's in a file of its own. It is read
/// when a list is asked for that the server has not given yet, and written when the server lists
/// something else. In turns; files are read and written outside.
final class ManyMemory {
  private final Wiring wiring;
  private final Optional<Path> directory;
  private final OutsideTurns writing; // of its own: no list waits for a file to be written

  /// @param directory where that is kept, if anywhere
  ManyMemory(Wiring wiring, Optional<Path> directory) {
    this.wiring = wiring;
    this.directory = directory;
    this.writing = new OutsideTurns(wiring.monitor(), wiring.log());
  }

  private Description description(Member m) {
    return new Description(directory, m.spec().target(), Optional.of(m.name()));
  }

  /// Looks up what is remembered of a server, and tells `then` in a turn.
  ///
  /// @return whether it does: there may be no memory at all
  boolean recall(Member m, Consumer<Optional<Catalog>> then) {
    if (directory.isEmpty()) {
      return false;
    }
    Description description = description(m);
    wiring
        .outside()
        .run(
            () -> description.find().map(Description.Known::catalog),
            Optional.<Catalog>empty(),
            then);
    return true;
  }

  /// Runs `done` in a turn when all that was to be kept is written.
  void whenWritten(Runnable done) {
    writing.whenDone(done);
  }

  /// A server has listed what it offers.
  void keep(Member m, CatalogChange change) {
    if (directory.isEmpty() || m.offer().isAsRemembered(change)) {
      return;
    }
    Description description = description(m);
    Description.Known known = Description.Known.of(change.now());
    writing.run(
        () -> description.write(known),
        Optional.of("it could not be made"),
        failed ->
            failed.ifPresent(why ->
                wiring.log().warn("description-not-written", "server", m.name(), "why", why)));
  }
}
