package dev.pitstop.backend;

import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Timers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// Watches how long the calls of one run wait for their answers, and ends those that have reached
/// the time limit.
///
/// A server need not answer a cancelled call. So a cancelled call counts as unanswered until the
/// run answers something that it was asked later: that shows that the run obeyed and does not hang.
///
/// A timer is set only where calls have a limit. One timer serves all calls: when it is due, it is
/// set again for the next. Called in turns of the monitor.
final class CallWatch {
  /// Takes what it finds.
  interface Observer {
    /// A call has reached the time limit.
    void overdue(Run run, Call call, Failure.Unanswered how);
  }

  private final Run run;
  private final CallTable<Call> calls;
  private final BackendParts parts;
  private final Observer observer;
  private final boolean oneProcess; // otherwise a cancelled call ends with its own process
  private Optional<Timers.Timer> timer = Optional.empty();
  private int questions; // of the server, not answered by the client yet
  private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null); // all of them
  private long answers;
  private long newest = -1; // when the run was given the newest call that it has answered
  private OptionalLong limit = OptionalLong.empty(); // of a call's time, once the run serves
  private long counts; // since when it counts: the run serves, and asks nothing

  CallWatch(Run run, CallTable<Call> calls, BackendParts parts, Observer observer) {
    this.run = run;
    this.calls = calls;
    this.parts = parts;
    this.observer = observer;
    this.oneProcess = !run.kind().isDescribed();
  }

  // What happens to calls.

  /// The run was given a call.
  void given(Call call) {
    long now = parts.timers().nowMillis();
    call.given = new Call.Given(now, answers, parts.ring().written());
    call.lifeMillis = now;
    wake(now);
  }

  /// It has answered this call.
  void answered(Call call) {
    answers++;
    newest = Math.max(newest, call.given.millis());
  }

  /// Nobody waits for the answer any more, but it may still come.
  void cancelled(Call call) {
    call.cancelledMillis = parts.timers().nowMillis();
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
    wake(counts);
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
    timer.ifPresent(Timers.Timer::cancel);
    asked.cancel(false);
  }

  // What is known of calls.

  /// The client's calls that the run has had for at least `millis` without an answer, oldest first.
  List<OpenCall> unanswered(long millis) {
    long now = parts.timers().nowMillis();
    return calls.all().stream()
        .filter(c -> c.ofClient() && now - c.given.millis() >= millis)
        .filter(c -> !c.cancelled() || (oneProcess && c.cancelledMillis > newest))
        .map(c -> described(c, now))
        .toList();
  }

  /// How many lines of output there were when the run was given the oldest of the calls that
  /// somebody waits for.
  OptionalLong written() {
    return awaited().mapToLong(Call::written).findFirst();
  }

  private OpenCall described(Call c, long now) {
    OpenCall.Fate fate =
        !c.cancelled()
            ? OpenCall.Fate.AWAITED
            : c.ended() ? OpenCall.Fate.GIVEN_UP : OpenCall.Fate.CANCELLED;
    return new OpenCall(
        c.tool(), c.request().method(), run.number(), c.written(), now - c.given.millis(), fate);
  }

  /// The client's calls that somebody waits for, oldest first.
  private Stream<Call> awaited() {
    return calls.all().stream().filter(c -> c.ofClient() && !c.cancelled());
  }

  // Its timer.

  /// Sets the timer for the call that reaches the limit first, unless it is set. A call that is
  /// given later never reaches it earlier.
  private void wake(long now) {
    if (limit.isPresent() && timer.isEmpty()) {
      timer =
          awaited()
              .map(c -> dueOf(c, now))
              .min(Long::compare)
              .map(due -> parts.turnAfter(due - now, this::look));
    }
  }

  private void look() {
    timer = Optional.empty();
    long now = parts.timers().nowMillis();
    awaited().filter(c -> dueOf(c, now) <= now).forEach(c -> observer.overdue(run, c, how(c, now)));
    wake(now);
  }

  /// When the call reaches the limit. While the run asks the client something, that is far away.
  private long dueOf(Call c, long now) {
    return limit.orElseThrow() + (questions > 0 ? now : Math.max(counts, c.lifeMillis));
  }

  private Failure.Unanswered how(Call c, long now) {
    return new Failure.Unanswered(
        run,
        now - c.given.millis(),
        limit.orElse(0),
        c.showedProgress(),
        run.mayHaveRun(c.sent()),
        answers - c.given.answers());
  }
}
