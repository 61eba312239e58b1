package dev.pitstop.channel.shared;

import java.util.function.Consumer;

/// Runs tasks one after the other, on a thread of its own.
interface Lane {
  /// Never blocks. After [#end], tasks are dropped.
  void post(Runnable task);

  /// Lets the thread end after the tasks that were posted.
  void end();

  /// Makes lanes.
  interface Maker {
    /// @param name of the thread
    /// @param idle runs on the thread before it waits for a task
    /// @param failed takes what a task throws
    /// @throws OutOfMemoryError if the system has no thread left
    Lane make(String name, Runnable idle, Consumer<Throwable> failed);
  }
}
