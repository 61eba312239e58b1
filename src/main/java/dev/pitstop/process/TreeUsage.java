package dev.pitstop.process;

/// The memory and processor time of a process tree.
///
/// @param rssBytes resident memory in bytes; shared pages count in each process; -1 if the platform
///   does not show it
/// @param cpuMillis processor time since the start, without that of processes that have ended
/// @param processes the number of running processes, including the child
public record TreeUsage(long rssBytes, long cpuMillis, int processes) {
  /// The usage of a dead child.
  public static final TreeUsage NONE = new TreeUsage(0, 0, 0);
}
