package dev.pitstop.process;

/// Starts daemon threads. This is an interface so that tests can show what happens when the system
/// has no thread left.
@FunctionalInterface
interface Threads {
  /// @throws OutOfMemoryError if the system has no thread left; nothing runs then
  void start(String name, Runnable body);
}
