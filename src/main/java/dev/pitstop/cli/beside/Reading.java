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
          yield pass(lines, taker);
        }
      }
    };
  }

  /// Passes on what comes after this entry, until the session ends. One that has ended says nothing
  /// more.
  void follow(long after, Taker taker) throws IOException, Refusal {
    if (source instanceof Source.Running r) {
      read(r.session(), after, true, taker);
      desk.note("session " + r.session().pid() + " has ended");
    }
  }

  private long read(Live session, long after, boolean follow, Taker taker)
      throws IOException, Refusal {
    String from = "{\"do\":\"read\",\"after\":" + after;
    String how = ",\"follow\":" + follow + ",\"messages\":false}";
    try (Lines lines = session.ask(from + how, desk::note)) {
      return pass(lines, taker);
    }
  }

  /// Passes on the lines of an answer, without those about the answer.
  ///
  /// @return the number at their end; far beyond any if the session went away before
  static long pass(Lines lines, Taker taker) throws IOException, Refusal {
    for (Optional<JsonLine> l = lines.next(); l.isPresent(); l = lines.next()) {
      switch (l.get().type()) {
        case "session" -> {}
        case "end" -> {
          return l.get().number("next");
        }
        case "error" -> throw new Refusal(1, l.get().text("text"));
        default -> taker.take(l.get());
      }
    }
    return Long.MAX_VALUE;
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
