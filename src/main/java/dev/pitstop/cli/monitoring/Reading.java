package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.Session;
import java.io.IOException;
import java.util.Optional;

/// Reads the journal of a session, running or ended.
public record Reading(Desk desk, Session session) {
  /// Takes lines.
  public interface Taker {
    void take(JsonLine line) throws Refusal;
  }

  /// Passes on each entry that is there, in order.
  ///
  /// @return the number of the last entry, after which [#follow] goes on; far beyond any if the
  ///   session went away before
  long each(Taker taker) throws IOException, Refusal {
    return pass(desk, session.read(false), taker)
        .map(end -> end.number("next"))
        .orElse(Long.MAX_VALUE);
  }

  /// Passes on what comes after this entry, until the session ends. One that has ended says nothing
  /// more.
  void follow(long after, Taker taker) throws IOException, Refusal {
    if (session instanceof Live live) {
      pass(desk, live.read(after, true, false), taker);
      desk.note("session " + live.pid() + " has ended");
    }
  }

  /// Passes on the lines of an answer, without those about the answer, and closes it.
  ///
  /// @return its `end`; empty if the session went away before
  public static Optional<JsonLine> pass(Desk desk, Lines answer, Taker taker)
      throws IOException, Refusal {
    try (answer) {
      for (Optional<JsonLine> l = answer.next(); l.isPresent(); l = answer.next()) {
        switch (l.get().type()) {
          case "session", "idle" -> {}
          case "damaged" -> desk.note(l.get().text("text"));
          case "end" -> {
            return l;
          }
          case "error" -> throw new Refusal(1, l.get().text("text"));
          default -> taker.take(l.get());
        }
      }
    }
    return Optional.empty();
  }
}
