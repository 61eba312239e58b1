package dev.pitstop.channel;

import dev.pitstop.log.Log;
import dev.pitstop.rpc.Message;
import java.util.List;
import java.util.Optional;

/// Calls a run's [Events] as they were promised: one at a time, nothing after the end. Their
/// exceptions are logged and go no further. After the end it releases them, as threads that cannot
/// be ended may hold on to a run.
///
/// Its lock is held while events are reported, so it must not be called in a turn.
final class Teller {
  private final String name;
  private final int number;
  private final Log log;
  private final Object order = new Object();

  /// Written with `order` held, read without; empty after the end.
  private volatile Optional<Events> to;

  private boolean opened; // guarded by `order`

  Teller(String name, int number, Log log, Events to) {
    this.name = name;
    this.number = number;
    this.log = log;
    this.to = Optional.of(to);
  }

  /// Whether the end was reported.
  boolean over() {
    return to.isEmpty();
  }

  void opened() {
    synchronized (order) {
      opened = true;
      tell("opened", Events::opened);
    }
  }

  void stranded() {
    tell("stranded", Events::stranded);
  }

  void received(List<Message> burst) {
    tell("received", new Received(burst));
  }

  /// No lambda: see [dev.pitstop.rpc.Monitor].
  private record Received(List<Message> burst) implements Told {
    @Override
    public void to(Events events) {
      events.received(burst);
    }
  }

  void unusable(Events.Unusable what) {
    tell("unusable", e -> e.unusable(what));
  }

  void stray(String line) {
    tell("stray", e -> e.stray(line));
  }

  /// @param unopened why it was refused, if it was not reported open
  void ended(End end, String unopened) {
    synchronized (order) {
      End told = opened ? end : new End.Refused(unopened);
      Optional<Events> last = to;
      to = Optional.empty();
      last.ifPresent(events -> safely("ended", events, e -> e.ended(told)));
    }
  }

  /// For a reader that nobody interrupts, before it reads on.
  void beforeRead() throws InterruptedException {
    flush();
    awaitRoom();
  }

  /// Not in order with the others, because it may block for long, and the end must not.
  void flush() {
    Optional<Events> events = to;
    if (events.isPresent()) {
      safely("flush", events.get(), Events::flush);
    }
  }

  /// Likewise.
  void awaitRoom() throws InterruptedException {
    Optional<Events> events = to;
    if (events.isPresent()) {
      try {
        events.get().awaitRoom();
      } catch (InterruptedException e) {
        throw e;
      } catch (Throwable t) {
        failed("await-room", t);
      }
    }
  }

  /// Logs a failure that must not spread. There may be no memory even for that.
  void failed(String what, Throwable why) {
    try {
      log.error("run-failed", "server", name, "spawn", number, "in", what, "why", why.toString());
    } catch (OutOfMemoryError e) {
      why.addSuppressed(e); // the handler of `why` continues: an unreported end is worse
    }
  }

  private interface Told {
    void to(Events events);
  }

  private void tell(String what, Told told) {
    synchronized (order) {
      if (to.isPresent()) {
        safely(what, to.get(), told);
      }
    }
  }

  private void safely(String what, Events events, Told told) {
    try {
      told.to(events);
    } catch (Throwable t) {
      failed(what, t);
    }
  }
}
