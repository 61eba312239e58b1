package dev.pitstop.beside;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes calls out of the lines `call` and `answer`. Keeps the calls that have no answer yet, at
/// most [#MOST_PENDING]: then the oldest is forgotten. One thread.
public final class Calls {
  private static final int MOST_PENDING = 10_000;

  private final Map<Long, Call> pending = new LinkedHashMap<>();

  /// Takes a line of a journal.
  ///
  /// @return the call that it begins or ends, as it is now
  public Optional<Call> add(JsonLine line) {
    return switch (line.type()) {
      case "call" -> {
        Call call = Call.began(line);
        pending.put(call.number(), call);
        if (pending.size() > MOST_PENDING) {
          pending.remove(pending.keySet().iterator().next());
        }
        yield Optional.of(call);
      }
      case "answer" -> {
        Call began =
            Optional.ofNullable(pending.remove(line.number("call")))
                .orElseGet(() -> Call.without(line));
        yield Optional.of(began.ended(line));
      }
      default -> Optional.empty();
    };
  }

  /// The calls without an answer, in the order in which they began.
  public List<Call> pending() {
    return List.copyOf(pending.values());
  }
}
