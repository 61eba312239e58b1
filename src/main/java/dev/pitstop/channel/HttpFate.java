package dev.pitstop.channel;

import java.util.Optional;

/// The fate of one message (C2), and its exchange. Written by the exchange's thread and by threads
/// that cancel it, read by all. Thread-safe.
final class HttpFate {
  private enum Word {
    /// No byte has left.
    UNSENT,
    /// Any byte may have left, and no answer has come.
    LEFT,
    /// The daemon has surely not executed it.
    NOT_RUN,
    /// It was answered, or nobody waits for it any more.
    OVER
  }

  private volatile Word word = Word.UNSENT; // written with the lock held, like `work`
  private Optional<HttpWork> work = Optional.empty();
  private volatile long leftMillis;
  private volatile boolean ended;
  private volatile boolean elsewhere;
  private volatile boolean taken;

  boolean mayHaveRun() {
    return word == Word.LEFT || word == Word.OVER;
  }

  /// Whether its answer is awaited.
  boolean waits() {
    return word == Word.LEFT;
  }

  boolean isOver() {
    return word == Word.OVER;
  }

  /// Whether an answer may still come.
  boolean underWay() {
    return word == Word.LEFT && (!ended || elsewhere);
  }

  /// Whether the daemon may not have read it.
  boolean unread() {
    return !taken && !ended && word != Word.OVER;
  }

  /// When it last began to leave.
  long leftMillis() {
    return leftMillis;
  }

  /// It begins to leave.
  ///
  /// @return false if nobody wants it any more
  synchronized boolean leave(long now) {
    if (word == Word.OVER) {
      return false;
    }
    word = Word.LEFT;
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

  synchronized void over() {
    word = Word.OVER;
  }

  synchronized void notRun() {
    if (word != Word.OVER) {
      word = Word.NOT_RUN;
    }
  }

  /// Nobody waits for it any more: its exchange is interrupted.
  synchronized void cancel() {
    word = Word.OVER;
    work.ifPresent(HttpWork::interrupt);
  }

  /// Its exchange begins.
  synchronized void begins(HttpWork exchange) {
    work = Optional.of(exchange);
  }

  /// Its exchange has ended and must not be interrupted any more.
  synchronized void ends() {
    work = Optional.empty();
    ended = true;
  }
}
