package dev.pitstop.channel;

import java.io.IOException;

/// Ends a session that is not needed any more, as the specification wants it (2025-11-25, "Session
/// Management" 5); whether the daemon agrees does not matter. For one thread.
final class HttpDelete {
  private final HttpRun run;

  HttpDelete(HttpRun run) {
    this.run = run;
  }

  /// The same when the run is over: on a thread of its own, for as long as a run's end may take.
  ///
  /// @throws OutOfMemoryError if there is no memory for a thread
  void later(HttpThreads threads) {
    threads.begin(
        "delete",
        () -> {
          HttpThreads.Limit limit = threads.limit(HttpRun.DELETE_MILLIS);
          try (limit) {
            send();
          }
        },
        () -> {});
  }

  /// @return false if the thread was interrupted, and so others see to the end
  boolean send() {
    if (run.session().id().isEmpty()) {
      return true;
    }
    Http channel = run.channel();
    try {
      run.ask(HttpAsks::delete).close();
    } catch (IOException e) {
      channel.world.log().debug("delete", "server", channel.name, "why", e.toString());
    } catch (InterruptedException e) {
      return false;
    }
    return true;
  }
}
