package dev.pitstop.session.monitoring;

import dev.pitstop.journal.Journal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What the journal has of one call: its beginning and its end, and what its server wrote and the
/// agent was told in between.
///
/// @param number of the call
record OneCall(Journal journal, long number) {
  /// Lines of stderr.
  private static final int MOST = 1_000;

  private static final String TYPE = ",\"type\":\"";

  /// The lines for a reader, with an `end`.
  byte[] lines() {
    List<String> found = new ArrayList<>();
    List<String> ends = new ArrayList<>(1);
    journal.scan(line -> {
      if (is(line, "call\",\"call\":" + number + ",") || (!found.isEmpty() && isBeside(line))) {
        found.add(line);
      } else if (is(line, "answer\",\"call\":" + number + ",")) {
        ends.add(line);
      }
      return ends.isEmpty();
    });
    String end = ends.isEmpty() ? "" : ends.getFirst();
    if (found.isEmpty() && end.isEmpty()) {
      String why =
          number > journal.calls() || number < 1
              ? "there is no call "
              : "the journal no longer has call ";
      return bytes(Requests.error(why + number));
    }
    String of = run(end);
    StringBuilder all = new StringBuilder();
    int stderr = 0;
    for (String line : found) {
      boolean wrote = is(line, "stderr\"");
      stderr += wrote ? 1 : 0;
      if (!wrote || (stderr <= MOST && line.contains(of))) {
        all.append(line).append('\n');
      }
    }
    all.append(end).append(end.isEmpty() ? "" : "\n");
    return bytes(all + "{\"type\":\"end\",\"next\":" + journal.last() + "}");
  }

  private static byte[] bytes(String lines) {
    return (lines + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isBeside(String line) {
    return is(line, "stderr\"") || is(line, "notice\"") || is(line, "dropped\"");
  }

  /// Whether the line is of this type. The type is the third member, so no message can look like
  /// it.
  private static boolean is(String line, String type) {
    int at = line.indexOf(TYPE);
    return at > 0 && line.startsWith(type, at + TYPE.length());
  }

  /// The server and the run that had the call, as the lines of stderr say it; empty if none is
  /// known.
  private static String run(String end) {
    int from = end.indexOf(",\"server\":");
    int to = end.indexOf(",\"deliveries\":");
    return from > 0 && to > from ? end.substring(from, to) + "," : "";
  }
}
