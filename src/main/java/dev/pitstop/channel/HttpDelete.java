package dev.pitstop.channel;

import java.io.IOException;

/// Ends a session that is no longer needed, as the specification requires (2025-11-25, "Session
/// Management" 5); the daemon's answer does not matter. For one thread.
final class HttpDelete {
  private final HttpRun run;

  HttpDelete(HttpRun run) {
    this.run = run;
  }

  /// Ends the session after the run is over: on a thread of its own, within the limit of a run's
  /// end.
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

  /// @return false if the thread was interrupted, so that another thread reports the end
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
