package dev.pitstop.backend;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Gives calls to the serving run, holds them while there is none, and ends those that waited in
/// vain.
///
/// Called in turns of the monitor.
public final class Dispatcher {
  private final BackendParts parts;
  private final Runs runs;
  private final Redelivery redelivery;
  private final Runnable demand;
  private final HoldQueue hold;
  private final Set<Run> dropping = new HashSet<>(); // runs whose messages are dropped: no room

  /// @param limits how much may wait
  /// @param demand says that a call needs the server
  Dispatcher(
      BackendParts parts, HoldLimits limits, Runs runs, Redelivery redelivery, Runnable demand) {
    this.parts = parts;
    this.runs = runs;
    this.redelivery = redelivery;
    this.demand = demand;
    this.hold = new HoldQueue(limits, parts, c -> fail(c, new Failure.Late(limits.millis())));
  }

  // How much is kept: held calls, unanswered calls that may have to be sent again, and data that
  // the runs have not read. Without a limit, a server that hangs would fill the heap.

  public long kept() {
    long bytes = hold.bytes();
    for (LiveRun run : runs.live()) { // no stream: it is on a call's way
      bytes += run.calls.kept();
    }
    return bytes;
  }

  private boolean hasRoom(long size) {
    long kept = kept();
    return kept + size <= parts.room().applyAsLong(kept, kept + size);
  }

  private long limit() {
    return parts.room().applyAsLong(kept(), Long.MAX_VALUE);
  }

  int held() {
    return hold.size();
  }

  /// Takes a request for the server. It ends exactly once, through the call's ender.
  public void submit(Call call) {
    parts.monitor().check();
    Optional<LiveRun> serving = runs.takesCalls();
    if (serving.isPresent()) {
      if (hasRoom(call.size())) {
        give(serving.get(), call);
      } else {
        fail(call, new Failure.NoRoom(kept(), limit()));
      }
      return;
    }
    Optional<LiveRun> starting = runs.starting();
    if (starting.isPresent() && early(starting.get(), call)) {
      giveEarly(starting.get(), call);
      return;
    }
    if (!hasRoom(call.size())) {
      fail(call, new Failure.NoRoom(kept(), limit()));
    } else if (hold.add(call)) {
      demand.run();
    } else {
      fail(call, new Failure.TooManyHeld(hold.size()));
    }
  }

  /// If this fails, the call ends: it would wait for ever otherwise.
  private void give(LiveRun to, Call call) {
    try {
      if (call.diverts(to.run)) {
        return;
      }
      to.calls.give(call);
    } catch (RuntimeException | Error e) {
      parts.defect("call", e);
      if (!call.ended()) {
        fail(call, new Failure.Defect(e.toString()));
      }
    }
  }

  /// Another run takes over. What the build before says of its open calls is noted, since the word
  /// of a newer one is not enough to repeat them.
  void outlived(LiveRun by) {
    runs.live().stream()
        .filter(run -> !run.equals(by))
        .flatMap(run -> run.calls.open())
        .forEach(call -> call.harms |= redelivery.harms(call));
  }

  private static void fail(Call call, Failure why) {
    call.end(new Call.Ending.Failed(why));
  }

  /// Sends a notification or a response to a run, unless the run is over or there is no room for
  /// it.
  public void tell(Run to, Outgoing message) {
    if (to.over()) {
      return;
    }
    if (hasRoom(message.length())) {
      dropping.remove(to);
      to.send(message);
    } else if (dropping.add(to)) { // reported once, until there is room again
      parts.note(
          "dropping notifications and answers for the server, which has not read or answered "
              + Words.bytes(kept())
              + " of messages (limit: "
              + Words.bytes(limit())
              + ")");
    }
  }

  /// Takes a notification for the server. Nobody gets it while no run does. A run that is about to
  /// replace another hears of changed roots at once, as it may have asked for them already.
  public void submit(Message.Notification n) {
    parts.monitor().check();
    Outgoing message = Outgoing.of(n.bytes());
    Optional<LiveRun> serving = runs.takesCalls();
    serving.ifPresent(r -> pass(r.run, message));
    if (serving.isEmpty() || n.method().equals(Methods.ROOTS_CHANGED)) {
      runs.starting()
          .filter(r -> r.initializedSent || r.greeting.eraOpen())
          .ifPresent(r -> pass(r.run, message));
    }
  }

  private void pass(Run to, Outgoing notification) {
    if (parts.session().hears(to)) {
      tell(to, notification);
    }
  }

  /// Whether a call may be given before the handshake: the probe that precedes every handshake, or
  /// any call while the era is still open.
  private static boolean early(LiveRun to, Call call) {
    boolean probe = call.request().method().equals(Methods.DISCOVER);
    return to.greeting.eraOpen() || (probe && to.greeting.takesProbe());
  }

  private void giveEarly(LiveRun to, Call call) {
    if (Methods.reads(call.request().method())) {
      to.greeting.expectAnswer();
    }
    give(to, call);
  }

  /// A run is open: calls that may precede the handshake are given to it.
  void opened(LiveRun run) {
    for (Call call : hold.calls()) {
      if (early(run, call) && hold.remove(call)) {
        giveEarly(run, call);
      }
    }
  }

  void serve(LiveRun run) {
    hold.drain().forEach(call -> give(run, call));
  }

  /// A run is over and had these calls. The calls that may be repeated are given to another run,
  /// before the held calls. If any calls wait after that, they demand a start.
  ///
  /// @param ofProbe whether it ended because it was asked for its era
  void lost(Run run, RunEnd how, boolean ofProbe, List<Call> orphans) {
    dropping.remove(run);
    List<Call> again = new ArrayList<>();
    for (Call c : orphans) {
      parts.safely(
          "lost call",
          () -> {
            if (ofProbe && c.isProbe() && !c.cancelled()) {
              fail(c, new Failure.DiedOfProbe());
            } else if (redelivery.repeats(c, how)) {
              again.add(c);
            }
          });
    }
    Optional<LiveRun> serving = runs.serving();
    if (serving.isPresent()) {
      for (Call c : again) {
        give(serving.get(), c);
      }
    } else {
      hold.addFirst(again);
    }
    if (hold.size() > 0) {
      demand.run();
    }
  }

  /// The client cancelled this call. `notification` is its `notifications/cancelled`, whose request
  /// id is at `id`.
  public void cancel(Call call, Message.Notification notification, Span id) {
    cancel(call, sentAs -> new Splice(notification.bytes()).put(sentAs, id).outgoing());
  }

  /// Cancels a call on Pitstop's own account.
  ///
  /// @param more further members for the `notifications/cancelled` that the server gets, or empty
  public void withdraw(Call call, String more) {
    cancel(
        call,
        sentAs ->
            Outgoing.of(
                Messages.notification(
                    Methods.CANCELLED, "{\"requestId\":" + sentAs.lexeme() + more + "}")));
  }

  private void cancel(Call call, Function<RequestId, Outgoing> notice) {
    parts.monitor().check();
    call.cancel();
    if (hold.remove(call) || call.at().isEmpty()) {
      return;
    }
    Optional<LiveRun> at = runs.find(call.at().get());
    if (at.isEmpty() || at.get().calls.find(call.sentAs()).filter(call::equals).isEmpty()) {
      return; // the server has answered it and no longer knows it; the answer is on its way
    }
    Outgoing message = notice.apply(call.sentAs());
    at.get().calls.cancelled(call);
    tell(at.get().run, message);
    at.get().stopIfIdle();
  }

  /// The caller is told, and the run gets a cancellation as if the client had sent it. Work that
  /// has begun may continue: nothing is stopped.
  void overdue(Call call, Failure.Unanswered how) {
    parts
        .log()
        .warn(
            "call-timeout",
            "server",
            parts.name(),
            "spawn",
            how.at().number(),
            "method",
            call.request().method(),
            "ms",
            how.waitedMillis());
    parts.safely("overdue call", () -> fail(call, how));
    String limit = Words.duration(how.limitMillis());
    String reason = ",\"reason\":\"not answered within " + limit + "\"";
    parts.safely("overdue call", () -> withdraw(call, reason));
  }

  /// The exchange of this call broke, but its run continues: a harmless call is sent there once
  /// more, any other ends.
  void cutOff(LiveRun at, Call call, String how) {
    Optional<Failure.NotRepeated> no = redelivery.refusesHere(at.run, call);
    if (no.isPresent()) {
      fail(call, new Failure.CutOff(at.run, how, no.get()));
    } else {
      call.again();
      at.calls.give(call);
    }
  }

  /// Stops waiting for a call that no run has been given yet.
  public boolean giveUp(Call call) {
    return hold.remove(call);
  }

  /// No server will come.
  void failHeld() {
    for (Call c : hold.drain()) {
      parts.safely("held call", () -> fail(c, new Failure.Down()));
    }
  }

  // What a run has, and what it says of its calls. A run that is over has none.

  /// Gives a call to this run and no other.
  public void give(Run to, Call call) {
    runs.find(to).ifPresent(live -> live.calls.give(call));
  }

  public Optional<Call> find(Run of, RequestId id) {
    return runs.find(of).flatMap(live -> live.calls.find(id));
  }

  /// A run reports progress.
  ///
  /// @param token a JSON string or number
  /// @return the newest call in flight that issued the token
  public Optional<Call> progressed(Run by, String token) {
    return runs.find(by).flatMap(live -> live.calls.progressed(token));
  }

  /// The client's calls that have been at a run for at least `millis` without an answer, oldest
  /// first. A cancelled call is included until something shows that the run is done with it.
  public List<Call> unanswered(long millis) {
    return runs.live().stream().flatMap(r -> r.calls.unanswered(millis).stream()).toList();
  }

  /// How long a run has had this call.
  public long waitedMillis(Call call) {
    return parts.timers().nowMillis() - call.given.millis();
  }

  /// The client's calls at this run that may make it ask the client something, cancelled ones
  /// included.
  public List<Call> mayAsk(Run of) {
    return runs.find(of).map(live -> live.calls.mayAsk()).orElse(List.of());
  }

  /// A run asks the client something: its calls may wait for the answer, and it is kept until that
  /// has come or its time to drain is over.
  public void asks(Run by) {
    runs.find(by).ifPresent(live -> live.calls.asks());
  }

  /// A question of this run was answered or withdrawn.
  public void asksNoMore(Run by) {
    runs.find(by)
        .ifPresent(live -> {
          live.calls.asksNoMore();
          live.stopIfIdle();
        });
  }

  /// The call becomes the answer to another request of the client.
  ///
  /// @param then takes its end, in the place of the ender that it has
  public void continues(Call call, Message.Request by, RequestFacts facts, Call.Ender then) {
    call.at()
        .flatMap(runs::find)
        .ifPresentOrElse(
            live -> live.calls.continues(call, by, facts, then),
            () -> call.continues(by, facts, then)); // it waits, or has ended
  }
}
