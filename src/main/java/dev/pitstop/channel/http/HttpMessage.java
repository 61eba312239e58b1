package dev.pitstop.channel.http;

import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// One message of a run, and its fate. Written by the thread of its exchange and by threads that
/// cancel it, read by all. Thread-safe.
final class HttpMessage {
  private enum Fate {
    /// The daemon has surely not executed it.
    NOT_RUN,
    /// Any byte may have left, and no answer has come.
    LEFT,
    /// It was answered, or nobody waits for it any more.
    OVER
  }

  final long number;
  private final Outgoing outgoing;

  /// Completes when its exchange is over.
  final CompletableFuture<Void> done = new CompletableFuture<>();

  private volatile Optional<Message> parsed = Optional.empty();
  private volatile Fate fate = Fate.NOT_RUN; // written with the lock held
  private volatile Optional<Thread> exchange = Optional.empty();
  private volatile long leftMillis;
  private volatile boolean elsewhere;
  private volatile boolean taken;

  HttpMessage(long number, Outgoing outgoing) {
    this.number = number;
    this.outgoing = outgoing;
  }

  // What it says.

  Message parsed() {
    if (parsed.isEmpty()) {
      parsed = Optional.of(Codec.parse(outgoing.bytes()));
    }
    return parsed.get();
  }

  /// Its id, if it is a request.
  Optional<RequestId> request() {
    return parsed() instanceof Message.Request r ? Optional.of(r.id()) : Optional.empty();
  }

  /// Whether it is a request of this method.
  boolean asksFor(String method) {
    return parsed() instanceof Message.Request r && r.method().equals(method);
  }

  boolean isInitialize() {
    return asksFor(Methods.INITIALIZE);
  }

  /// Whether it is this notification.
  boolean says(String method) {
    return parsed() instanceof Message.Notification n && n.method().equals(method);
  }

  /// Whether it is a request of the modern era.
  boolean isModern() {
    return parsed() instanceof Message.Request r && RequestFacts.of(r).modern();
  }

  // Its fate.

  boolean mayHaveRun() {
    return fate != Fate.NOT_RUN;
  }

  /// Whether its answer is awaited.
  boolean waits() {
    return fate == Fate.LEFT;
  }

  /// Whether it is a request whose answer may still come.
  boolean underWay() {
    return fate == Fate.LEFT && (!done.isDone() || elsewhere) && request().isPresent();
  }

  /// Whether nobody will ask for its fate after its exchange; the others are needed at the end of
  /// the run.
  boolean isSettled() {
    return fate == Fate.OVER || request().isEmpty();
  }

  /// How many bytes the daemon may not have read.
  long unread() {
    return !taken && !done.isDone() && fate != Fate.OVER ? outgoing.length() : 0;
  }

  /// When it last began to leave.
  long leftMillis() {
    return leftMillis;
  }

  /// It begins to leave.
  ///
  /// @return false if nobody wants it any more
  synchronized boolean leave(long now) {
    if (fate == Fate.OVER) {
      return false;
    }
    fate = Fate.LEFT;
    leftMillis = now;
    taken = false;
    return true;
  }

  /// The daemon has begun to answer.
  void taken() {
    taken = true;
  }

  /// Its answer comes on the common stream.
  void elsewhere() {
    elsewhere = true;
  }

  /// No answer can come on the common stream any more.
  ///
  /// @return whether it waited for one
  synchronized boolean leavesStream() {
    boolean waited = elsewhere && fate == Fate.LEFT;
    elsewhere = false;
    return waited;
  }

  synchronized void over() {
    fate = Fate.OVER;
  }

  synchronized void notRun() {
    if (fate != Fate.OVER) {
      fate = Fate.NOT_RUN;
    }
  }

  /// Its exchange begins.
  void begins(Thread on) {
    exchange = Optional.of(on);
  }

  /// Nobody waits for it any more: its exchange is interrupted.
  void cancel() {
    over();
    exchange.ifPresent(Thread::interrupt);
  }
}
