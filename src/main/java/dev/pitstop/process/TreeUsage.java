package dev.pitstop.process;

/// What a process tree takes (A8).
///
/// @param rssBytes resident memory, pages shared between processes counted in each; -1 where the
///   platform does not tell
/// @param cpuMillis processor time since the start, that of ended and awaited children included on
///   Linux; -1 where the platform does not tell
/// @param processes how many live processes, the child itself included
public record TreeUsage(long rssBytes, long cpuMillis, int processes) {
  /// Of a child that is dead.
  public static final TreeUsage NONE = new TreeUsage(0, 0, 0);
}
