package dev.pitstop.process;

import java.util.function.Consumer;

/// Starts daemon threads. A seam: a system may have no room for one more thread, and tests must be
/// able to show what happens then.
@FunctionalInterface
interface Threads {
  /// Threads of the platform, as pipes need them.
  Threads DAEMONS = (name, body) -> Thread.ofPlatform().daemon().name(name).start(body);

  /// The same threads with a root that reports what ends one of them early.
  ///
  /// @param problems told on that thread
  static Threads reporting(Threads threads, Consumer<String> problems) {
    return (name, body) ->
        threads.start(
            name,
            () -> {
              try {
                body.run();
              } catch (Throwable defect) {
                problems.accept("thread " + name + " ended early: " + defect);
              }
            });
  }

  /// @throws OutOfMemoryError when the system has no room for one more thread; nothing runs then
  void start(String name, Runnable body);
}
