package dev.pitstop.channel;

import java.util.Optional;

/// What has become of one message (C2), and the exchange that it is in. Written by the exchange's
/// own thread and by whoever cancels it, read by all. Thread-safe.
final class HttpFate {
  private enum Word {
    /// Nothing of it has left.
    UNSENT,
    /// Anything may have left, and no answer has come.
    LEFT,
    /// The daemon has surely not executed it.
    NOT_RUN,
    /// It is answered, or nobody waits for it any more.
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

  /// Whether its answer is waited for.
  boolean waits() {
    return word == Word.LEFT;
  }

  boolean isOver() {
    return word == Word.OVER;
  }

  /// Whether something may still come of it.
  boolean underWay() {
    return word == Word.LEFT && (!ended || elsewhere);
  }

  /// Whether the daemon has perhaps not read it.
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

  /// Its answer comes on the stream for all.
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

  /// Nobody waits for it any more: its exchange is ended.
  synchronized void cancel() {
    word = Word.OVER;
    work.ifPresent(HttpWork::interrupt);
  }

  /// Its exchange begins.
  synchronized void begins(HttpWork exchange) {
    work = Optional.of(exchange);
  }

  /// Nothing comes of its exchange any more; it is left alone.
  synchronized void ends() {
    work = Optional.empty();
    ended = true;
  }
}
