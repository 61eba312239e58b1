package dev.pitstop.backend;

import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Limits how many bytes of messages are kept for a server at once, over all its runs: held calls,
/// unanswered calls that may have to be sent again, and data that it has not read. Without this
/// limit a server that hangs would fill the heap and end the session. Called in turns of the
/// monitor.
final class Budget {
  private final Runs runs;
  private final HoldQueue hold;
  private final LongSupplier limit;
  private final Predicate<Call> expendable;
  private long own; // so many bytes may be kept in any case

  /// @param limit this server's share of the session's limit
  /// @param expendable whether a call that has begun to leave is never sent again, so that its
  ///   bytes can be freed
  Budget(Runs runs, HoldQueue hold, LongSupplier limit, Predicate<Call> expendable) {
    this.runs = runs;
    this.hold = hold;
    this.limit = limit;
    this.expendable = expendable;
  }

  /// Sets how many bytes may be kept, whatever other servers keep.
  void own(long bytes) {
    own = bytes;
  }

  long limit() {
    return limit.getAsLong();
  }

  /// Whether `size` bytes more may be kept. Frees bytes only if they do not fit otherwise.
  boolean has(long size) {
    return fits(kept() + size) || fits(used() + size);
  }

  private boolean fits(long bytes) {
    return bytes <= own || bytes <= limit.getAsLong();
  }

  /// How many bytes are kept now.
  long kept() {
    long bytes = hold.bytes;
    for (LiveRun run : runs.live()) {
      bytes += run.calls().kept();
    }
    return bytes;
  }

  /// Frees what can be freed.
  ///
  /// @return how many bytes are kept after that
  long used() {
    long bytes = hold.bytes;
    for (LiveRun run : runs.live()) {
      bytes += run.calls().giveUp(expendable);
    }
    return bytes;
  }
}
