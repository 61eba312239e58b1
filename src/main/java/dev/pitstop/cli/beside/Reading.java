package dev.pitstop.cli.beside;

import dev.pitstop.beside.JsonLine;
import dev.pitstop.beside.Lines;
import dev.pitstop.cli.beside.Which.Source;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.Optional;

/// Reads the journal of a session, running or ended, from its beginning.
record Reading(Desk desk, Source source, boolean follow) {
  /// Takes lines.
  interface Taker {
    void take(JsonLine line) throws IOException;
  }

  /// Passes each entry on, in order. The session's own line is none.
  void each(Taker taker) throws IOException, Refusal {
    try (Lines lines = open()) {
      boolean whole = source instanceof Source.Ended;
      for (Optional<JsonLine> l = lines.next(); l.isPresent(); l = lines.next()) {
        switch (l.get().type()) {
          case "session" -> {}
          case "end" -> whole = true;
          case "error" -> throw Refusal.failed(l.get().text("text"));
          default -> taker.take(l.get());
        }
      }
      if (source instanceof Source.Running running && (follow || !whole)) {
        desk.note("session " + running.session().pid() + " has ended");
      }
    }
  }

  private Lines open() throws IOException {
    return switch (source) {
      case Source.Running r ->
          r.session()
              .ask(
                  "{\"do\":\"read\",\"after\":0,\"follow\":" + follow + ",\"messages\":false}",
                  desk::note);
      case Source.Ended e -> e.session().read(desk::note);
    };
  }

  /// `312 events dropped`, for a line `gap` or `dropped`; empty for any other.
  static Optional<String> missing(JsonLine line) {
    return switch (line.type()) {
      case "gap" -> Optional.of(Words.groupedCount(line.number("events"), "event") + " dropped");
      case "dropped" ->
          Optional.of(Words.groupedCount(line.number("lines"), "line") + " of stderr dropped");
      default -> Optional.empty();
    };
  }
}
