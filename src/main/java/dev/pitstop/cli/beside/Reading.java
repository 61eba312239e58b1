package dev.pitstop.cli.beside;

import dev.pitstop.beside.JsonLine;
import dev.pitstop.beside.Lines;
import dev.pitstop.beside.Live;
import dev.pitstop.cli.beside.Which.Source;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.Optional;

/// Reads the journal of a session, running or ended.
record Reading(Desk desk, Source source) {
  /// Takes lines.
  interface Taker {
    void take(JsonLine line) throws IOException;
  }

  /// Passes on each entry that is there, in order.
  ///
  /// @return the number of the last entry, after which [#follow] goes on
  long each(Taker taker) throws IOException, Refusal {
    return switch (source) {
      case Source.Running r -> read(r.session(), 0, false, taker);
      case Source.Ended e -> {
        try (Lines lines = e.session().read(desk::note)) {
          yield pass(lines, taker).orElse(0L);
        }
      }
    };
  }

  /// Passes on what comes after this entry, until the session ends. One that has ended says nothing
  /// more.
  void follow(long after, Taker taker) throws IOException, Refusal {
    if (source instanceof Source.Running r) {
      read(r.session(), after, true, taker);
      ended(r.session());
    }
  }

  private long read(Live session, long after, boolean follow, Taker taker)
      throws IOException, Refusal {
    String request =
        "{\"do\":\"read\",\"after\":" + after + ",\"follow\":" + follow + ",\"messages\":false}";
    try (Lines lines = session.ask(request, desk::note)) {
      Optional<Long> next = pass(lines, taker);
      if (next.isEmpty() && !follow) {
        ended(session);
      }
      return next.orElse(Long.MAX_VALUE);
    }
  }

  /// @return the number at the end; empty if the lines stop without an end
  private static Optional<Long> pass(Lines lines, Taker taker) throws IOException, Refusal {
    for (Optional<JsonLine> l = lines.next(); l.isPresent(); l = lines.next()) {
      switch (l.get().type()) {
        case "session" -> {}
        case "end" -> {
          return Optional.of(l.get().number("next"));
        }
        case "error" -> throw Refusal.failed(l.get().text("text"));
        default -> taker.take(l.get());
      }
    }
    return Optional.empty();
  }

  private void ended(Live session) {
    desk.note("session " + session.pid() + " has ended");
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
