package dev.pitstop.backend;

import dev.pitstop.backend.facts.Behind;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Timers;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Watches how long the calls of one run wait for their answers: ends those that have reached the
/// time limit, and finds those that wait behind an older unanswered call.
///
/// A server need not answer a cancelled call. So a cancelled call counts as unanswered until the
/// run answers something that it was asked later: that shows that the run obeyed and does not hang.
///
/// Each call costs two readings of the clock. A timer is set only where calls have a limit, or
/// where a call that wants progress waits beside others. One timer serves all calls: when it is
/// due, it is set again for the next. Called in turns of the monitor.
final class CallWatch {
  /// A call that has waited for this time has waited long.
  static final long LONG_MILLIS = 10_000;

  /// How many cancelled calls are remembered as unanswered. More of them would tell nothing more.
  private static final int MOST_SILENT = 100;

  /// Takes what it finds.
  interface Observer {
    /// A call has reached the time limit.
    void overdue(Run run, Call call, Failure.Unanswered how);

    /// A call has waited long behind another ({@link Call#behind}). It has no answer yet, or was
    /// just cancelled.
    void waitsBehind(Run run, Call call);
  }

  /// What all runs of a server share.
  ///
  /// @param limitMillis how long a call may wait for its answer or for progress
  record World(BackendParts parts, OptionalLong limitMillis, Observer observer) {}

  private final Run run;
  private final CallTable<Call> calls;
  private final World world;
  private final Timers timers;
  private final boolean oneProcess; // calls of a command-line program do not wait for each other
  private final ArrayDeque<Call> silent = new ArrayDeque<>(); // cancelled but still counted
  private Optional<Timers.Timer> limit = Optional.empty();
  private Optional<Timers.Timer> look = Optional.empty();
  private Optional<Timers.Timer> patience = Optional.empty(); // with the next
  private Optional<Runnable> whenAnswered = Optional.empty(); // what the run asks
  private int open; // calls of the client that are not cancelled
  private int questions; // of the server, not answered by the client yet
  private long moves; // counts calls and cancellations, to order them
  private long answers;
  private long lastAnswer; // when the run last answered, in ms
  private long counts = Long.MAX_VALUE; // since when the limit counts: the run serves, asks nothing

  CallWatch(Run run, CallTable<Call> calls, World world) {
    this.run = run;
    this.calls = calls;
    this.world = world;
    this.timers = world.parts().timers();
    this.oneProcess = !run.kind().callsAreProcesses();
  }

  // What happens to calls.

  /// The run was given a call.
  void given(Call call) {
    long written = world.parts().ring().written();
    call.given(new Call.Given(timers.nowMillis(), ++moves, answers, written));
    if (!call.ofClient()) {
      return;
    }
    open++;
    if (limit.isEmpty() && world.limitMillis().isPresent() && counts != Long.MAX_VALUE) {
      limitAfter(world.limitMillis().getAsLong());
    }
    boolean beside = open > 1 || !silent.isEmpty();
    if (look.isEmpty() && beside && oneProcess && !call.token().isEmpty()) {
      lookAfter(LONG_MILLIS);
    }
  }

  /// The run has answered a call, which is no longer in flight.
  void answered(Call call) {
    long now = timers.nowMillis();
    boolean ofClient = call.ofClient();
    if (now - lastAnswer >= LONG_MILLIS && (open > 1 || !silent.isEmpty())) {
      compare(now, ofClient ? Optional.of(call) : Optional.empty());
    }
    lastAnswer = now;
    answers++;
    while (!silent.isEmpty() && silent.getFirst().closed() < call.order()) {
      silent.removeFirst();
    }
    if (call.cancelled()) {
      silent.remove(call);
    } else if (ofClient) {
      open--;
    }
  }

  /// Nobody waits for the answer any more, but it may still come.
  void cancelled(Call call) {
    if (!call.ofClient()) {
      return;
    }
    long now = timers.nowMillis();
    Optional<Call> older = oldest(Optional.empty());
    if (!call.ended() && older.isPresent() && waitsBehind(call, older.get(), now)) {
      world.observer().waitsBehind(run, call);
    }
    open--;
    call.closed(++moves, now);
    if (oneProcess) {
      silent.addLast(call);
      if (silent.size() > MOST_SILENT) {
        silent.removeFirst();
      }
    }
  }

  /// The run reports progress on a call. That is no answer, but a sign of work.
  void progressed(Call call) {
    call.showsLife(timers.nowMillis());
  }

  /// The run serves. Calls that it was given before, such as the first request of a modern session,
  /// waited as part of its start.
  void serves() {
    counts = timers.nowMillis();
    if (open > 0 && limit.isEmpty() && world.limitMillis().isPresent()) {
      limitAfter(world.limitMillis().getAsLong());
    }
  }

  /// The run asks the client something, which may take as long as people take.
  void asks() {
    questions++;
  }

  /// A question was answered or withdrawn.
  void asksNoMore() {
    questions--;
    if (counts != Long.MAX_VALUE) {
      counts = timers.nowMillis();
    }
    if (questions == 0) {
      asksNothing();
    }
  }

  /// Runs `then` once the client has answered what the run asks, or after this time.
  void onceAnswered(long millis, Runnable then) {
    if (questions == 0) {
      then.run();
    } else {
      whenAnswered = Optional.of(then);
      patience = Optional.of(world.parts().turnAfter(millis, this::asksNothing));
    }
  }

  private void asksNothing() {
    patience = cancelled(patience);
    Optional<Runnable> then = whenAnswered;
    whenAnswered = Optional.empty();
    then.ifPresent(Runnable::run);
  }

  /// The run will answer nothing more.
  void ends() {
    if (open > 0) {
      compare(timers.nowMillis(), Optional.empty());
    }
    limit = cancelled(limit);
    look = cancelled(look);
    patience = cancelled(patience);
  }

  // What is known of calls.

  /// The client's calls that the run has had for at least `millis` without an answer, oldest first.
  List<OpenCall> unanswered(long millis) {
    long now = timers.nowMillis();
    return Stream.concat(awaited().stream(), silent.stream())
        .filter(c -> now - c.given().millis() >= millis)
        .sorted((one, other) -> Long.compare(one.order(), other.order()))
        .map(c -> described(c, now))
        .toList();
  }

  /// How many lines of output there were when the run was given the oldest of the calls that
  /// somebody waits for.
  OptionalLong written() {
    return awaited().stream().mapToLong(Call::written).findFirst();
  }

  /// The calls that somebody waits for, without an answer or progress for at least `millis`; none
  /// while the run asks the client something.
  List<Call> hung(long millis) {
    long now = timers.nowMillis();
    return questions > 0
        ? List.of()
        : awaited().stream().filter(c -> now - c.lifeMillis() >= millis).toList();
  }

  /// How the run, which a newer one replaces, has left this call.
  Failure.Unanswered replaced(Call c, long drainMillis) {
    return how(c, timers.nowMillis(), drainMillis, Failure.Limit.DRAIN);
  }

  private OpenCall described(Call c, long now) {
    OpenCall.Fate fate =
        !c.cancelled()
            ? OpenCall.Fate.AWAITED
            : c.ended()
                ? OpenCall.Fate.GIVEN_UP
                : c.closed() == moves ? OpenCall.Fate.CANCELLED_LAST : OpenCall.Fate.CANCELLED;
    return new OpenCall(
        c.tool(),
        c.request().method(),
        run.number(),
        c.order(),
        c.written(),
        now - c.given().millis(),
        fate);
  }

  private static boolean awaited(Call c) {
    return c.ofClient() && !c.cancelled();
  }

  /// In order.
  private List<Call> awaited() {
    return calls.all().stream().filter(CallWatch::awaited).toList();
  }

  // Calls behind others.

  /// The oldest call without an answer.
  ///
  /// @param also a call that was in flight until now
  private Optional<Call> oldest(Optional<Call> also) {
    Stream<Call> others = Stream.concat(silent.stream(), awaited().stream());
    return Stream.concat(also.filter(c -> awaited(c) || silent.contains(c)).stream(), others)
        .reduce((one, other) -> one.order() < other.order() ? one : other);
  }

  /// Notes with each call whether it waits behind the oldest one.
  ///
  /// @param also a call that was in flight until now
  /// @return the calls that were not known to wait behind another
  private List<Call> compare(long now, Optional<Call> also) {
    Optional<Call> oldest = oldest(also);
    if (oldest.isEmpty()) {
      return List.of();
    }
    return Stream.concat(awaited().stream(), also.filter(CallWatch::awaited).stream())
        .filter(c -> {
          boolean known = c.behind().isPresent();
          return waitsBehind(c, oldest.get(), now) && !known;
        })
        .toList();
  }

  private boolean waitsBehind(Call call, Call older, long now) {
    boolean is =
        oneProcess
            && older.order() < call.order()
            && now - Math.max(lastAnswer, call.given().millis()) >= LONG_MILLIS;
    if (is) {
      call.behind(new Behind(described(older, now), now - call.given().millis()));
    }
    return is;
  }

  // Timers.

  private static Optional<Timers.Timer> cancelled(Optional<Timers.Timer> timer) {
    timer.ifPresent(Timers.Timer::cancel);
    return Optional.empty();
  }

  private void limitAfter(long millis) {
    limit = Optional.of(world.parts().turnAfter(millis, this::giveUp));
  }

  private void lookAfter(long millis) {
    look = Optional.of(world.parts().turnAfter(millis, this::lookBehind));
  }

  private void giveUp() {
    if (limit.isEmpty()) {
      return; // it was cancelled when the timer fired
    }
    limit = Optional.empty();
    long millis = world.limitMillis().orElseThrow();
    long now = timers.nowMillis();
    if (questions > 0) {
      limitAfter(millis);
      return;
    }
    compare(now, Optional.empty());
    long next = Long.MAX_VALUE;
    for (Call c : awaited()) {
      long due = Math.max(counts, c.lifeMillis()) + millis;
      if (due > now) {
        next = Math.min(next, due);
      } else {
        world.observer().overdue(run, c, how(c, now, millis, Failure.Limit.CALL));
      }
    }
    if (next < Long.MAX_VALUE) {
      limitAfter(next - now);
    }
  }

  private Failure.Unanswered how(Call c, long now, long millis, Failure.Limit limit) {
    return new Failure.Unanswered(
        run,
        now - c.given().millis(),
        millis,
        limit,
        c.showedProgress(),
        run.mayHaveRun(c.sent()),
        answers - c.given().answers());
  }

  private void lookBehind() {
    if (look.isEmpty()) {
      return;
    }
    look = Optional.empty();
    long now = timers.nowMillis();
    for (Call c : compare(now, Optional.empty())) {
      world.observer().waitsBehind(run, c);
    }
    Optional<Call> oldest = oldest(Optional.empty());
    long next = Long.MAX_VALUE;
    for (Call c : awaited()) {
      boolean mayWait = !c.token().isEmpty() && c.behind().isEmpty();
      if (mayWait && oldest.isPresent() && oldest.get().order() < c.order()) {
        next = Math.min(next, Math.max(lastAnswer, c.given().millis()) + LONG_MILLIS);
      }
    }
    if (next < Long.MAX_VALUE) {
      lookAfter(next - now);
    }
  }
}
