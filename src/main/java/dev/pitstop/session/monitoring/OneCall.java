package dev.pitstop.session.monitoring;

import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Messages;
import dev.pitstop.monitoring.JsonLine;
import java.util.ArrayList;
import java.util.List;

/// What the journal has of one call: its beginning and its end, and what its server wrote and the
/// agent was told in between.
///
/// @param number of the call
record OneCall(Journal journal, long number) {
  /// Lines of stderr.
  private static final int MOST = 1_000;

  /// The lines for a reader, with an `end`.
  String lines() {
    if (number < 1) { // entries that are of no call have none
      return Requests.error("there is no call " + number);
    }
    List<JsonLine> found = new ArrayList<>();
    journal.scan(text -> {
      JsonLine line = JsonLine.of(Messages.utf8(text)).orElse(JsonLine.NONE);
      boolean beside = List.of("stderr", "notice", "dropped").contains(line.type());
      if (beside ? !found.isEmpty() : line.number("call") == number) {
        found.add(line);
      }
      return beside || found.isEmpty() || !found.getLast().type().equals("answer");
    });
    if (found.isEmpty()) {
      boolean never = number > journal.calls();
      return Requests.error(
          (never ? "there is no call " : "the journal no longer has call ") + number);
    }
    List<String> lines = new ArrayList<>();
    int stderr = 0;
    for (JsonLine line : found) {
      boolean wrote = line.type().equals("stderr");
      stderr += wrote ? 1 : 0;
      if (!wrote || (stderr <= MOST && isOfItsRun(line, found.getLast()))) {
        lines.add(line.json());
      }
    }
    lines.add("{\"type\":\"end\",\"next\":" + journal.last() + "}");
    return String.join("\n", lines);
  }

  /// Whether the run that had the call wrote this; true if none is known.
  private static boolean isOfItsRun(JsonLine line, JsonLine end) {
    String server = end.text("server");
    return !end.type().equals("answer")
        || server.isEmpty()
        || (line.text("server").equals(server) && line.number("run") == end.number("run"));
  }
}
