package dev.pitstop.journal;

/// A line of the journal.
///
/// @param seq its number, from 1, without gaps
/// @param millis when it happened, since 1970
public record JournalEntry(long seq, long millis, Happened what) {
  /// What an entry takes besides its texts, roughly.
  private static final int OVERHEAD = 144;

  /// How many bytes it takes in memory, roughly.
  int size() {
    return OVERHEAD
        + switch (what) {
          case Happened.CallBegan b -> b.name().length() + b.request().bytes().length;
          case Happened.CallEnded e -> e.response().bytes().length;
          case Happened.RunEnded r -> r.how().length();
          case Happened.Built b -> b.report().length();
          case Happened.Changed c -> c.diff().length();
          case Happened.Wrote w -> w.line().length();
          case Happened.Told t -> t.text().length();
          case Happened.RunBegan r -> 0;
          case Happened.RunServes r -> 0;
          case Happened.StateChanged s -> 0;
        };
  }
}
