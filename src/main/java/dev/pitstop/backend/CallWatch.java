package dev.pitstop.backend;

import dev.pitstop.backend.facts.Behind;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Timers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// Watches how long the calls of one run wait for their answers: ends those that have reached the
/// time limit, and finds those that wait behind an older unanswered call.
///
/// A server need not answer a cancelled call. So a cancelled call counts as unanswered until the
/// run answers something that it was asked later: that shows that the run obeyed and does not hang.
///
/// A timer is set only where calls have a limit, or where a call that wants progress waits beside
/// others. One timer serves all calls: when it is due, it is set again for the next. Called in
/// turns of the monitor.
final class CallWatch {
  /// A call that has waited for this time has waited long.
  static final long LONG_MILLIS = 10_000;

  private static final long NEVER = Long.MAX_VALUE;

  /// Takes what it finds.
  interface Observer {
    /// A call has reached the time limit.
    void overdue(Run run, Call call, Failure.Unanswered how);

    /// A call has waited long behind another ({@link Call#behind}). It has no answer yet, or was
    /// just cancelled.
    void waitsBehind(Run run, Call call);
  }

  private final Run run;
  private final CallTable<Call> calls;
  private final BackendParts parts;
  private final Observer observer;
  private final boolean oneProcess; // calls of a command-line program do not wait for each other
  private Optional<Timers.Timer> timer = Optional.empty();
  private long due = NEVER; // when it is
  private int questions; // of the server, not answered by the client yet
  private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null); // all of them
  private long moves; // counts calls and cancellations, to order them
  private long answers;
  private long lastAnswer; // when the run last answered, in ms
  private long newest; // place of the newest call that it has answered
  private OptionalLong limit = OptionalLong.empty(); // of a call's time, once the run serves
  private long counts; // since when it counts: the run serves, and asks nothing

  CallWatch(Run run, CallTable<Call> calls, BackendParts parts, Observer observer) {
    this.run = run;
    this.calls = calls;
    this.parts = parts;
    this.observer = observer;
    this.oneProcess = !run.kind().callsAreProcesses();
  }

  // What happens to calls.

  /// The run was given a call.
  void given(Call call) {
    long now = parts.timers().nowMillis();
    call.given = new Call.Given(now, ++moves, answers, parts.ring().written());
    call.lifeMillis = now;
    call.behind = Optional.empty();
    if (limit.isPresent() && call.ofClient()) {
      wakeAt(now + limit.getAsLong(), now);
    }
    if (due > now + LONG_MILLIS && mayWait(call) && calls.all().size() > 1) {
      wakeAt(now + LONG_MILLIS, now);
    }
  }

  /// The run answers. What it answers is still in flight.
  void answering() {
    long now = parts.timers().nowMillis();
    if (now - lastAnswer >= LONG_MILLIS) {
      compare(now);
    }
    lastAnswer = now;
  }

  /// It has answered this call.
  void answered(Call call) {
    answers++;
    newest = Math.max(newest, call.order());
  }

  /// Nobody waits for the answer any more, but it may still come.
  void cancelled(Call call) {
    if (call.ofClient()) {
      long now = parts.timers().nowMillis();
      Optional<Call> older = unanswered().findFirst();
      if (!call.ended() && older.isPresent() && waitsBehind(call, older.get(), now)) {
        observer.waitsBehind(run, call);
      }
      call.closed = ++moves;
    }
  }

  /// The run reports progress on a call. That is no answer, but a sign of work.
  void progressed(Call call) {
    call.lifeMillis = parts.timers().nowMillis();
  }

  /// The run serves. Calls that it was given before, such as the first request of a modern session,
  /// waited as part of its start.
  void serves() {
    limit = run.recipe().settings().callMillis();
    counts = parts.timers().nowMillis();
    wakeForNext(counts);
  }

  /// The run asks the client something, which may take as long as people take.
  void asks() {
    questions++;
  }

  /// A question was answered or withdrawn.
  void asksNoMore() {
    questions--;
    counts = parts.timers().nowMillis();
    if (questions == 0) {
      asked.complete(null);
    }
  }

  /// Completes in a turn: once the client has answered what the run asks, or after this time.
  CompletableFuture<Void> onceAnswered(long millis) {
    asked = questions == 0 ? CompletableFuture.completedFuture(null) : parts.pause(millis);
    return asked;
  }

  /// The run will answer nothing more.
  void ends() {
    compare(parts.timers().nowMillis());
    sleep();
    asked.cancel(false);
  }

  // What is known of calls.

  /// The client's calls that the run has had for at least `millis` without an answer, oldest first.
  List<OpenCall> unanswered(long millis) {
    long now = parts.timers().nowMillis();
    return unanswered()
        .filter(c -> now - c.given.millis() >= millis)
        .map(c -> described(c, now))
        .toList();
  }

  /// How many lines of output there were when the run was given the oldest of the calls that
  /// somebody waits for.
  OptionalLong written() {
    return awaited().mapToLong(Call::written).findFirst();
  }

  /// A newer run replaces this one, and is not to wait for calls that have shown no life for at
  /// least `millis`: they are overdue. None is while the run asks the client something.
  ///
  /// @param drainMillis how long the run may still take for the others
  void replaced(long millis, long drainMillis) {
    long now = parts.timers().nowMillis();
    awaited()
        .filter(c -> questions == 0 && now - c.lifeMillis >= millis)
        .forEach(c -> observer.overdue(run, c, how(c, now, drainMillis, Failure.Limit.DRAIN)));
  }

  private OpenCall described(Call c, long now) {
    OpenCall.Fate fate =
        !c.cancelled()
            ? OpenCall.Fate.AWAITED
            : c.ended()
                ? OpenCall.Fate.GIVEN_UP
                : c.closed == moves ? OpenCall.Fate.CANCELLED_LAST : OpenCall.Fate.CANCELLED;
    return new OpenCall(
        c.tool(),
        c.request().method(),
        run.number(),
        c.order(),
        c.written(),
        now - c.given.millis(),
        fate);
  }

  /// The client's calls that somebody waits for, oldest first.
  private Stream<Call> awaited() {
    return calls.all().stream().filter(c -> c.ofClient() && !c.cancelled());
  }

  /// The same, with the cancelled ones that count.
  private Stream<Call> unanswered() {
    return calls.all().stream()
        .filter(c -> c.ofClient() && (!c.cancelled() || (oneProcess && c.closed > newest)));
  }

  // Calls behind others.

  /// Notes with each call whether it waits behind the oldest one.
  ///
  /// @return the calls that were not known to wait behind another
  private List<Call> compare(long now) {
    Optional<Call> oldest = unanswered().findFirst();
    return oldest.isEmpty()
        ? List.of()
        : awaited()
            .filter(c -> {
              boolean known = c.behind.isPresent();
              return waitsBehind(c, oldest.get(), now) && !known;
            })
            .toList();
  }

  private boolean waitsBehind(Call call, Call older, long now) {
    boolean is =
        oneProcess
            && older.order() < call.order()
            && now - Math.max(lastAnswer, call.given.millis()) >= LONG_MILLIS;
    if (is) {
      call.behind = Optional.of(new Behind(described(older, now), now - call.given.millis()));
    }
    return is;
  }

  /// Whether the client wants to know how long the call waits, and has not been told.
  private boolean mayWait(Call call) {
    return oneProcess && call.ofClient() && !call.token().isEmpty() && call.behind.isEmpty();
  }

  // Its timer.

  private void wakeAt(long millis, long now) {
    if (millis < due) {
      sleep();
      due = millis;
      timer = Optional.of(parts.turnAfter(millis - now, this::look));
    }
  }

  private void sleep() {
    timer.ifPresent(Timers.Timer::cancel);
    due = NEVER;
  }

  private void look() {
    long now = parts.timers().nowMillis();
    if (now < due) {
      return; // it was cancelled when the timer fired
    }
    due = NEVER;
    List<Call> waiting = compare(now);
    awaited()
        .filter(c -> dueOf(c, now) <= now)
        .forEach(c -> observer.overdue(run, c, how(c, now, limit.orElse(0), Failure.Limit.CALL)));
    waiting.stream().filter(c -> !c.cancelled()).forEach(c -> observer.waitsBehind(run, c));
    wakeForNext(now);
  }

  private void wakeForNext(long now) {
    Optional<Call> oldest = unanswered().findFirst();
    awaited()
        .forEach(c -> {
          if (dueOf(c, now) > now) {
            wakeAt(dueOf(c, now), now);
          }
          if (mayWait(c) && oldest.orElse(c).order() < c.order()) {
            wakeAt(Math.max(lastAnswer, c.given.millis()) + LONG_MILLIS, now);
          }
        });
  }

  /// When the call reaches the limit. While the run asks the client something, that is far away.
  private long dueOf(Call c, long now) {
    return limit.isEmpty()
        ? NEVER
        : limit.getAsLong() + (questions > 0 ? now : Math.max(counts, c.lifeMillis));
  }

  private Failure.Unanswered how(Call c, long now, long millis, Failure.Limit which) {
    return new Failure.Unanswered(
        run,
        now - c.given.millis(),
        millis,
        which,
        c.showedProgress(),
        run.mayHaveRun(c.sent()),
        answers - c.given.answers());
  }
}
