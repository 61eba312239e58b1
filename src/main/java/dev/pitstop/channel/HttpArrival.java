package dev.pitstop.channel;

import java.io.IOException;
import java.net.URI;

/// Waits until somebody accepts connections at a daemon's address, for as long as it takes (H2);
/// says once that it does, and starts the daemon if the user has said how. For one thread.
final class HttpArrival {
  private final HttpRun run;
  private final Http channel;
  private boolean told;

  HttpArrival(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
  }

  /// @return the address by which it is reached
  /// @throws InterruptedException when the run is not wanted any more
  URI await() throws InterruptedException {
    while (true) {
      run.threads().pause(channel.absence.beforeTry());
      if (!run.wanted()) {
        throw new InterruptedException();
      }
      try {
        return channel.world.reach().connect(channel.endpoint.uri());
      } catch (IOException e) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        absent(String.valueOf(e.getMessage()));
      }
    }
  }

  private void absent(String why) {
    channel.absence.failed(why);
    if (!told) {
      told = true;
      channel.note(
          run.number(), channel.display() + " is not reached (" + why + "): waiting for it");
      channel.start.ifPresent(s -> s.start(run));
    }
  }
}
