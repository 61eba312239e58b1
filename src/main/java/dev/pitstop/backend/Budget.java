package dev.pitstop.backend;

import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/// Limits how many bytes of messages are kept for a server at once, over all its runs: held calls,
/// unanswered calls that may have to be sent again, and data that it has not read. Without this
/// limit a server that hangs would fill the heap and end the session. Called in turns of the
/// monitor.
final class Budget {
  private final Runs runs;
  private final HoldQueue hold;
  private final LongUnaryOperator limit;
  private final Predicate<Call> expendable;

  /// @param limit this server's share of the session's limit
  /// @param expendable whether a call that has begun to leave is never sent again, so that its
  ///   bytes can be freed
  Budget(Runs runs, HoldQueue hold, LongUnaryOperator limit, Predicate<Call> expendable) {
    this.runs = runs;
    this.hold = hold;
    this.limit = limit;
    this.expendable = expendable;
  }

  long limit() {
    return limit.applyAsLong(Long.MAX_VALUE);
  }

  /// Whether `size` bytes more may be kept. Frees bytes only if they do not fit otherwise.
  boolean has(long size) {
    return fits(kept() + size) || fits(used() + size);
  }

  private boolean fits(long bytes) {
    return bytes <= limit.applyAsLong(bytes);
  }

  /// How many bytes are kept now.
  long kept() {
    long bytes = hold.bytes;
    for (LiveRun run : runs.live()) {
      bytes += run.calls.kept();
    }
    return bytes;
  }

  /// Frees what can be freed.
  ///
  /// @return how many bytes are kept after that
  long used() {
    long bytes = hold.bytes;
    for (LiveRun run : runs.live()) {
      bytes += run.calls.giveUp(expendable);
    }
    return bytes;
  }
}
