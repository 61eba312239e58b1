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

/// One incarnation of a server: the link to it, the calls it has been given, and where it is in its
/// life. Whoever remembers an incarnation holds this object; its number is for people.
///
/// In turns, but for what says otherwise.
public final class Run {
  private enum Phase {
    OPENING,
    /// It is there and is greeted; calls of the client go elsewhere or wait.
    STARTING,
    SERVING,
    /// A newer one serves; this one finishes what it has.
    RETIRED,
    STOPPING,
    OVER
  }

  /// A call that it has had for less, when it is told to go, is a usual one.
  private static final long LEFT_MILLIS = 1_000;

  private final RunKind kind;
  private final int number;
  private final InFlight inFlight;
  private final CallWatch watch;
  private final Greeting greeting;
  private Phase phase = Phase.OPENING;
  private boolean served;
  private boolean replaced;
  private Optional<Recipe> recipe = Optional.empty(); // until it is opened
  private Optional<Link> link = Optional.empty(); // until the channel has given it
  private Optional<StopReason> stopped = Optional.empty();
  private Optional<Trouble> trouble = Optional.empty();
  private Optional<RunEnd> end = Optional.empty();
  private long readyAfterMillis = -1;
  private final List<ReplayFailure> replayFailures = new ArrayList<>();
  private List<OpenCall> left = List.of();

  /// @param ids for requests of our own, the same for all runs of a server
  /// @param world how long its calls may wait
  /// @param greeting makes the one that tells it what the session is
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

  /// Opens it; what becomes of that is told to `events`.
  void open(Recipe by, Events events) {
    recipe = Optional.of(by);
    link = Optional.of(by.channel().open(number, events));
  }

  /// How it was opened.
  Recipe recipe() {
    return recipe.orElseThrow();
  }

  /// What it is. On any thread.
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

  /// Whether it has been greeted, so that requests of our own are in place.
  public boolean greeted() {
    return greeting.settled();
  }

  /// Whether it has said that it has this capability.
  ///
  /// @param path the names that lead to it
  public boolean offers(String... path) {
    Optional<String> all = greeting.capabilities();
    if (all.isEmpty()) {
      return false;
    }
    byte[] b = Messages.utf8(all.get());
    Span value = Json.path(b, new Span(0, b.length), path);
    return value.present() && (Json.isObject(b, value) || Json.isTrue(b, value));
  }

  /// What is known of it from its beginning on. On any thread.
  public Facts facts() {
    return link().facts();
  }

  /// What its process tree takes. Not in a turn.
  public Optional<TreeUsage> usage() {
    return link().usage();
  }

  /// Milliseconds since it began. On any thread.
  public long uptimeMillis() {
    return (System.nanoTime() - facts().startedNanos()) / 1_000_000;
  }

  /// Milliseconds from its beginning until it served, or -1.
  public long readyAfterMillis() {
    return readyAfterMillis;
  }

  /// What became of the calls that were replayed to it, if they failed.
  public List<ReplayFailure> replayFailures() {
    return List.copyOf(replayFailures);
  }

  void replayFailed(ReplayFailure how) {
    replayFailures.add(how);
  }

  // Where it is in its life.

  /// Whether calls of the client go to it.
  public boolean serving() {
    return phase == Phase.SERVING;
  }

  /// Whether it is being stopped, was replaced, or is over.
  public boolean leaving() {
    return phase == Phase.RETIRED || phase == Phase.STOPPING || phase == Phase.OVER;
  }

  /// Whether a newer one has taken its place.
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

  /// It is there. It may have been stopped meanwhile.
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

  /// What makes it useless; the first counts.
  void trouble(Trouble what) {
    if (trouble.isEmpty()) {
      trouble = Optional.of(what);
    }
  }

  /// Stops it by the ladder, once; its end is told by its events.
  void stop(StopReason why) {
    if (phase != Phase.STOPPING && phase != Phase.OVER) {
      left = phase == Phase.RETIRED ? left : watch.unanswered(LEFT_MILLIS);
      phase = Phase.STOPPING;
      stopped = Optional.of(why);
      link.ifPresent(l -> l.stop(why.word()));
    }
  }

  /// Ends its process now. On any thread.
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

  /// The request that it has had the longest and has not answered, for people: method and id.
  Optional<String> owes() {
    for (Call call : inFlight.all()) {
      if (!call.cancelled()) {
        return Optional.of("`" + call.request().method() + "` (id " + call.sentAs() + ")");
      }
    }
    return Optional.empty();
  }

  /// The calls that it has been given and has not answered.
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

  /// The calls of the client that it has had for so long and not answered, oldest first.
  public List<OpenCall> unanswered(long millis) {
    return watch.unanswered(millis);
  }

  /// The same when it was told to go.
  List<OpenCall> left() {
    return left;
  }

  /// It says how far it is with this call.
  public void progressed(Call call) {
    watch.progressed(call);
  }

  /// It asks the client something: its calls may wait for that.
  public void asks() {
    watch.asks();
  }

  /// A question of it is answered, or is none any more.
  public void asksNoMore() {
    watch.asksNoMore();
  }

  /// Nobody waits for the answer of this call any more.
  void cancelled(Call call) {
    inFlight.cancelled(call);
    watch.cancelled(call);
  }

  /// Gives it a request. A defect of ours in that ends the call, which would wait for an answer
  /// that nobody was asked for (F3).
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

  /// Sends it a notification or an answer.
  void send(Outgoing message) {
    if (phase != Phase.OVER) {
      link().send(message);
    }
  }

  /// Whether something else answers for it, as it is not there yet.
  boolean away() {
    return link.filter(Link::away).isPresent();
  }

  /// Bytes that wait for it to read them.
  long pending() {
    return link.isPresent() ? link.get().pending() : 0;
  }

  /// Takes the call that an answer belongs to: the first answer only (F3).
  Optional<Call> answered(RequestId id) {
    Optional<Call> call = inFlight.answered(id);
    if (call.isPresent()) {
      watch.answered(call.get());
      link().answered(call.get().sent());
    }
    return call;
  }

  /// Whether a call may have been executed: any of its bytes may have left.
  boolean mayHaveRun(Call call) {
    return link().mayHaveRun(call.sent());
  }

  /// Takes all calls that it will never answer; those that never began to leave are marked so.
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
