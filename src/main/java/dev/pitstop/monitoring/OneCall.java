package dev.pitstop.monitoring;

import java.util.ArrayList;
import java.util.List;

/// What a journal has of one call: its beginning and its end, and what its server wrote and the
/// agent was told in between. One thread.
public final class OneCall {
  /// Lines of stderr.
  private static final int MOST = 1_000;

  private final long number;
  private final List<JsonLine> found = new ArrayList<>();

  /// @param number of the call; 0 is none, since entries that are of no call have none
  public OneCall(long number) {
    this.number = number;
  }

  /// Takes the next line of the journal.
  ///
  /// @return whether lines after it can matter
  public boolean add(JsonLine line) {
    boolean beside = List.of("stderr", "notice").contains(line.type());
    if (beside ? isOpen() : number > 0 && line.number("call") == number) {
      found.add(line);
    }
    return found.isEmpty() || isOpen();
  }

  private boolean isOpen() {
    return !found.isEmpty() && !found.getLast().type().equals("answer");
  }

  /// The lines about it, in order; none if the journal does not have it.
  public List<JsonLine> lines() {
    List<JsonLine> lines = new ArrayList<>();
    int stderr = 0;
    for (JsonLine line : found) {
      boolean wrote = line.type().equals("stderr");
      stderr += wrote ? 1 : 0;
      if (!wrote || (stderr <= MOST && isOfItsRun(line, found.getLast()))) {
        lines.add(line);
      }
    }
    return lines;
  }

  /// Whether the run that had the call wrote this; true if none is known.
  private static boolean isOfItsRun(JsonLine line, JsonLine end) {
    String server = end.text("server");
    return !end.type().equals("answer")
        || server.isEmpty()
        || (line.text("server").equals(server) && line.number("run") == end.number("run"));
  }
}
