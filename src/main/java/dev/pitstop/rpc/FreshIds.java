package dev.pitstop.rpc;

/// Makes ids for Pitstop's own requests, and for requests whose own id cannot be used. Never makes
/// an id twice. The table that uses an id checks whether a peer already uses it. Not thread-safe.
public sealed interface FreshIds {
  /// The next id.
  RequestId next();

  /// Ids that are strings which no client would choose.
  ///
  /// @param prefix the beginning of each id, plain ASCII
  static FreshIds words(String prefix) {
    return new Words(prefix);
  }

  /// Ids that are numbers, for servers: some accept only integers of 32 bits. The numbers are far
  /// above the ids of clients, which count from 0 or 1.
  static FreshIds numbers() {
    return new Numbers();
  }

  /// See [FreshIds#words].
  final class Words implements FreshIds {
    private final String prefix;
    private long made;

    private Words(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public RequestId next() {
      return RequestId.of(prefix + ++made);
    }
  }

  /// See [FreshIds#numbers].
  final class Numbers implements FreshIds {
    static final int FIRST = 1_500_000_000;
    static final int LAST = 2_099_999_999;
    private int last = FIRST - 1;

    private Numbers() {}

    @Override
    public RequestId next() {
      last = last == LAST ? FIRST : last + 1;
      return RequestId.of(last);
    }
  }
}
