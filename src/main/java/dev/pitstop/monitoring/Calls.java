package dev.pitstop.monitoring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes calls out of the lines `call` and `answer`. Keeps the calls that have no answer yet, at
/// most [#MOST_PENDING]: then the oldest is forgotten. One thread.
public final class Calls {
  private static final int MOST_PENDING = 10_000;

  private final Map<Long, JsonLine> pending = new LinkedHashMap<>();

  /// Takes a line of a journal.
  ///
  /// @return the call that it begins or ends, as it is now
  public Optional<Call> add(JsonLine line) {
    long number = line.number("call");
    return switch (line.type()) {
      case "call" -> {
        pending.put(number, line);
        if (pending.size() > MOST_PENDING) {
          pending.remove(pending.keySet().iterator().next());
        }
        yield Optional.of(new Call(line, JsonLine.NONE));
      }
      case "answer" -> {
        Optional<JsonLine> begun = Optional.ofNullable(pending.remove(number));
        JsonLine start = begun.orElseGet(() -> Call.unknown(number).begun());
        yield Optional.of(new Call(start, line));
      }
      default -> Optional.empty();
    };
  }

  /// The calls without an answer, in the order in which they began.
  public List<Call> pending() {
    return pending.values().stream().map(line -> new Call(line, JsonLine.NONE)).toList();
  }
}
