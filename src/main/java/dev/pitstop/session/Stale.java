package dev.pitstop.session;

import dev.pitstop.backend.Run;
import java.util.Optional;

/// Whether what serves is known to be older than its sources (U5). In turns.
final class Stale {
  private Optional<String> how = Optional.empty();
  private int of;

  /// @param words a clause: `target/x.jar is older than src/A.java …`
  /// @param run the number of the one that serves
  void is(String words, int run) {
    how = Optional.of(words);
    of = run;
  }

  /// Another run may be of another build.
  void serving(Run now, Notices notices) {
    if (how.isPresent() && now.number() != of) {
      how = Optional.empty();
      notices.drop(StaleBuild.TAG);
    }
  }

  Optional<String> words() {
    return how;
  }
}
