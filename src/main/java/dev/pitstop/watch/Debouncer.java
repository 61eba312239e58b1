package dev.pitstop.watch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Gathers changes until they are quiet. Pure: every instant is an argument, in nanoseconds of one
/// monotonic clock. Used by one thread.
final class Debouncer {
  private final long quiet;
  private final long atMost;
  private final Map<String, Long> lastSeen = new HashMap<>();
  private long first;
  private long last;

  Debouncer(long quietNanos, long atMostNanos) {
    this.quiet = quietNanos;
    this.atMost = atMostNanos;
  }

  void changed(String path, long now) {
    changedBefore(Map.of(path, now), now);
  }

  /// Takes changes that happened earlier and became known only now.
  ///
  /// @param changes paths with the instants of their changes
  void changedBefore(Map<String, Long> changes, long now) {
    if (changes.isEmpty()) {
      return;
    }
    if (lastSeen.isEmpty()) {
      first = now;
    }
    last = now;
    lastSeen.putAll(changes);
  }

  boolean isPending() {
    return !lastSeen.isEmpty();
  }

  /// When [#settle] will return a change, if nothing else changes. Empty if nothing is pending.
  OptionalLong deadline() {
    if (lastSeen.isEmpty()) {
      return OptionalLong.empty();
    }
    // Uses differences, because the value of a monotonic clock may wrap.
    return OptionalLong.of(first + Math.min(last - first + quiet, atMost));
  }

  /// The settled change, once its deadline has come. Nothing is pending afterwards.
  Optional<Settled> settle(long now) {
    OptionalLong deadline = deadline();
    if (deadline.isEmpty() || deadline.getAsLong() - now > 0) {
      return Optional.empty();
    }
    List<String> paths = drain().keySet().stream().sorted().toList();
    return Optional.of(
        new Settled(paths.stream().limit(Settled.SAMPLE).toList(), paths.size()));
  }

  /// Forgets everything that is pending, and returns it: paths with the instants of their changes.
  Map<String, Long> drain() {
    Map<String, Long> all = new HashMap<>(lastSeen);
    lastSeen.clear();
    return all;
  }
}
