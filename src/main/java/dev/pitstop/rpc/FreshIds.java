package dev.pitstop.rpc;

/// Makes ids for Pitstop's own requests, and for requests whose own id cannot be used. Never makes
/// an id twice. The table that uses an id checks whether a peer already uses it. Not thread-safe.
public final class FreshIds {
  private static final int FIRST = 1_500_000_000;

  private final String prefix; // empty for numbers
  private long made;

  private FreshIds(String prefix) {
    this.prefix = prefix;
  }

  /// Ids that are strings which no client would choose.
  ///
  /// @param prefix the beginning of each id, plain ASCII
  public static FreshIds words(String prefix) {
    return new FreshIds(prefix);
  }

  /// Ids that are numbers, for servers: some accept only integers of 32 bits. The numbers are far
  /// above the ids of clients, which count from 0 or 1.
  public static FreshIds numbers() {
    return new FreshIds("");
  }

  RequestId next() {
    long n = made++;
    return prefix.isEmpty() ? RequestId.of(FIRST + n) : RequestId.of(prefix + (n + 1));
  }
}
