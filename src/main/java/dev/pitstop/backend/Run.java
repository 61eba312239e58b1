package dev.pitstop.backend;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// One run of a server: its link, the calls that it was given, and its phase. Code that remembers a
/// run holds this object; the number is for people.
///
/// Called in turns of the monitor, unless a method says otherwise.
public final class Run {
  private enum Phase {
    OPENING,
    /// The run is open and is being greeted; the client's calls go elsewhere or wait.
    STARTING,
    SERVING,
    /// A newer run serves; this one finishes its calls.
    RETIRED,
    STOPPING,
    OVER
  }

  /// Younger calls are normal when a run is told to stop.
  private static final long LEFT_MILLIS = 1_000;

  private final RunKind kind;
  private final int number;
  private final InFlight inFlight;
  private final CallWatch watch;
  private final Greeting greeting;
  private Phase phase = Phase.OPENING;
  private boolean served;
  private boolean replaced;
  private Optional<Recipe> recipe = Optional.empty(); // empty until it is opened
  private Optional<Link> link = Optional.empty(); // empty until the channel has returned it
  private Optional<StopReason> stopped = Optional.empty();
  private Optional<Trouble> trouble = Optional.empty();
  private Optional<RunEnd> end = Optional.empty();
  private long readyAfterMillis = -1;
  private final List<ReplayFailure> replayFailures = new ArrayList<>();
  private List<OpenCall> left = List.of();

  /// @param ids for Pitstop's own requests, shared by all runs of a server
  /// @param world how long its calls may wait
  /// @param greeting makes the one that tells the run what the session is
  Run(
      RunKind kind,
      int number,
      FreshIds ids,
      CallWatch.World world,
      Function<Run, Greeting> greeting) {
    this.kind = kind;
    this.number = number;
    this.inFlight = new InFlight(ids);
    this.watch = new CallWatch(this, inFlight, world);
    this.greeting = greeting.apply(this);
  }

  /// Opens it and reports the outcome to `events`.
  void open(Recipe by, Events events) {
    recipe = Optional.of(by);
    link = Optional.of(by.channel().open(number, events));
  }

  /// The recipe with which it was opened.
  Recipe recipe() {
    return recipe.orElseThrow();
  }

  /// The kind of the run. On any thread.
  public RunKind kind() {
    return kind;
  }

  /// The number of the run, from 1.
  public int number() {
    return number;
  }

  private Link link() {
    if (link.isEmpty()) {
      throw new IllegalStateException("run #" + number + " is not open");
    }
    return link.get();
  }

  Greeting greeting() {
    return greeting;
  }

  /// Whether it has answered an `initialize`.
  public boolean legacy() {
    return greeting.legacy();
  }

  /// Whether it has been greeted, so that Pitstop may send its own requests.
  public boolean greeted() {
    return greeting.settled();
  }

  /// Whether it has declared this capability.
  ///
  /// @param path the member names that lead to it
  public boolean offers(String... path) {
    Optional<String> all = greeting.capabilities();
    if (all.isEmpty()) {
      return false;
    }
    byte[] b = Messages.utf8(all.get());
    Span value = Json.path(b, new Span(0, b.length), path);
    return value.present() && (Json.isObject(b, value) || Json.isTrue(b, value));
  }

  /// What is known of it from its start on. On any thread.
  public Facts facts() {
    return link().facts();
  }

  /// The memory and CPU use of its process tree. Do not call it in a turn.
  public Optional<TreeUsage> usage() {
    return link().usage();
  }

  /// Milliseconds since it started. On any thread.
  public long uptimeMillis() {
    return (System.nanoTime() - facts().startedNanos()) / 1_000_000;
  }

  /// Milliseconds from its start until it served, or -1.
  public long readyAfterMillis() {
    return readyAfterMillis;
  }

  /// The calls that were replayed to it and failed.
  public List<ReplayFailure> replayFailures() {
    return List.copyOf(replayFailures);
  }

  void replayFailed(ReplayFailure how) {
    replayFailures.add(how);
  }

  // Its phase.

  /// Whether the client's calls go to it.
  public boolean serving() {
    return phase == Phase.SERVING;
  }

  /// Whether it is being stopped, was replaced, or is over.
  public boolean leaving() {
    return phase == Phase.RETIRED || phase == Phase.STOPPING || phase == Phase.OVER;
  }

  /// Whether a newer run has taken its place.
  public boolean replaced() {
    return replaced;
  }

  /// Whether it has ever served.
  boolean served() {
    return served;
  }

  boolean opening() {
    return phase == Phase.OPENING;
  }

  boolean over() {
    return phase == Phase.OVER;
  }

  boolean retired() {
    return phase == Phase.RETIRED;
  }

  Optional<StopReason> stopped() {
    return stopped;
  }

  Optional<Trouble> trouble() {
    return trouble;
  }

  /// The run is open. It may have been stopped meanwhile.
  void opened() {
    if (phase == Phase.OPENING) {
      phase = Phase.STARTING;
    }
  }

  void serve() {
    phase = Phase.SERVING;
    served = true;
    readyAfterMillis = uptimeMillis();
    watch.serves();
  }

  void retire() {
    left = watch.unanswered(LEFT_MILLIS);
    phase = Phase.RETIRED;
    replaced = true;
  }

  /// What makes the run unusable; the first trouble counts.
  void trouble(Trouble what) {
    if (trouble.isEmpty()) {
      trouble = Optional.of(what);
    }
  }

  /// Stops the run by the ladder, once; its events report the end.
  void stop(StopReason why) {
    if (phase != Phase.STOPPING && phase != Phase.OVER) {
      left = phase == Phase.RETIRED ? left : watch.unanswered(LEFT_MILLIS);
      phase = Phase.STOPPING;
      stopped = Optional.of(why);
      link.ifPresent(l -> l.stop(why.word()));
    }
  }

  /// Kills its process now. On any thread.
  public void kill() {
    link.ifPresent(Link::kill);
  }

  void ended(RunEnd how) {
    phase = Phase.OVER;
    end = Optional.of(how);
    watch.ends();
  }

  /// How it ended, if it has.
  public Optional<RunEnd> end() {
    return end;
  }

  // Its calls.

  InFlight inFlight() {
    return inFlight;
  }

  /// The oldest request that it has not answered, for people: method and id.
  Optional<String> owes() {
    for (Call call : inFlight.all()) {
      if (!call.cancelled()) {
        return Optional.of("`" + call.request().method() + "` (id " + call.sentAs() + ")");
      }
    }
    return Optional.empty();
  }

  /// The calls that it was given and has not answered.
  public Collection<Call> calls() {
    return inFlight.all();
  }

  /// The call that it knows by this id.
  public Optional<Call> call(RequestId id) {
    return inFlight.find(id);
  }

  /// The newest call in flight that issued this progress token.
  public Optional<Call> byToken(String lexeme) {
    return inFlight.byToken(lexeme);
  }

  /// The client's calls that it has had for at least `millis` without an answer, oldest first.
  public List<OpenCall> unanswered(long millis) {
    return watch.unanswered(millis);
  }

  /// Its unanswered calls when it was told to stop.
  List<OpenCall> left() {
    return left;
  }

  /// It reports progress on this call.
  public void progressed(Call call) {
    watch.progressed(call);
  }

  /// It asks the client something: its calls may wait for the answer.
  public void asks() {
    watch.asks();
  }

  /// A question of this run was answered or withdrawn.
  public void asksNoMore() {
    watch.asksNoMore();
  }

  /// The client no longer waits for the answer of this call.
  void cancelled(Call call) {
    inFlight.cancelled(call);
    watch.cancelled(call);
  }

  /// Gives it a request. If Pitstop fails to send it, the call ends: it would wait for ever
  /// otherwise (F3).
  void give(Call call) {
    RequestId id = inFlight.enter(call.request().id(), call);
    try {
      call.sent(this, id, link().send(call.message(this, id)));
      inFlight.sent(call);
      watch.given(call);
    } catch (RuntimeException | Error e) {
      inFlight.answered(id);
      call.end(new Call.Ending.Failed(new Failure.Defect(e.toString())));
      throw e;
    }
  }

  /// Sends it a notification or a response.
  void send(Outgoing message) {
    if (phase != Phase.OVER) {
      link().send(message);
    }
  }

  /// Whether something else answers because the server is not there yet.
  boolean away() {
    return link.filter(Link::away).isPresent();
  }

  /// How many bytes it has not read yet.
  long pending() {
    return link.isPresent() ? link.get().pending() : 0;
  }

  /// Takes the call that a response belongs to: the first response only (F3).
  Optional<Call> answered(RequestId id) {
    Optional<Call> call = inFlight.answered(id);
    if (call.isPresent()) {
      watch.answered(call.get());
      link().answered(call.get().sent());
    }
    return call;
  }

  /// Whether a call may have been executed: some of its bytes may have been written.
  boolean mayHaveRun(Call call) {
    return link().mayHaveRun(call.sent());
  }

  /// Takes all calls that it will never answer. Those of which no byte was written are marked so.
  List<Call> orphans() {
    List<Call> all = inFlight.drain();
    for (Call c : all) {
      if (!mayHaveRun(c)) {
        c.notDelivered();
      }
    }
    return all;
  }
}
