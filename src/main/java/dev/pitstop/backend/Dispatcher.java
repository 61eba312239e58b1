package dev.pitstop.backend;

import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Gives calls to the serving incarnation, holds them while there is none (L3), and ends those that
/// waited in vain.
///
/// In turns.
final class Dispatcher {
  private final Backend backend;
  private final Supervisor supervisor;
  private final SessionFacts facts;
  private final Monitor monitor;
  private final Log log;
  private final HoldQueue hold;
  private final Budget budget;

  Dispatcher(
      Backend backend,
      Supervisor supervisor,
      SessionFacts facts,
      Monitor monitor,
      Timers timers,
      Log log) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.facts = facts;
    this.monitor = monitor;
    this.log = log;
    this.hold = new HoldQueue(backend.settings().hold(), timers, this::late);
    this.budget = new Budget(backend, supervisor, hold);
  }

  int held() {
    return hold.size();
  }

  /// Takes a request for the server. It ends exactly once, through the call's ender.
  void submit(Call call) {
    monitor.check();
    if (log.takes(Level.DEBUG)) {
      call.trace(new CallTrace(log, backend.name()));
    }
    Optional<Incarnation> serving = supervisor.serving();
    if (serving.isPresent()) {
      Optional<String> no = refusal(serving.get(), call);
      if (no.isPresent()) {
        call.end(new Call.Ending.Failed(no.get()));
      } else {
        serving.get().give(monitor, call);
      }
      return;
    }
    Optional<Incarnation> starting = supervisor.starting();
    if (starting.isPresent() && early(starting.get(), call)) {
      giveEarly(starting.get(), call);
      return;
    }
    Optional<String> refusal =
        budget.has(call.size()) ? hold.add(call) : Optional.of(budget.words());
    if (refusal.isPresent()) {
      call.end(new Call.Ending.Failed(Texts.overload(backend, call, refusal.get())));
    } else {
      supervisor.demand();
    }
  }

  /// Why there is no room for one more call, if there is none.
  private Optional<String> refusal(Incarnation serving, Call call) {
    long size = call.size();
    if (budget.has(size)) {
      return Optional.empty();
    }
    return Optional.of(
        budget.used() / 2 < serving.outbox().pendingBytes()
            ? Texts.notReading(backend, call, budget.limit())
            : Texts.overload(backend, call, budget.words()));
  }

  /// Gives a notification or an answer to a server, unless there is no room for it.
  void tell(Incarnation to, byte[] message) {
    if (budget.has(message.length)) {
      to.dropping = false;
      monitor.toServer(to.outbox(), message);
    } else if (!to.dropping) {
      to.dropping = true; // said once, until there is room again
      backend.note("drops notifications and answers for the server: " + budget.words());
    }
  }

  /// Takes a notification for the server. While none serves and one is on its way, it waits in its
  /// place among the held calls. One that is about to take the place of another learns of the
  /// client's roots at once, as it may have asked for them already.
  void submit(Message.Notification n) {
    monitor.check();
    Optional<Incarnation> serving = supervisor.serving();
    Optional<Incarnation> starting = supervisor.starting();
    if (serving.isPresent()) {
      backend.tell(serving.get(), n.bytes());
      boolean both = n.method().equals(Methods.ROOTS_CHANGED);
      if (both && starting.isPresent() && starting.get().initializedSent) {
        backend.tell(starting.get(), n.bytes());
      }
    } else if (starting.isPresent() && eraOpen(starting.get())) {
      backend.tell(starting.get(), n.bytes());
    } else if (onItsWay() && !hold.addNote(n.bytes())) {
      backend.note("dropped " + n.method() + ": too much waits for the server already");
    }
  }

  private boolean onItsWay() {
    State state = supervisor.state();
    return state instanceof State.Starting || state.reloading() || hold.size() > 0;
  }

  /// Whether a call may be given before the handshake: the probe that precedes every handshake, or
  /// anything at all as long as nobody has said which era this is.
  private boolean early(Incarnation inc, Call call) {
    boolean probe = call.request().method().equals(Methods.DISCOVER);
    return eraOpen(inc) || (probe && inc.greeting == Incarnation.Greeting.NONE);
  }

  private boolean eraOpen(Incarnation inc) {
    return inc.greeting == Incarnation.Greeting.NONE
        && facts.initializeParams().isEmpty()
        && !facts.modern();
  }

  private void giveEarly(Incarnation inc, Call call) {
    if (Methods.reads(call.request().method())) {
      supervisor.expectAnswer(inc);
    }
    inc.give(monitor, call);
  }

  /// A process is there: what may be given before the handshake need not wait for it.
  void spawned(Incarnation inc) {
    for (Iterator<Call> i = hold.iterator(); i.hasNext(); ) {
      Call call = i.next();
      if (early(inc, call) && hold.remove(call)) {
        giveEarly(inc, call);
      }
    }
  }

  /// Gives what was held to the incarnation that serves now.
  void serve(Incarnation inc) {
    hold.release(call -> inc.give(monitor, call), note -> backend.tell(inc, note));
  }

  /// Takes calls back that another incarnation may be given: they come before those that are held.
  /// Whatever waits then is a demand for a start.
  void again(List<Call> calls) {
    if (!calls.isEmpty()) {
      Optional<Incarnation> serving = supervisor.serving();
      if (serving.isPresent()) {
        calls.forEach(c -> serving.get().give(monitor, c));
      } else {
        hold.addFirst(calls);
      }
    }
    if (hold.size() > 0) {
      supervisor.demand();
    }
  }

  /// The asker wants this call no more. `notification` is its `notifications/cancelled`, whose
  /// request id stands at `id`.
  void cancel(Call call, Message.Notification notification, Span id) {
    monitor.check();
    call.cancel();
    if (hold.remove(call) || call.at().isEmpty()) {
      return;
    }
    Incarnation inc = call.at().get();
    if (inc.calls().find(call.sentAs()).filter(call::equals).isEmpty()) {
      return; // it was answered, and is still worked on here: the server knows it no more
    }
    byte[] bytes =
        call.sentAs().equals(call.request().id())
            ? notification.bytes()
            : new Splice(notification.bytes()).replace(id, call.sentAs().bytes()).apply();
    inc.inFlight().cancelled(call);
    backend.tell(inc, bytes);
    supervisor.incarnations().stopIfIdle(inc);
  }

  /// Stops waiting for a call that has not been given to anybody.
  ///
  /// @return whether it was waiting
  boolean giveUp(Call call) {
    return hold.remove(call);
  }

  /// Nobody is going to serve.
  void failHeld() {
    for (Call c : hold.drain()) {
      backend.safely("held call", () -> c.end(new Call.Ending.Failed(Texts.down(backend, c))));
    }
  }

  private void late(Call call) {
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          if (hold.remove(call)) {
            call.end(new Call.Ending.Failed(Texts.late(backend, call)));
          }
        });
  }
}
