package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// One server behind Pitstop. It takes calls and ends each exactly once, whatever happens to the
/// server; it reloads and stops the server, and reports its state. It knows no client: it asks its
/// {@link BackendListener} what the session has said, and speaks to it in facts, not in sentences.
/// {@link Core} is the inside.
///
/// Called in turns of the monitor, unless a method says otherwise.
public final class Backend {
  /// So long after it was asked first, a reload gives up a start.
  private static final long HANGS_MILLIS = 5_000;

  private final BackendParts parts;
  private final Core core;

  public Backend(BackendParts parts, BackendListener listener) {
    this.parts = parts;
    core = new Core(parts, listener);
  }

  public String name() {
    return parts.name();
  }

  public Settings settings() {
    return core.recipes.current().settings();
  }

  /// The server's stderr, and those lines of its stdout that are not messages.
  public StderrRing ring() {
    return parts.ring();
  }

  /// How the server is run: the recipe of the serving run or, without one, the newest. On any
  /// thread.
  public Recipe recipe() {
    return core.recipes.current();
  }

  /// The kind of its runs. On any thread.
  public RunKind kind() {
    return core.recipes.current().channel().kind();
  }

  /// One line that tells people and agents what is run, without secrets. On any thread.
  public String display() {
    return core.recipes.current().channel().display();
  }

  /// The working directory of its program. On any thread.
  public Path directory() {
    return core.recipes.current().channel().directory();
  }

  /// Whether a reload starts with a build. On any thread.
  public boolean builds() {
    return core.recipes.wanted().builder().filter(Builder::builds).isPresent();
  }

  /// Whether a reload runs a command that restarts a daemon. On any thread.
  public boolean restarts() {
    return core.recipes.wanted().builder().filter(Builder::restarts).isPresent();
  }

  /// The full state of the server at this moment.
  public Snapshot snapshot() {
    List<Run> live = core.runs.live().stream().map(r -> r.run).toList();
    int refused = (int) live.stream().filter(Run::refused).count();
    return new Snapshot(
        core.runs.state(),
        core.runs.wanted(),
        core.runs.model().startsOnDemand(recipe().settings().respawn()),
        serving(),
        core.runs.starting().map(r -> r.run).filter(r -> !r.opening()),
        live,
        core.history.counts(refused),
        core.history.lastServed,
        core.history.previousServed,
        core.runs.live().stream().mapToInt(r -> r.calls.requests()).sum(),
        core.dispatcher.held(),
        core.runs.model().next().map(job -> core.jobs.followers(job.id())).orElse(0),
        core.catalogs.current(),
        core.catalogs.known(),
        core.catalogs.lastDiff(),
        core.history.lastExit,
        core.history.lastEnd,
        core.history.lastServedEnd,
        core.history.crashNews,
        core.history.crashes(),
        core.history.startTrouble,
        core.history.lastBuild,
        core.recipes.current().channel().away());
  }

  /// The state of its lifecycle. This and the next three methods are cheaper than a snapshot.
  public State state() {
    return core.runs.state();
  }

  /// The run that calls go to.
  public Optional<Run> serving() {
    return core.runs.servingRun();
  }

  /// The catalogue that the server offers, or last offered.
  public Catalog catalog() {
    return core.catalogs.current();
  }

  /// Whether the start has taken longer than it may, and Pitstop still waits for it.
  public boolean startsLate() {
    return core.runs.starting().filter(s -> s.greeting.late()).isPresent();
  }

  /// Whether the catalogue is known. If not, {@link #catalog} is empty because nothing was listed
  /// yet.
  public boolean listed() {
    return core.catalogs.known();
  }

  /// The client's calls that have been at a run for at least `millis` without an answer, oldest
  /// first. A cancelled call is included until something shows that the run is done with it.
  public List<OpenCall> unanswered(long millis) {
    return core.runs.live().stream()
        .flatMap(r -> r.calls.watch().unanswered(millis).stream())
        .toList();
  }

  /// The calls that this run had not answered when it was replaced or stopped. Remembered only for
  /// the last such run, and without calls that were younger than a second.
  public List<OpenCall> leftBy(int run) {
    return core.history.leftBy(run);
  }

  /// Whether the server is running and its first listing is still to come.
  public boolean listsAreDue() {
    return core.catalogs.due();
  }

  /// Whether its lists are being fetched, or will be.
  public boolean listing() {
    return core.catalogs.listing();
  }

  /// How many bytes of messages are kept for the server.
  public long kept() {
    return core.dispatcher.kept();
  }

  // Calls.

  /// Takes a request for the server. It ends exactly once, through the call's ender.
  public void submit(Call call) {
    core.dispatcher.submit(call);
  }

  /// Takes a notification for the server.
  public void submit(Message.Notification notification) {
    core.dispatcher.submit(notification);
  }

  /// The client cancelled this call. `notification` is its `notifications/cancelled`, whose request
  /// id is at `id`.
  public void cancel(Call call, Message.Notification notification, Span id) {
    core.dispatcher.cancel(call, notification, id);
  }

  /// Cancels a call on Pitstop's own account; the client has not cancelled it.
  ///
  /// @param more further members for the `notifications/cancelled` that the server gets, or empty
  public void withdraw(Call call, String more) {
    core.dispatcher.withdraw(call, more);
  }

  /// Stops waiting for a call that no run has been given yet.
  ///
  /// @return whether it was waiting
  public boolean giveUp(Call call) {
    return core.dispatcher.giveUp(call);
  }

  /// Whether {@link #succeeded} must be told when this call succeeds.
  public boolean replays(Call call) {
    return core.replays.remembers(call.tool());
  }

  /// A call of the client that is to be replayed succeeded.
  public void succeeded(Call call) {
    core.replays.remember(call);
  }

  /// Gives a call to this run and no other.
  public void give(Run to, Call call) {
    core.runs.find(to).ifPresent(live -> live.calls.give(call));
  }

  /// This run waits for answers of the client, which come with another request: it is kept until
  /// they have come, or its time to drain is over.
  ///
  /// @param begins whether the wait begins; otherwise it is over
  public void round(Run at, boolean begins) {
    core.runs
        .find(at)
        .ifPresent(live -> {
          live.calls.round(begins);
          core.runs.stopIfIdle(live);
        });
  }

  /// The call becomes the answer to another request of the client.
  ///
  /// @param then takes its end, in the place of the ender that it has
  public void continues(Call call, Message.Request by, RequestFacts facts, Call.Ender then) {
    call.at()
        .flatMap(core.runs::find)
        .ifPresentOrElse(
            live -> live.calls.continues(call, by, facts, then),
            () -> call.continues(by, facts, then)); // it waits, or has ended
  }

  /// The client's calls at this run that may make it ask the client something, cancelled ones
  /// included.
  public List<Call> mayAsk(Run of) {
    return core.runs.find(of).map(live -> live.calls.mayAsk()).orElse(List.of());
  }

  /// This run has answered a `server/discover` of the client, perhaps as a modern server.
  public void discovered(Run by, Message.Response answer) {
    core.runs.find(by).ifPresent(live -> live.greeting.showsModern(answer));
  }

  // What a run says of its calls.

  /// The call that this run knows by this id.
  public Optional<Call> call(Run of, RequestId id) {
    return core.runs.find(of).flatMap(live -> live.calls.find(id));
  }

  /// A run reports progress.
  ///
  /// @param token a JSON string or number
  /// @return the newest call in flight that issued the token
  public Optional<Call> progressed(Run by, String token) {
    return core.runs.find(by).flatMap(live -> live.calls.progressed(token));
  }

  /// A run asks the client something: its calls may wait for the answer.
  public void asks(Run by) {
    core.runs.find(by).ifPresent(live -> live.calls.watch().asks());
  }

  /// A question of this run was answered or withdrawn.
  public void asksNoMore(Run by) {
    core.runs.find(by).ifPresent(live -> live.calls.watch().asksNoMore());
  }

  /// Sends a notification or a response to a run, unless the run is over.
  public void tell(Run to, Outgoing message) {
    if (!to.over()) {
      core.dispatcher.tell(to, message);
    }
  }

  // Reloading and stopping.

  /// From now on, `by` learns what happens to the server.
  public void witness(History.Witness by) {
    core.history.witness(by);
  }

  /// Starts the server although no request needs it yet.
  public void boot() {
    core.step(new Event.Demand());
  }

  /// Asks for a reload, or joins the reload that waits.
  ///
  /// @param builds whether the reload builds; false if the program was just built by somebody else
  public void reload(State.Order order, boolean builds, Reload.Follower follower) {
    if (abandoned() || hangs()) {
      saved(order, builds, follower);
      return;
    }
    boolean joins = core.runs.model().next().isPresent();
    State.Job job = job(order, builds, follower);
    if (!joins) {
      boolean awaited = startAwaitsDaemon() && !core.runs.state().reloading();
      core.step(new Event.Reload(job, awaited));
    }
  }

  /// Whether a start is under way that waits for a daemon.
  private boolean startAwaitsDaemon() {
    return core.runs
        .starting()
        .map(r -> r.run)
        .filter(s -> s.kind().isDaemons() && (s.opening() || s.away()))
        .isPresent();
  }

  /// Whether a start is under way that seems to hang: whoever asks for a reload has perhaps mended
  /// it.
  private boolean hangs() {
    return core.runs.starting().filter(s -> s.greeting.askedAgo() >= HANGS_MILLIS).isPresent()
        && !startAwaitsDaemon();
  }

  /// Whether a start is under way only for a reload that everybody has cancelled.
  private boolean abandoned() {
    return core.runs.state() instanceof State.Starting s
        && s.job().isPresent()
        && core.jobs.followers(s.job().get().id()) == 0;
  }

  /// Asks for a reload because files were saved. A start that is under way has read older files, so
  /// it is stopped.
  public void saved(State.Order order, boolean builds, Reload.Follower follower) {
    core.step(new Event.Saved(job(order, builds, follower)));
  }

  private State.Job job(State.Order order, boolean builds, Reload.Follower follower) {
    Optional<State.Job> next = core.runs.model().next();
    if (next.isPresent()) {
      core.jobs.join(next.get().id(), follower);
      return next.get();
    }
    return core.jobs.open(next, core.recipes.wanted(), strict(order, builds), builds, follower);
  }

  /// If the old and the new recipe differ in order, the stricter one wins: either server may hold a
  /// port or a lock.
  private State.Order strict(State.Order order, boolean builds) {
    return builds && core.recipes.wanted().settings().order() == State.Order.STOP_FIRST
        ? State.Order.STOP_FIRST
        : order;
  }

  /// Runs the server by this recipe from now on, which is a reload. If the new server fails, the
  /// old one stays, or is started again if it had to be stopped; later reloads use the new recipe
  /// all the same. A start that is under way by another recipe is stopped, and its followers wait
  /// for this one.
  public void change(Recipe to, Reload.Follower follower) {
    core.recipes.wants(to);
    State.Order order = strict(settings().order(), true);
    core.step(new Event.Saved(core.jobs.open(core.runs.model().next(), to, order, true, follower)));
  }

  /// Changes the recipe without a reload: the server has not been started yet, or already runs like
  /// this.
  public void become(Recipe to) {
    core.recipes.wants(to);
    core.recipes.runsBy(to);
  }

  /// The follower no longer wants its reload. The build is stopped unless others wait for it too.
  public void cancelReload(Reload.Follower follower) {
    OptionalInt unwanted = core.jobs.leave(follower);
    if (unwanted.isPresent()) {
      core.step(new Event.CancelBuild(unwanted.getAsInt()));
    }
  }

  /// Stops the server. `down` runs in a turn when all present runs are gone, whether or not a call
  /// has started the server again by then.
  ///
  /// @param why {@link StopReason#REQUESTED}, {@link StopReason#REMOVED} or {@link
  ///   StopReason#SHUT_DOWN}
  public void stop(StopReason why, Runnable down) {
    core.runs.stopRetired(why);
    core.recipes.forgetGood();
    core.step(new Event.Stop(why));
    core.runs.whenGone(core.runs.live().stream(), down);
  }

  // The session.

  /// The client sent an `initialize`. It goes at once to the run that serves, and to one that is
  /// about to replace it.
  public void initialize() {
    Optional<LiveRun> serving = core.runs.serving();
    Optional<LiveRun> starting = core.runs.starting();
    serving.ifPresent(r -> r.greeting.initialize());
    if (starting.isPresent()) {
      Greeting greeting = starting.get().greeting;
      if (starting.get().run.opening()) {
        return; // once the run is open, it is greeted with this `initialize`
      }
      if (!greeting.begun()) {
        greeting.greet(true);
      } else if (!greeting.initializeAsked() || serving.isEmpty()) {
        greeting.initialize(); // a session that began as a modern one, or starts over
      }
    } else if (serving.isEmpty()) {
      boot();
    }
  }

  /// The client sent `notifications/initialized`.
  public void clientInitialized() {
    Optional<LiveRun> serving = core.runs.serving();
    if (serving.isPresent() && serving.get().run.legacy()) {
      serving.get().sendInitialized();
      core.catalogs.fetch(serving.get());
    }
  }

  /// The client's era is known: from its first modern request or, where Pitstop greets the servers
  /// itself, from its first message. A run that was not greeted yet is greeted now.
  public void eraKnown() {
    Optional<LiveRun> starting = core.runs.starting();
    if (starting.isPresent() && !starting.get().run.opening()) {
      starting.get().greeting.greet(true);
    }
    Optional<LiveRun> serving = core.runs.serving();
    if (serving.isPresent() && serving.get().greeting.ours()) {
      serving.get().greeting.greet(true); // a reload started it before the client spoke
    } else if (serving.isPresent() && serving.get().greeting.modernClient()) {
      return; // its lists follow its greeting
    } else if (serving.isPresent() && !serving.get().run.legacy() && !core.catalogs.known()) {
      core.catalogs.fetchFirst(serving.get());
    }
  }

  /// A session request (log level or resource subscription) was answered. If the run that answered
  /// has been replaced meanwhile, the new run is told the same.
  public void joined(Run by, Message.Request request) {
    Optional<LiveRun> serving = core.runs.serving();
    if (serving.isPresent() && !serving.get().run.equals(by) && serving.get().run.legacy()) {
      serving.get().tell(request.method(), request.params().text(request.bytes()));
    }
  }

  /// The session has changed: tells the serving run the log level and subscriptions that it does
  /// not know yet.
  public void catchUp() {
    core.runs.serving().ifPresent(LiveRun::catchUp);
  }

  /// Whether the era of this run is settled, so that Pitstop may send requests of its own.
  public boolean greeted(Run run) {
    return core.runs.find(run).filter(live -> live.greeting.settled()).isPresent();
  }

  /// Opens a subscription of Pitstop's own at this run, which is live. It ends silently with the
  /// run.
  ///
  /// @param filter the wanted `notifications`, a JSON object
  /// @param end takes its end, unless that is the end of the run
  /// @return the listen, which the caller cancels
  public Call listen(Run at, String filter, Call.Ender end) {
    return core.runs.find(at).orElseThrow().listen(filter, end);
  }

  // Lists.

  /// Runs `then` in a turn when the server's lists are known, or when `millis` have passed or it is
  /// clear that they will not come.
  public void whenListed(long millis, Runnable then) {
    core.catalogs.whenKnown(millis, then);
  }

  /// Whether this run's latest list of this kind has been compared with what was known before. If
  /// so, a list that the client fetches holds no news.
  public boolean compared(Run run, Kind kind) {
    return core.runs.find(run).filter(live -> live.lists.compared(kind)).isPresent();
  }

  /// The server says that one of its lists changed.
  public void listChanged(Run from) {
    core.runs.find(from).ifPresent(core.catalogs::changed);
  }

  /// Asks this run for its lists again, since a list request of the client has hung. What comes is
  /// compared with what is known, however late.
  public void relist(Run run) {
    core.runs.find(run).filter(live -> run.serving()).ifPresent(core.catalogs::refresh);
  }

  /// Collects all pages of a list, given the first. `done` gets an empty list if the run ended
  /// meanwhile or sent a page that cannot be used.
  public void restOfList(
      Run from,
      String method,
      String member,
      Message.Result first,
      Consumer<List<Message.Result>> done) {
    core.runs
        .find(from)
        .ifPresentOrElse(
            live -> {
              ListFetch rest = new ListFetch(live, method, member, parts);
              rest.result.whenComplete(
                  (list, lost) -> done.accept(lost == null ? list.pages() : List.of()));
              rest.page(first);
            },
            () -> done.accept(List.of()));
  }
}
