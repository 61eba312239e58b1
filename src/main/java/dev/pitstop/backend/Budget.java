package dev.pitstop.backend;

/// How many bytes of messages may be kept for a server at once, over all its incarnations: calls
/// that are held, calls that it has not answered and that may have to be sent again, and whatever
/// waits for it to read. Without this bound a server that hangs would take the heap, and with it
/// the session. In turns.
final class Budget {
  private final Backend backend;
  private final Supervisor supervisor;
  private final HoldQueue hold;
  private final long limit;

  Budget(Backend backend, Supervisor supervisor, HoldQueue hold) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.hold = hold;
    long largest = Math.max(hold.limits().bytes(), backend.settings().maxMessageBytes());
    this.limit =
        largest + largest / 4; // beside the largest message there is room for ordinary ones
  }

  long limit() {
    return limit;
  }

  /// Whether `size` bytes more may be kept. Looks for what can be given up only if they may not.
  boolean has(long size) {
    long atMost = hold.bytes();
    for (Incarnation i : supervisor.incarnations().live()) {
      atMost += i.inFlight().bytes() + i.outbox().pendingBytes();
    }
    return atMost + size <= limit || used() + size <= limit;
  }

  /// What is kept after all that can be given up was given up.
  long used() {
    long bytes = hold.bytes();
    for (Incarnation i : supervisor.incarnations().live()) {
      long twice = i.inFlight().giveUp(i.outbox(), backend::expendable);
      bytes += i.inFlight().bytes() + i.outbox().pendingBytes() - twice;
    }
    return bytes;
  }

  /// That there is no room, as a clause.
  String words() {
    return "messages of "
        + Words.bytes(used())
        + " are kept for it until it reads or answers them (the limit is "
        + Words.bytes(limit)
        + ")";
  }
}
