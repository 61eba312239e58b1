package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outgoing;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/// A run that is a session with a daemon: it opens when somebody listens. Each message is an
/// exchange of its own ([HttpPost]); [HttpEnding] decides when the session is over. Thread-safe.
final class HttpRun extends HttpParts implements Link {
  private volatile Optional<Facts> since =
      Optional.empty(); // written once, before the run is reported open

  /// @param ofProcess takes the end of the session, if its daemon is a process that Pitstop has
  ///   just started: the run is that of the process then, and only its messages are reported
  HttpRun(Http channel, RunLog log, Teller teller, Optional<CompletableFuture<End>> ofProcess) {
    super(channel, log, teller, ofProcess);
  }

  // Its beginning.

  void start() {
    threads.begin("reach", this::awaitDaemon, ending::failed);
  }

  private void awaitDaemon() {
    log.begin();
    try {
      opened(arrival.await());
      new HttpSilence(this).watch();
    } catch (InterruptedException e) {
      // it is no longer wanted: the thread that decided so reports its end
    }
  }

  /// @param at the address by which the daemon is reached; empty to look up its name
  private void opened(Optional<InetAddress> at) {
    reached(at);
    if (!ending.opens()) {
      return;
    }
    since = Optional.of(Facts.begun(OptionalLong.empty(), System.nanoTime(), Optional.empty()));
    channel.absence.began(threads.nowMillis());
    log.info("session");
    telling.opened();
    open.countDown();
    threads.begin("watch", new HttpSilence(this)::visit, ending::failed);
  }

  boolean isOpen() {
    return since.isPresent();
  }

  @Override
  public boolean away() {
    return session.away;
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    Optional<HttpMessage> taken = ending.take(message);
    if (taken.isEmpty()) {
      return new Sent(Sent.NOWHERE, message.length());
    }
    HttpMessage sent = taken.get();
    sent.begins(threads.begin("post " + sent.number, new HttpPost(this, sent), ending::failed));
    return new Sent(sent.number, message.length());
  }

  @Override
  public void answered(Sent sent) {
    posts.forget(sent.end());
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    return sent.end() != Sent.NOWHERE && posts.mayHaveRun(sent.end());
  }

  @Override
  public long pending() {
    return posts.unread();
  }

  // Its end.

  /// May be called in a turn, in which no event may be reported.
  @Override
  public void stop(String reason) {
    ending.stop(reason);
  }

  /// May be called in a turn, too.
  @Override
  public void kill() {
    ending.kill();
  }

  @Override
  public Facts facts() {
    return since.map(s -> s.with(session.facts(channel.absence))).orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
