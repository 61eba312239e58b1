package dev.pitstop.watch;

import java.util.List;

/// One settled change: everything that changed until the files were quiet again.
///
/// @param sample up to [#SAMPLE] changed paths, sorted, relative to the watcher's root where they
///   are below it (otherwise absolute), always with `/`
/// @param count how many paths changed in all
public record Settled(List<String> sample, int count) {
  /// The most paths a sample holds: enough for a notice, few enough for an agent.
  public static final int SAMPLE = 20;

  public Settled {
    sample = List.copyOf(sample);
  }
}
