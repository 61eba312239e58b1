package dev.pitstop.backend;

import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/// How many bytes of messages may be kept for a server at once, over all its runs: calls that are
/// held, calls that it has not answered and that may have to be sent again, and whatever waits for
/// it to read. Without this bound a server that hangs would take the heap, and with it the session.
/// In turns.
final class Budget {
  private final Present present;
  private final HoldQueue hold;
  private final LongUnaryOperator limit;
  private final Predicate<Call> expendable;

  /// @param limit this server's share of what the process may keep, given how much it needs
  /// @param expendable whether nobody needs the bytes of a call again that has begun to leave
  Budget(Present present, HoldQueue hold, LongUnaryOperator limit, Predicate<Call> expendable) {
    this.present = present;
    this.hold = hold;
    this.limit = limit;
    this.expendable = expendable;
  }

  long limit() {
    return limit.applyAsLong(Long.MAX_VALUE);
  }

  /// Whether `size` bytes more may be kept. Looks for what can be given up only if they may not.
  boolean has(long size) {
    return fits(kept() + size) || fits(used() + size);
  }

  private boolean fits(long bytes) {
    return bytes <= limit.applyAsLong(bytes);
  }

  /// What is kept now.
  long kept() {
    long bytes = hold.bytes();
    for (Run r : present.live()) {
      bytes += r.inFlight().bytes() + r.pending();
    }
    return bytes;
  }

  /// What is kept after all that can be given up was given up.
  long used() {
    long bytes = hold.bytes();
    for (Run r : present.live()) {
      long twice = r.inFlight().giveUp(r::mayHaveRun, expendable);
      bytes += r.inFlight().bytes() + r.pending() - twice;
    }
    return bytes;
  }
}
