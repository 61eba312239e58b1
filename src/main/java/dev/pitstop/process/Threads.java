package dev.pitstop.process;

import java.util.function.Consumer;

/// Starts daemon threads. An interface, so that tests can show what happens when the system has no
/// thread left.
@FunctionalInterface
interface Threads {
  /// Threads of the platform, as pipes need them.
  Threads DAEMONS = (name, body) -> Thread.ofPlatform().daemon().name(name).start(body);

  /// These threads, with a report of errors that end one of them early.
  ///
  /// @param problems gets the reports, on that thread
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

  /// @throws OutOfMemoryError if the system has no thread left; nothing runs then
  void start(String name, Runnable body);
}
