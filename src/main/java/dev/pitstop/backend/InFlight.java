package dev.pitstop.backend;

import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// The calls that a run was given and has not answered, how long they wait, and the memory they
/// take. Those that have reached the time limit are ended: one timer serves all calls, and is set
/// only where calls have a limit.
///
/// A cancelled call keeps only its place, since its answer may still come. A server need not answer
/// it. So it counts as unanswered until the run answers something that it was asked later: that
/// shows that the run obeyed and does not hang.
///
/// Called in turns of the monitor.
final class InFlight {
  /// How many cancelled calls are remembered. A server that obeys the specification never answers
  /// them, so the oldest are forgotten.
  private static final int TOMBSTONES = 1_000;

  private final Run run;
  private final CallTable<Call> calls;
  private final BackendParts parts;
  private final BiConsumer<Call, Failure.Unanswered> overdue;

  private long bytes;
  private Optional<Timers.Timer> timer = Optional.empty();
  private int questions; // of the server, not answered by the client yet
  private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null); // all of them
  private long answers;
  private long newest = -1; // when the run was given the newest call that it has answered
  private OptionalLong limit = OptionalLong.empty(); // of a call's time, once the run serves
  private long counts; // since when it counts: the run serves, and asks nothing

  /// @param ids ids for Pitstop's own requests, shared by all runs of a server
  /// @param overdue takes a call that has reached the time limit
  InFlight(
      Run run, FreshIds ids, BackendParts parts, BiConsumer<Call, Failure.Unanswered> overdue) {
    this.run = run;
    this.calls = new CallTable<>(ids);
    this.parts = parts;
    this.overdue = overdue;
  }

  RequestId fresh() {
    return calls.fresh();
  }

  /// Gives the run a request. If Pitstop fails to send it, the call ends: it would wait for ever
  /// otherwise.
  void give(Call call) {
    RequestId wanted = call.kind() == Call.Kind.ROUND ? fresh() : call.request().id();
    RequestId id = calls.add(wanted, call);
    try {
      call.sent(run, id, run.give(call.message(run, id)));
      bytes += call.size();
      Span token = call.facts().progressToken();
      if (token.present() && call.ofClient()) { // one that is replayed was valid before
        call.token(token.text(call.request().bytes()));
      }
      long now = parts.timers().nowMillis();
      call.given = new Call.Given(now, answers, parts.ring().written());
      call.lifeMillis = now;
      wake(now);
    } catch (RuntimeException | Error e) {
      take(id);
      call.end(new Call.Ending.Failed(new Failure.Defect(e.toString())));
      throw e;
    }
  }

  Stream<Call> open() {
    return calls.all().stream();
  }

  Optional<Call> find(RequestId id) {
    return calls.find(id);
  }

  /// Whether the run was given nothing but a `server/discover` of the client.
  boolean onlyProbed() {
    List<Call> all = calls.all();
    return !all.isEmpty() && all.stream().allMatch(Call::isProbe);
  }

  /// The only request that the run has not answered, if there is just one.
  Optional<RequestId> only() {
    List<Call> all = calls.all();
    return all.size() == 1 ? Optional.of(all.getFirst().sentAs()) : Optional.empty();
  }

  /// How many bytes its calls keep, or the run has not read, which are mostly the same.
  long kept() {
    return Math.max(bytes, run.pending());
  }

  /// Takes the call to which a response belongs. Only the first response finds it.
  Optional<Call> answered(RequestId id) {
    Optional<Call> call = take(id);
    if (call.isPresent()) {
      answers++;
      newest = Math.max(newest, call.get().given.millis());
      run.link().answered(call.get().sent());
    }
    return call;
  }

  private Optional<Call> take(RequestId id) {
    Optional<Call> call = calls.take(id);
    if (call.isPresent()) {
      bytes -= call.get().size();
    }
    return call;
  }

  /// The client no longer waits for the answer of this call.
  void cancelled(Call call) {
    bytes -= call.size();
    call.giveUpBytes();
    bytes += call.size();
    call.cancelledMillis = parts.timers().nowMillis();
    List<Call> places = calls.all().stream().filter(c -> !c.hasBytes()).toList();
    if (places.size() > TOMBSTONES) {
      take(places.getFirst().sentAs());
    }
  }

  /// The client's calls in flight that may make the run ask something. A run may not have heard of
  /// a cancellation yet, or work on.
  List<Call> mayAsk() {
    return calls.all().stream()
        .filter(c -> c.ofClient() && Methods.mayAsk(c.request().method()))
        .toList();
  }

  /// The call becomes the answer to another request of the client.
  void continues(Call call, Message.Request by, RequestFacts facts, Call.Ender then) {
    boolean here = calls.find(call.sentAs()).filter(call::equals).isPresent();
    bytes -= here ? call.size() : 0;
    call.continues(by, facts, then);
    bytes += here ? call.size() : 0;
  }

  // How long they wait.

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

  /// The run reports progress.
  ///
  /// @return the newest call in flight that issued this token
  Optional<Call> progressed(String lexeme) {
    Map<RequestId, Call> tokens = new HashMap<>(); // a client may use one twice
    calls.all().stream()
        .filter(c -> !c.cancelled() && !c.token().isEmpty())
        .forEach(c -> tokens.put(new RequestId(c.token()).normalized(), c));
    Optional<Call> issuer = Optional.ofNullable(tokens.get(new RequestId(lexeme).keyIn(tokens)));
    issuer.ifPresent(c -> c.lifeMillis = parts.timers().nowMillis()); // a sign of work
    return issuer;
  }

  /// The method and id of the oldest request that the run has not answered, for people.
  Optional<String> owes() {
    return calls.all().stream()
        .filter(c -> !c.cancelled())
        .findFirst()
        .map(c -> "`" + c.request().method() + "` (id " + c.sentAs() + ")");
  }

  /// Whether nobody waits for the answer to any of the calls. Listens do not count.
  boolean idle() {
    return questions == 0 && calls.all().stream().allMatch(Call::mayBeDropped);
  }

  /// How many calls of the client there are, without listens.
  int requests() {
    return (int) awaited().count();
  }

  /// Takes all calls: the run will never answer them. Marks the calls of which no byte was written.
  List<Call> orphans() {
    List<Call> all = calls.drain();
    bytes = 0;
    all.stream().filter(c -> !run.mayHaveRun(c.sent())).forEach(Call::notDelivered);
    return all;
  }

  /// The client's calls that the run has had for at least `millis` without an answer, oldest first.
  List<Call> unanswered(long millis) {
    long now = parts.timers().nowMillis();
    boolean oneProcess = !run.kind().isDescribed(); // otherwise it ends with its own
    return calls.all().stream()
        .filter(c -> c.ofClient() && now - c.given.millis() >= millis)
        .filter(c -> !c.cancelled() || (oneProcess && c.cancelledMillis > newest))
        .toList();
  }

  /// How many lines of output there were when the run was given the oldest of the calls that
  /// somebody waits for.
  OptionalLong written() {
    return awaited().mapToLong(Call::written).findFirst();
  }

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
    awaited().filter(c -> dueOf(c, now) <= now).forEach(c -> overdue.accept(c, how(c, now)));
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
