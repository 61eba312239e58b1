package dev.pitstop.channel;

import java.util.Optional;
import java.util.function.Consumer;

/// Calls a run's [Events] as they were promised: one at a time, nothing after the end. Their
/// exceptions are logged and go no further. After the end it releases them, as threads that cannot
/// be ended may hold on to a run.
///
/// Its lock is held while events are reported, so it must not be called in a turn.
public final class Teller {
  /// What is reported of a run that was most likely reported open, if it was not.
  public static final End.Refused NEVER_OPEN = new End.Refused("it was never open");

  private final RunLog log;
  private final Object order = new Object();

  /// Written with `order` held, read without; empty after the end.
  private volatile Optional<Events> to;

  private boolean opened; // guarded by `order`

  public Teller(RunLog log, Events to) {
    this.log = log;
    this.to = Optional.of(to);
  }

  /// Whether the end was reported.
  public boolean over() {
    return to.isEmpty();
  }

  /// Reports that the run is open.
  public void opened() {
    synchronized (order) {
      opened = true;
      tell("opened", Events::opened);
    }
  }

  /// Reports an event.
  ///
  /// @param what its name, for the log
  public void tell(String what, Consumer<Events> told) {
    synchronized (order) {
      safely(what, to, told);
    }
  }

  /// Reports the end; only the first call counts.
  ///
  /// @param unopened what is reported instead if the run was not reported open
  public void ended(End end, End.Refused unopened) {
    synchronized (order) {
      End told = opened ? end : unopened;
      Optional<Events> last = to;
      to = Optional.empty();
      safely("ended", last, e -> e.ended(told));
    }
  }

  /// For a reader, before it reads on: [Events#flush] and [Events#awaitRoom]. They are not in order
  /// with the others, because they may block for long, and the end must not.
  public void beforeRead() throws InterruptedException {
    Optional<Events> events = to;
    safely("flush", events, Events::flush);
    if (events.isPresent()) {
      try {
        events.get().awaitRoom();
      } catch (InterruptedException e) {
        throw e;
      } catch (Throwable t) {
        log.failed("await-room", t);
      }
    }
  }

  private void safely(String what, Optional<Events> events, Consumer<Events> told) {
    log.guard(what, () -> events.ifPresent(told), failure -> {});
  }
}
