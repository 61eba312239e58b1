package dev.pitstop.channel.http;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.wire.Reach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/// Waits until the daemon's address accepts connections, without a limit. Reports once that nobody
/// answers, and starts the daemon if the user has given a command for that. A daemon behind a
/// gateway may be away even then.
final class HttpArrival {
  /// How long a daemon that was there may be away before it is started: its developer may be about
  /// to start it, or a restart command may be running.
  static final long AWAY_MILLIS = 10_000;

  private final URI endpoint;
  private final Reach reach;
  private final Optional<DaemonStart> start;
  private final Absence absence;
  private final int number;
  private final HttpSession session;
  private final HttpThreads threads;
  private final HttpEnding ending;
  private final HttpTelling telling;

  // Of the thread that waits.
  private long sinceMillis;
  private boolean wanted;
  private boolean told;
  private boolean started;

  /// @param start starts the daemon, if the user has given a command for that
  /// @param number of the run that waits
  HttpArrival(
      URI endpoint,
      Reach reach,
      Optional<DaemonStart> start,
      Absence absence,
      int number,
      HttpSession session,
      HttpThreads threads,
      HttpEnding ending,
      HttpTelling telling) {
    this.endpoint = endpoint;
    this.reach = reach;
    this.start = start;
    this.absence = absence;
    this.number = number;
    this.session = session;
    this.threads = threads;
    this.ending = ending;
    this.telling = telling;
  }

  /// Waits; call it once.
  ///
  /// @return the address by which it is reached; empty to look up its name
  /// @throws InterruptedException when the run is no longer wanted
  Optional<InetAddress> await() throws InterruptedException {
    sinceMillis = threads.nowMillis();
    wanted = absence.takeWanted();
    while (true) {
      threads.pause(absence.beforeTry());
      if (!ending.wanted()) {
        throw new InterruptedException();
      }
      try {
        return reach.connect(endpoint);
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
    return start.isPresent()
        && !(started && start.get().state().filter(Away.Started::inVain).isPresent());
  }

  private void absent(String why) {
    long now = threads.nowMillis();
    absence.failed(why, now);
    if (!told) {
      told = true;
      noteAbsence(why);
    }
    boolean atOnce = number == 1 || wanted;
    boolean away = now - sinceMillis >= AWAY_MILLIS;
    if (!started && start.isPresent() && (atOnce || away)) {
      started = true;
      start.get().start(number);
    }
    if (!mayComeByUs()) {
      telling.stranded();
    }
  }

  private void noteAbsence(String why) {
    telling.note("cannot reach " + telling.display() + " (" + why + "); waiting for it");
  }

  /// A gateway answers for a daemon that is not there yet: messages wait without a limit, as if
  /// nobody accepted connections. On any thread.
  ///
  /// @param why as a clause
  void away(String why) {
    absence.failed(why, threads.nowMillis());
    if (!session.away()) {
      session.away(true);
      noteAbsence(why);
    }
  }

  /// The daemon itself has answered, which was away. On any thread.
  void there() {
    session.away(false);
    absence.reached();
  }
}
