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
import java.util.concurrent.CompletableFuture;

/// A run that is a session with a daemon: it opens when somebody listens. Each message is an
/// exchange of its own ([HttpPost]); [HttpEnding] decides when the session is over. Thread-safe.
final class HttpRun implements Link {
  final HttpParts parts;

  private volatile Optional<Facts> since =
      Optional.empty(); // written once, before the run is reported open

  /// @param ofProcess takes the end of the session, if its daemon is a process that Pitstop has
  ///   just started: the run is that of the process then, and only its messages are reported
  HttpRun(Http channel, RunLog log, Teller teller, Optional<CompletableFuture<End>> ofProcess) {
    parts = new HttpParts(channel, log, teller, ofProcess);
  }

  // Its beginning.

  void start() {
    parts.threads.begin("reach", this::awaitDaemon, parts.ending::failed);
  }

  private void awaitDaemon() {
    parts.log.begin();
    try {
      opened(parts.arrival.await());
      new HttpSilence(parts).watch();
    } catch (InterruptedException e) {
      // it is no longer wanted: the thread that decided so reports its end
    }
  }

  /// @param at the address by which the daemon is reached; empty to look up its name
  private void opened(Optional<InetAddress> at) {
    parts.reached(at);
    if (!parts.ending.opens()) {
      return;
    }
    since = Optional.of(Facts.now(Optional.empty()));
    parts.channel.absence.began(parts.threads.nowMillis());
    parts.log.info("session");
    parts.telling.opened();
    parts.open.countDown();
    parts.threads.begin("watch", new HttpSilence(parts)::visit, parts.ending::failed);
  }

  boolean isOpen() {
    return since.isPresent();
  }

  @Override
  public boolean away() {
    return parts.session.away;
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    Optional<HttpMessage> taken = parts.ending.take(message);
    if (taken.isEmpty()) {
      return new Sent(Sent.NOWHERE, message.length());
    }
    HttpMessage sent = taken.get();
    sent.begins(
        parts.threads.begin(
            "post " + sent.number(), new HttpPost(parts, sent), parts.ending::failed));
    return new Sent(sent.number(), message.length());
  }

  @Override
  public void answered(Sent sent) {
    parts.posts.forget(sent.end());
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    return sent.end() != Sent.NOWHERE && parts.posts.mayHaveRun(sent.end());
  }

  @Override
  public long pending() {
    return parts.posts.unread();
  }

  // Its end.

  /// May be called in a turn, in which no event may be reported.
  @Override
  public void stop(String reason) {
    parts.ending.stop(reason);
  }

  /// The daemon's process is known to have ended. Do not call it in a turn.
  ///
  /// @param how a clause whose subject is the server
  void gone(String how) {
    parts.ending.lost(how);
  }

  /// May be called in a turn, too.
  @Override
  public void kill() {
    parts.ending.kill();
  }

  @Override
  public Facts facts() {
    return since.map(s -> s.with(parts.session.facts(parts.channel.absence))).orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
