package dev.pitstop.rpc;

/// Makes ids for requests: of our own, and for those whose own id cannot be used. Each is another
/// one; whether it is in use is for the table to see that it is made for. Not thread-safe.
public sealed interface FreshIds {
  /// The next one.
  RequestId next();

  /// Text, unlike any id that a client would choose.
  ///
  /// @param prefix of each, plain ASCII
  static FreshIds words(String prefix) {
    return new Words(prefix);
  }

  /// Numbers, for servers: some read ids as integers of 32 bits, and answer nothing else. Far above
  /// what clients count from, which is 0 or 1.
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
