package dev.pitstop.channel;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;

/// Waits until the daemon's address accepts connections, without a limit (H2). Reports once that
/// nobody answers, and starts the daemon if the user has given a command for that. For one thread.
final class HttpArrival {
  /// How long a daemon that was there may be away before it is started: its developer may be about
  /// to start it, or a restart command may be running.
  static final long AWAY_MILLIS = 10_000;

  private final HttpRun run;
  private final Http channel;
  private final long sinceMillis;
  private final boolean wanted;
  private boolean told;
  private boolean started;

  HttpArrival(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
    this.sinceMillis = run.channel().world.timers().nowMillis();
    this.wanted = run.channel().absence.takeWanted();
  }

  /// @return the address by which it is reached; empty to look up its name
  /// @throws InterruptedException when the run is no longer wanted
  Optional<InetAddress> await() throws InterruptedException {
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

  /// Whether the start command may still bring the daemon.
  private boolean mayComeByUs() {
    return channel.start.isPresent()
        && !(started && channel.start.get().state().filter(Away.Started::inVain).isPresent());
  }

  private void absent(String why) {
    long now = channel.world.timers().nowMillis();
    channel.absence.failed(why, now);
    if (!told) {
      told = true;
      channel.note(
          run.number(), "cannot reach " + channel.display() + " (" + why + "); waiting for it");
    }
    boolean atOnce = run.number() == 1 || wanted;
    boolean away = now - sinceMillis >= AWAY_MILLIS;
    if (!started && channel.start.isPresent() && (atOnce || away)) {
      started = true;
      channel.start.get().start(run);
    }
    if (!mayComeByUs()) {
      run.telling().stranded();
    }
  }
}
