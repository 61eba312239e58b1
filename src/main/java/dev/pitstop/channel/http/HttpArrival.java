package dev.pitstop.channel.http;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.wire.Wire;
import java.net.InetAddress;
import java.util.Optional;

/// Waits until the daemon's address accepts connections, without a limit. Reports once that nobody
/// answers, and starts the daemon if the user has given a command for that. A daemon behind a
/// gateway may be away even then.
final class HttpArrival {
  /// How long a daemon that was there may be away before it is started: its developer may be about
  /// to start it, or a restart command may be running.
  static final long AWAY_MILLIS = 10_000;

  private static final long OURS_MILLIS = 200;

  private final HttpCore run;
  private final HttpEnding ending;
  private final HttpTelling telling;

  // Of the thread that waits.
  private long sinceMillis;
  private boolean wanted;
  private boolean told;
  private final long mostMillis; // between two tries
  private boolean started;

  HttpArrival(HttpCore run, HttpEnding ending, HttpTelling telling) {
    this.run = run;
    boolean ours = run.ofProcess.isPresent(); // then it is soon there
    this.told = ours;
    this.mostMillis = ours ? OURS_MILLIS : Long.MAX_VALUE;
    this.ending = ending;
    this.telling = telling;
  }

  /// Waits; call it once.
  ///
  /// @return the address by which it is reached; empty to look up its name
  /// @throws InterruptedException when the run is no longer wanted
  Optional<InetAddress> await() throws InterruptedException {
    sinceMillis = run.threads.nowMillis();
    wanted = run.channel.absence.takeWanted();
    while (true) {
      run.threads.pause(Math.min(mostMillis, run.channel.absence.beforeTry()));
      if (!ending.wanted()) {
        throw new InterruptedException();
      }
      try {
        return run.reach().connect(run.channel.endpoint.uri());
      } catch (Wire.NotSent e) {
        absent(String.valueOf(e.getMessage()));
      }
    }
  }

  /// Whether the start command may still bring the daemon.
  private boolean mayComeByUs() {
    return run.channel.start.isPresent()
        && !(started && run.channel.start.get().state().filter(Away.Started::inVain).isPresent());
  }

  private void absent(String why) {
    long now = run.threads.nowMillis();
    run.channel.absence.failed(why, now);
    if (!told) {
      told = true;
      noteAbsence(why);
    }
    boolean atOnce = run.log.number() == 1 || wanted;
    boolean away = now - sinceMillis >= AWAY_MILLIS;
    if (!started && run.channel.start.isPresent() && (atOnce || away)) {
      started = true;
      run.channel.start.get().start(run.log.number());
    }
    if (!mayComeByUs()) {
      telling.stranded();
    }
  }

  private void noteAbsence(String why) {
    telling.note(
        "cannot reach " + run.channel.endpoint.display() + " (" + why + "); waiting for it");
  }

  /// A gateway answers for a daemon that is not there yet: messages wait without a limit, as if
  /// nobody accepted connections. On any thread.
  ///
  /// @param why as a clause
  void away(String why) {
    run.channel.absence.failed(why, run.threads.nowMillis());
    if (!run.session.away) {
      run.session.away = true;
      noteAbsence(why);
    }
  }

  /// The daemon itself has answered, which was away. On any thread.
  void there() {
    run.session.away = false;
    run.channel.absence.reached();
  }
}
