package dev.pitstop.channel.http;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Uris;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outgoing;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalLong;

/// The link to a run that is a session with a daemon. Waits until somebody listens, without a
/// limit, and looks after the daemon while nothing comes from it. Each message is an exchange of
/// its own ([HttpExchange]); [HttpRun] decides when the session is over. Thread-safe.
final class HttpLink implements Link {
  /// How long a daemon that was there may be away before it is started: its developer may be about
  /// to start it, or a restart command may be running.
  static final long AWAY_MILLIS = 10_000;

  /// The longest pause between two looks for a process of ours, which is soon there.
  private static final long OURS_MILLIS = 200;

  /// How long a daemon may be silent while calls are under way.
  static final long QUIET_MILLIS = 60_000;

  /// Together with the silence before: five minutes.
  static final long SIGN_MILLIS = 240_000;

  /// How often it is looked after the daemon.
  static final long VISIT_MILLIS = 1_000;

  final HttpRun run;
  private volatile Optional<Facts> since =
      Optional.empty(); // written once, before the run is reported open

  HttpLink(HttpRun run) {
    this.run = run;
  }

  // Its beginning.

  void start() {
    run.threads.begin("reach", this::serve, run::failed);
  }

  private void serve() {
    run.log.begin();
    try {
      run.requests.reached(reached());
      if (run.opens()) {
        since = Optional.of(Facts.begun(OptionalLong.empty(), System.nanoTime(), Optional.empty()));
        run.daemon.began();
        run.log.info("session");
        if (run.ofProcess.isEmpty()) {
          run.teller.opened();
        }
        run.open.countDown();
        watch();
      }
    } catch (InterruptedException e) {
      // it is no longer wanted: the thread that decided so reports its end
    }
  }

  /// Waits until the daemon accepts connections. Reports once that nobody answers, and starts the
  /// daemon if the user has given a command for that.
  ///
  /// @return the address by which it is reached; empty to look up its name
  /// @throws InterruptedException when the run is no longer wanted
  private Optional<InetAddress> reached() throws InterruptedException {
    HttpDaemon daemon = run.daemon;
    boolean ours = run.ofProcess.isPresent();
    boolean atOnce = daemon.takeWanted() || run.log.number() == 1;
    long began = run.now();
    boolean told = ours;
    boolean started = false;
    while (true) {
      run.threads.pause(Math.min(ours ? OURS_MILLIS : Long.MAX_VALUE, daemon.beforeTry()));
      if (!run.wanted()) {
        throw new InterruptedException();
      }
      try {
        return daemon.wire.connect(daemon.endpoint.uri());
      } catch (Wire.NotSent e) {
        String why = String.valueOf(e.getMessage());
        daemon.failed(why);
        if (!told) {
          told = true;
          run.noteAbsence(why);
        }
        if (!started && daemon.start.isPresent() && (atOnce || run.now() - began >= AWAY_MILLIS)) {
          started = true;
          daemon.start.get().start(run.log.number());
        }
        if (!ours && !mayBeStarted(started)) {
          run.teller.tell("stranded", Events::stranded);
        }
      }
    }
  }

  /// Whether the start command may still bring the daemon.
  private boolean mayBeStarted(boolean started) {
    return run.daemon.start.isPresent()
        && !(started && run.daemon.start.get().state().filter(Away.Started::inVain).isPresent());
  }

  boolean isOpen() {
    return since.isPresent();
  }

  // While it is silent.

  /// While no call is under way: notices that a daemon on this machine went away. A TLS server
  /// would log each look as an error. While calls are: after a silence the daemon is asked for a
  /// sign of life, with a long limit, as it may serve one call at a time or stand at a breakpoint.
  /// One that is gone or gives no sign is lost.
  private void watch() throws InterruptedException {
    Endpoint daemon = run.daemon.endpoint;
    boolean looks = daemon.isHere() && !Uris.isHttps(daemon.uri());
    while (run.wanted()) {
      run.threads.pause(VISIT_MILLIS);
      Optional<Long> oldest = run.oldestMillis();
      long last = Math.max(run.requests.heardMillis(), oldest.orElse(0L));
      if (oldest.isEmpty() && looks) {
        run.reached();
      } else if (oldest.isPresent() && !run.session.away && run.now() - last >= QUIET_MILLIS) {
        run.answers(SIGN_MILLIS); // what waits for a daemon that is away is no call
      }
    }
  }

  @Override
  public boolean away() {
    return run.session.away;
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    Optional<HttpMessage> taken = run.take(message);
    taken.ifPresent(m ->
        m.begins(run.threads.begin("post " + m.number, new HttpExchange(run, m), run::failed)));
    return new Sent(taken.map(m -> m.number).orElse(Sent.NOWHERE), message.length());
  }

  @Override
  public void answered(Sent sent) {
    run.forget(sent.end());
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    return sent.end() != Sent.NOWHERE && run.mayHaveRun(sent.end());
  }

  @Override
  public long pending() {
    return run.unread();
  }

  // Its end.

  @Override
  public void stop(String why) {
    run.stop(why, false);
  }

  @Override
  public void kill() {
    run.stop("is killed", true);
  }

  @Override
  public Facts facts() {
    return since.map(s -> s.with(run.session.facts(run.daemon))).orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
