package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.channel.Channel;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// One server behind Pitstop: takes calls, each of which it ends exactly once whatever happens to
/// the server, reloads and stops it, and tells what there is to know. Knows no client: what a
/// session has said it asks its {@link Listener}, and it speaks to that in facts, not in sentences.
///
/// The wheel on which its parts turn; they know it only through small interfaces: {@link
/// Supervisor} decides what the server does, {@link Runs} has its incarnations, {@link RunEvents}
/// takes what they say, {@link Greeting} tells a new one what the session is, {@link Dispatcher}
/// gives calls to the serving one or holds them, {@link CatalogKeeper} knows its lists, {@link
/// ReloadJobs} who waits for a reload.
///
/// In turns of the session's monitor, all of it.
public final class Backend {
  /// The session above. Called in turns, but for what says otherwise.
  public interface Listener {
    /// What the client has said.
    Said said();

    /// The server has answered an `initialize`.
    void initializeAnswered(Run from, Message.Result answer);

    /// The server refused an `initialize`.
    ///
    /// @return whether it was the client's own first try, and has been told so
    boolean initializeRefused(Message.Failure answer);

    void serverRequest(Run from, Message.Request request);

    void serverNotification(Run from, Message.Notification notification);

    /// Sends the open listen requests to a new run.
    void resendListens(Run to);

    /// A new run serves.
    void serving(Run now);

    /// What the agent knows of, to have new catalogues compared with; empty if it has not been told
    /// anything.
    Optional<Catalog> baseline();

    /// The catalogue is newer.
    void catalogChanged(CatalogChange change);

    /// A run is over: nobody waits for the client's answers to it.
    void lost(Run gone, RunEnd how);

    /// The lifecycle's state changed.
    void stateChanged(State before, State after);

    /// A server is about to be read, which may wait until what it said has been taken. Outside a
    /// turn.
    void beforeRead() throws InterruptedException;
  }

  /// What a backend is made of.
  ///
  /// @param mayKeep how many bytes of messages may be kept for this server now
  public record Parts(
      String name,
      Channel channel,
      Settings settings,
      Monitor monitor,
      Timers timers,
      Log log,
      StderrRing ring,
      Optional<Builder> builder,
      List<ReplayLog.Rule> replay,
      LongSupplier mayKeep) {}

  private final Parts parts;
  private final Listener listener;
  private final Monitor monitor;
  private final Log log;
  private final History history = new History();
  private final Runs runs;
  private final Supervisor supervisor;
  private final Dispatcher dispatcher;
  private final CatalogKeeper catalogs;
  private final ReloadJobs jobs;
  private final ReplayLog replays;
  private final Asker asker;
  private final Present present = new Now();
  private final String aliasPrefix = "pitstop-" + ProcessHandle.current().pid() + "-";

  public Backend(Parts parts, Listener listener) {
    this.parts = parts;
    this.listener = listener;
    monitor = parts.monitor();
    log = parts.log();
    Settings settings = parts.settings();
    Engine engine = new Engine();
    runs = new Runs(monitor, parts.timers(), settings.drainMillis());
    supervisor =
        new Supervisor(
            monitor, settings.respawn(), new Handler(), this::safely, this::stateChanged);
    asker = new Asker(listener::said);
    replays = new ReplayLog(parts.replay(), monitor, parts.timers(), this::note);
    catalogs = new CatalogKeeper(present, engine, monitor, parts.timers(), settings.listMillis());
    dispatcher =
        new Dispatcher(
            parts.name(),
            present,
            engine,
            new Redelivery(present, tool -> catalogs.current().tool(tool)),
            settings.hold(),
            parts.mayKeep(),
            monitor,
            parts.timers(),
            log);
    jobs = new ReloadJobs(parts.name(), engine, history, parts.builder(), monitor, log);
  }

  public String name() {
    return parts.name();
  }

  public Settings settings() {
    return parts.settings();
  }

  /// What the server wrote besides messages.
  public StderrRing ring() {
    return parts.ring();
  }

  /// What is run, in one line for people and agents.
  public String display() {
    return parts.channel().display();
  }

  /// All there is to know at this moment.
  public Snapshot snapshot() {
    int inFlight = 0;
    for (Run r : runs.live()) {
      inFlight += r.inFlight().requests();
    }
    Optional<State.Job> next = supervisor.model().next();
    return new Snapshot(
        present.state(),
        present.wanted(),
        present.serving(),
        present.starting().filter(r -> !r.opening()),
        List.copyOf(runs.live()),
        history.counts(),
        history.lastServed(),
        history.previousServed(),
        inFlight,
        dispatcher.held(),
        next.isPresent() ? jobs.followers(next.get().id()) : 0,
        catalogs.current(),
        catalogs.known(),
        catalogs.lastDiff(),
        history.lastExit(),
        history.lastEnd(),
        history.lastServedEnd(),
        history.crashNews(),
        history.crashes(),
        history.startTrouble(),
        history.lastBuild());
  }

  /// What it does. Cheaper than a snapshot, like the next two.
  public State state() {
    return present.state();
  }

  /// The run that calls go to.
  public Optional<Run> serving() {
    return present.serving();
  }

  /// What it offers, or last offered.
  public Catalog catalog() {
    return catalogs.current();
  }

  // Calls.

  /// Takes a request for the server. It ends exactly once, through the call's ender.
  public void submit(Call call) {
    dispatcher.submit(call);
  }

  /// Takes a notification for the server.
  public void submit(Message.Notification notification) {
    dispatcher.submit(notification);
  }

  /// The asker wants this call no more. `notification` is its `notifications/cancelled`, whose
  /// request id stands at `id`.
  public void cancel(Call call, Message.Notification notification, Span id) {
    dispatcher.cancel(call, notification, id);
  }

  /// Stops waiting for a call that has not been given to anybody.
  ///
  /// @return whether it was waiting
  public boolean giveUp(Call call) {
    return dispatcher.giveUp(call);
  }

  /// Whether it matters that this call succeeded ({@link #succeeded}).
  public boolean replays(Call call) {
    return replays.wants(call);
  }

  /// A call of the client succeeded that is to be replayed (R8).
  public void succeeded(Call call) {
    replays.remember(call);
  }

  /// Gives a call to this very run, such as an open listen.
  public void give(Run to, Call call) {
    to.give(call);
  }

  /// Sends a notification or an answer to a run, if it is still there.
  public void tell(Run to, Outgoing message) {
    if (!to.over()) {
      dispatcher.tell(to, message);
    }
  }

  // Reloading and stopping.

  /// Starts the server without being asked by a request.
  public void boot() {
    supervisor.step(new Event.Demand());
  }

  /// Asks for a reload, or joins the one that waits (R1, R5).
  ///
  /// @return its number, for {@link #cancelReload}
  public int reload(State.Order order, Reload.Follower follower) {
    Optional<State.Job> next = supervisor.model().next();
    if (next.isPresent()) {
      jobs.join(next.get().id(), follower);
      return next.get().id();
    }
    State.Job job = jobs.open(order, follower);
    supervisor.step(new Event.Reload(job));
    return job.id();
  }

  /// The one who asked for a reload wants it no more: its build ends, unless somebody else waits
  /// for it too.
  public void cancelReload(int job, Reload.Follower follower) {
    if (jobs.leave(job, follower)) {
      supervisor.step(new Event.CancelBuild(job));
    }
  }

  /// Stops the server; `down` runs in a turn when none of the present runs is left, whether or not
  /// a call has started the server again by then.
  ///
  /// @param why {@link StopReason#REQUESTED} or {@link StopReason#SHUT_DOWN}
  public void stop(StopReason why, Runnable down) {
    runs.stopRetired(why);
    supervisor.step(new Event.Stop(why));
    runs.whenGone(new HashSet<>(runs.live()), down);
  }

  // The session.

  /// The client sent an `initialize`: it goes to whoever is there, at once; also to one that is
  /// about to take the place of another.
  public void initialize() {
    Optional<Run> serving = present.serving();
    Optional<Run> starting = present.starting();
    serving.ifPresent(r -> r.greeting().initialize());
    if (starting.isPresent()) {
      Greeting greeting = starting.get().greeting();
      if (starting.get().opening()) {
        return; // it is greeted with it as soon as it is there
      }
      if (!greeting.begun()) {
        greeting.greet(true);
      } else if (!greeting.initializeAsked() || serving.isEmpty()) {
        greeting.initialize(); // a session that began as a modern one, or begins once more
      }
    } else if (serving.isEmpty()) {
      boot();
    }
  }

  /// The client sent `notifications/initialized`.
  public void clientInitialized() {
    Optional<Run> serving = present.serving();
    if (serving.isPresent() && serving.get().legacy()) {
      serving.get().greeting().sendInitialized();
      catalogs.fetch(serving.get(), () -> {});
    }
  }

  /// The client said which era it speaks (its first modern request).
  public void eraKnown() {
    Optional<Run> starting = present.starting();
    if (starting.isPresent() && !starting.get().opening()) {
      starting.get().greeting().greet(true);
    }
    Optional<Run> serving = present.serving();
    if (serving.isPresent() && !serving.get().legacy() && !catalogs.known()) {
      catalogs.fetch(serving.get(), () -> {});
    }
  }

  /// A request that is part of the session, a log level or a resource subscription, was answered:
  /// if by a run that was replaced meanwhile, the one in its place is told the same.
  public void joined(Run by, Message.Request request) {
    Optional<Run> serving = present.serving();
    if (serving.isPresent() && !serving.get().equals(by) && serving.get().legacy()) {
      serving.get().greeting().tell(request.method(), request.params().text(request.bytes()));
    }
  }

  // Lists.

  /// Runs `then` in a turn when the server's lists are known, or can no more be expected within
  /// `millis`.
  public void whenListed(long millis, Runnable then) {
    catalogs.whenKnown(millis, then);
  }

  /// The server says that its lists changed.
  public void listChanged(Run from) {
    catalogs.changed(from);
  }

  /// Collects all pages of a list, the first of which is there; none if the run ended meanwhile.
  public void restOfList(
      Run from, String method, Message.Result first, Consumer<List<Message.Result>> done) {
    ListFetch.rest(
        from,
        method,
        first,
        this::note,
        outcome -> {
          switch (outcome) {
            case ListFetch.Outcome.Pages p -> done.accept(p.pages());
            case ListFetch.Outcome.Refused r -> done.accept(List.of(first));
            case ListFetch.Outcome.Lost l -> done.accept(List.of());
          }
        });
  }

  // The wheel.

  /// A line for the log and for `server_stderr`. On any thread.
  private void note(String text) {
    parts.ring().append(parts.ring().newest().orElse(0), StderrRing.Kind.NOTE, text);
    log.warn("note", "server", name(), "text", text);
  }

  /// Runs one part of what must be done as a whole: a defect of ours in it is logged, and costs
  /// this part only.
  private void safely(String what, Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | Error e) {
      log.error("defect", "server", name(), "in", what, "why", e.toString());
    }
  }

  private void stateChanged(State before, State after) {
    log.debug("state", "server", name(), "from", before.word(), "to", after.word());
    listener.stateChanged(before, after);
  }

  private void spawn(int number) {
    Run run =
        new Run(
            number,
            aliasPrefix,
            r ->
                new Greeting(
                    r,
                    asker,
                    listener::said,
                    monitor,
                    parts.timers(),
                    settings().startMillis(),
                    new Greeted()));
    runs.add(run);
    if (present.state() instanceof State.Starting s && s.job().isPresent()) {
      jobs.tries(s.job().get(), run);
    }
    run.open(parts.channel(), new RunEvents(run, parts, new FromRun()));
  }

  private void serve(Run run) {
    run.serve();
    log.info("ready", "server", name(), "spawn", run.number(), "ms", run.readyAfterMillis());
    boolean first = history.lastServed() == 0;
    history.serves(run);
    run.greeting().catchUp(); // before it is given calls that rely on it
    dispatcher.serve(run);
    catalogs.adopt(run);
    listener.serving(run);
    if (first && run.greeting().settled() && !catalogs.known()) {
      catalogs.fetch(run, () -> {});
    }
  }

  /// The run is of no use.
  private void startFailed(Run run, Trouble why) {
    run.trouble(why);
    history.startFailed(why);
    boolean contended = Contention.shownBy(run.number(), parts.ring());
    supervisor.step(new Event.StartFailed(run.number(), contended));
  }

  /// What there is, for the parts.
  private final class Now implements Present {
    @Override
    public State state() {
      return supervisor.model().state();
    }

    @Override
    public Lifecycle.Wanted wanted() {
      return supervisor.model().wanted();
    }

    @Override
    public Optional<Run> serving() {
      OptionalInt number = state().serving();
      return number.isPresent() ? runs.find(number.getAsInt()) : Optional.empty();
    }

    @Override
    public Optional<Run> starting() {
      return state() instanceof State.Starting s ? runs.find(s.gen()) : Optional.empty();
    }

    @Override
    public Collection<Run> live() {
      return runs.live();
    }
  }

  /// What the lifecycle wants done.
  private final class Handler implements Effect.Handler {
    @Override
    public void spawn(int gen) {
      Backend.this.spawn(gen);
    }

    @Override
    public void build(State.Job job) {
      jobs.build(job.id());
    }

    @Override
    public void killBuild(int job) {
      jobs.killBuild(job);
    }

    @Override
    public void serve(int gen) {
      runs.find(gen).ifPresent(Backend.this::serve);
    }

    @Override
    public void retire(int gen) {
      runs.find(gen).ifPresent(runs::retire);
    }

    @Override
    public void stopTree(int gen, StopReason why) {
      runs.find(gen).ifPresent(r -> r.stop(why));
    }

    @Override
    public void abandon(int gen) {
      runs.find(gen).ifPresent(r -> r.stop(StopReason.ABANDONED));
    }

    @Override
    public void failHeld() {
      dispatcher.failHeld();
    }

    @Override
    public void jobDone(int job, Effect.Outcome outcome) {
      jobs.end(job, outcome);
    }
  }

  /// What the parts need of the others.
  private final class Engine implements Dispatcher.Engine, CatalogKeeper.Engine, ReloadJobs.Engine {
    @Override
    public void demand() {
      supervisor.step(new Event.Demand());
    }

    @Override
    public void note(String text) {
      Backend.this.note(text);
    }

    @Override
    public void safely(String what, Runnable part) {
      Backend.this.safely(what, part);
    }

    @Override
    public void maybeIdle(Run run) {
      runs.stopIfIdle(run);
    }

    @Override
    public boolean replays(Call call) {
      return replays.wants(call);
    }

    @Override
    public void changed(CatalogChange change) {
      listener.catalogChanged(change);
    }

    @Override
    public Optional<Catalog> baseline() {
      return listener.baseline();
    }

    @Override
    public void unfit(Run run, String why) {
      startFailed(run, new Trouble.CannotList(why));
    }

    @Override
    public void step(Event event) {
      supervisor.step(event);
    }

    @Override
    public void whenGone(Run run, Runnable then) {
      runs.whenGone(new HashSet<>(List.of(run)), then);
    }
  }

  /// What comes of a greeting.
  private final class Greeted implements Greeting.Outcomes {
    @Override
    public void greeted(Run run) {
      boolean compared = history.lastServed() > 0 || catalogs.expected();
      if (compared && run.greeting().settled()) {
        replays.replay(
            asker, run, settings().startMillis(), () -> catalogs.fetch(run, () -> ready(run)));
      } else {
        ready(run);
      }
    }

    @Override
    public void ready(Run run) {
      supervisor.step(new Event.Ready(run.number()));
    }

    @Override
    public void failed(Run run, Trouble why) {
      startFailed(run, why);
    }

    @Override
    public void initializeAnswered(Run run, Message.Result answer) {
      listener.initializeAnswered(run, answer);
    }

    @Override
    public boolean initializeRefused(Message.Failure answer) {
      return listener.initializeRefused(answer);
    }

    @Override
    public boolean anotherServes(Run run) {
      return present.serving().filter(s -> !s.equals(run)).isPresent();
    }

    @Override
    public void resendListens(Run run) {
      listener.resendListens(run);
    }
  }

  /// What runs tell.
  private final class FromRun implements RunEvents.Engine {
    @Override
    public void opened(Run run) {
      history.opened();
      run.opened();
      if (!run.leaving()) {
        run.greeting().greet(present.state().reloading());
        dispatcher.opened(run);
      }
    }

    @Override
    public void request(Run from, Message.Request request) {
      listener.serverRequest(from, request);
    }

    @Override
    public void notification(Run from, Message.Notification notification) {
      listener.serverNotification(from, notification);
    }

    @Override
    public void maybeIdle(Run run) {
      runs.stopIfIdle(run);
    }

    @Override
    public void note(String text) {
      Backend.this.note(text);
    }

    @Override
    public void safely(String what, Runnable part) {
      Backend.this.safely(what, part);
    }

    @Override
    public void beforeRead() throws InterruptedException {
      listener.beforeRead();
    }

    @Override
    public void ended(Run run, RunEnd how) {
      runs.remove(run);
      run.greeting().over();
      boolean contended = Contention.shownBy(run.number(), parts.ring());
      boolean neverThere = how.trouble().filter(t -> t instanceof Trouble.NotOpened).isPresent();
      history.ended(run, how);
      if (neverThere) {
        how.trouble().ifPresent(history::startFailed);
        safely("start", () -> supervisor.step(new Event.StartFailed(run.number(), false)));
      }
      long now = parts.timers().nowMillis();
      safely("exit", () -> supervisor.step(new Event.Exited(run.number(), now, contended)));
      safely("lost", () -> listener.lost(run, how));
      safely("lists", () -> catalogs.lost(run));
      dispatcher.lost(run, how, run.orphans());
      for (Runnable w : runs.takeWaiters()) {
        safely("end", w);
      }
    }
  }
}
