package dev.pitstop.session;

/// Limits of sessions, which tests let pass or exceed.
final class Limits {
  /// The agent gets the answer of a reload so long after the client has taken the changed lists.
  static final long SETTLE_MILLIS = 100;

  /// It waits no longer for the client to take them.
  static final long UPTAKE_MILLIS = 500;

  /// Between two notices of changed lists.
  static final long APART_MILLIS = 500;

  /// How long a change of the lists waits for one that is on its way.
  static final long COMING_MILLIS = 2_000;

  /// So many servers start at once.
  static final int MOST_STARTS = Math.max(2, Runtime.getRuntime().availableProcessors());

  /// A start that takes longer keeps the others waiting no longer.
  static final long PLACE_MILLIS = 2_000;

  /// So many times its wait, a list waits for all servers.
  static final int MOST_WAITS = 5;

  /// So many requests of servers are open at the client.
  static final int MOST_OPEN = 1_000;

  /// The most characters of the id and the progress token of such a request together.
  static final int LONGEST_ID = 2_048;

  /// From the start of a server to the look at its sources.
  static final long STALE_MILLIS = 300;

  /// For a call that is made again on a new build.
  static final long RERUN_MILLIS = 30_000;

  private Limits() {}
}
