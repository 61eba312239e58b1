package dev.pitstop.watch;

import java.util.List;

/// One settled change: all files that changed until they were quiet again.
///
/// @param sample up to [#SAMPLE] changed paths, sorted, relative if they are below the watcher's
///   root, otherwise absolute, always with `/`
/// @param count the number of changed paths
/// @param duringBuild whether all of them changed while the build command ran
public record Settled(List<String> sample, int count, boolean duringBuild) {
  /// The most paths in a sample: enough for a notice, few enough for an agent.
  public static final int SAMPLE = 20;
}
