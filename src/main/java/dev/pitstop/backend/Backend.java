package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// One server behind Pitstop, as the session sees it: takes its calls, each of which it ends
/// exactly once whatever happens to the server, reloads and stops it, and tells what there is to
/// know.
///
/// Its parts: {@link Dispatcher} gives calls to the serving incarnation or holds them, {@link
/// Redelivery} decides about those of a dead one, {@link Inbound} takes what incarnations say,
/// {@link Handshake} tells a new one what the session is, {@link CatalogKeeper} knows its lists,
/// and {@link Supervisor} runs the lifecycle and tells what becomes of it here.
///
/// In turns of the session's monitor, all of it.
public final class Backend {
  /// The session above. Called in turns.
  public interface Listener {
    /// The server has answered an `initialize`.
    void initializeAnswered(Incarnation from, Message.Result answer);

    /// The server refused an `initialize`.
    ///
    /// @return whether it was the client's own first try, and has been told so
    boolean initializeRefused(Message.Failure answer);

    void serverRequest(Incarnation from, Message.Request request);

    void serverNotification(Incarnation from, Message.Notification notification);

    /// Sends the open listen requests to a new incarnation.
    void resendListens(Incarnation to);

    /// A new incarnation serves.
    void serving(Incarnation now);

    /// The catalogue is newer; `diff` says in what.
    void catalogChanged(Diff diff, boolean byRestart);

    /// An incarnation is gone: nobody waits for the client's answers to it.
    void lost(Incarnation gone, Obituary how);

    /// The lifecycle's state changed.
    void stateChanged(State before, State after);

    /// The name under which one of our own tools can be called now; empty if it is not offered.
    Optional<String> exposed(String tool);
  }

  private final String name;
  private final Command command;
  private final Settings settings;
  private final StderrRing ring;
  private final Monitor monitor;
  private final Log log;
  private final SessionFacts facts;
  private final Listener listener;
  private final Supervisor supervisor;
  private final Dispatcher dispatcher;
  private final Redelivery redelivery;
  private final CatalogKeeper catalogs;
  private final ReplayLog replays;
  private final Handshake handshake;
  private final Inbound inbound;
  private final Hints hints;

  public Backend(
      String name,
      Command command,
      Settings settings,
      Monitor monitor,
      Outbox client,
      Spawner spawner,
      Timers timers,
      Log log,
      StderrRing ring,
      SessionFacts facts,
      Optional<Builder> builder,
      List<ReplayLog.Rule> replay,
      Listener listener) {
    this.name = name;
    this.command = command;
    this.settings = settings;
    this.ring = ring;
    this.monitor = monitor;
    this.log = log;
    this.facts = facts;
    this.listener = listener;
    Launcher launcher = new Launcher(name, command, spawner, monitor, log, ring);
    this.supervisor = new Supervisor(this, launcher, monitor, timers, log, builder);
    this.dispatcher = new Dispatcher(this, supervisor, facts, monitor, timers, log);
    this.redelivery = new Redelivery(this);
    this.catalogs = new CatalogKeeper(this, supervisor, monitor, timers, listener);
    this.replays = new ReplayLog(replay, monitor, timers);
    this.handshake = new Handshake(this, supervisor, monitor, catalogs, replays, facts, listener);
    this.inbound = new Inbound(this, supervisor, listener, monitor, client, log);
    this.hints = new Hints(listener::exposed);
  }

  public String name() {
    return name;
  }

  public Command command() {
    return command;
  }

  public StderrRing ring() {
    return ring;
  }

  public Settings settings() {
    return settings;
  }

  public State state() {
    return supervisor.state();
  }

  public Optional<Incarnation> serving() {
    return supervisor.serving();
  }

  /// The newest process there is: the serving one, or the one that starts.
  public Optional<Incarnation> newest() {
    return supervisor.serving().or(supervisor::starting);
  }

  /// A process that is there, by its generation.
  public Optional<Incarnation> incarnation(int gen) {
    return supervisor.incarnations().find(gen);
  }

  /// All processes there are. On any thread.
  public Collection<Incarnation> processes() {
    List<Incarnation> all = new ArrayList<>();
    monitor.turn(Monitor.By.OTHER, () -> all.addAll(supervisor.incarnations().live()));
    return all;
  }

  public Catalog catalog() {
    return catalogs.current();
  }

  /// Whether the server's lists are known: {@link #catalog} is not just empty for want of them.
  public boolean isListed() {
    return catalogs.known();
  }

  /// Runs `then` in a turn when the server's lists are known, or can no more be expected within
  /// `millis`.
  public void whenListed(long millis, Runnable then) {
    catalogs.whenKnown(millis, then);
  }

  public Optional<Diff> lastDiff() {
    return catalogs.lastDiff();
  }

  /// What changed since the agent was last told ({@link #told}); empty if it is not known what came
  /// with this incarnation.
  public Optional<Diff> untold(int gen) {
    return catalogs.untold(gen);
  }

  /// How incarnations ended by themselves since then; the last few, oldest first.
  public List<Obituary> untoldCrashes() {
    return supervisor.history().untoldCrashes();
  }

  /// Whether the agent knows that this incarnation, or a later one, was started.
  public boolean isTold(int gen) {
    return supervisor.history().isTold(gen);
  }

  /// The agent has been told that this incarnation was started, and what changed.
  public void told(int gen) {
    catalogs.told(gen);
    supervisor.history().told(gen);
  }

  /// The agent has been told how those ended that ended by themselves, but of no start since.
  public void toldCrashes() {
    supervisor.history().toldCrashes();
  }

  /// What somebody who needs the server can do now: a sentence or two.
  public String advice() {
    return Texts.next(this);
  }

  /// How to name our own tools to an agent.
  public Hints hints() {
    return hints;
  }

  /// How the last process ended that did, a replaced one too.
  public Optional<Obituary> lastExit() {
    return supervisor.history().lastExit();
  }

  /// The last end of an incarnation that had not been replaced.
  public Optional<Obituary> lastEnd() {
    return supervisor.history().lastEnd();
  }

  /// Whether the incarnation that serves, or served last, is the first to do so.
  public boolean servesFirst() {
    return supervisor.history().servesFirst();
  }

  /// How the incarnation ended that was there before the present one, if it has ended.
  public Optional<Obituary> previousEnd() {
    return supervisor.history().previousEnd();
  }

  public Optional<Builder.Result> lastBuild() {
    return supervisor.history().lastBuild();
  }

  /// Why the last start failed, if it did: a clause whose subject is the server.
  public Optional<String> downReason() {
    return supervisor.history().startTrouble();
  }

  /// Whether an incarnation of this backend has served in this session.
  public boolean hasServed() {
    return supervisor.history().hasServed();
  }

  public int spawns() {
    return supervisor.spawns();
  }

  public int kills() {
    return supervisor.history().kills();
  }

  public int crashes() {
    return supervisor.history().crashes();
  }

  public int held() {
    return dispatcher.held();
  }

  /// Calls that the server's incarnations have and have not answered, listens not counted.
  public int inFlight() {
    return supervisor.incarnations().inFlight();
  }

  /// How many wait for the reload that follows the present one (R5).
  public int reloadsWaiting() {
    return supervisor.reloadsWaiting();
  }

  /// Starts the server without being asked by a request.
  public void boot() {
    supervisor.demand();
  }

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

  /// Whether a call, should it succeed, may be one to be replayed (R8).
  public boolean replays(Call call) {
    return replays.wants(call);
  }

  /// A call of the client succeeded: it may be one to be replayed (R8).
  public void succeeded(Call call) {
    replays.remember(call);
  }

  /// Asks for a reload (R1, R5).
  ///
  /// @return its number, for {@link #cancelReload}
  public int reload(State.Order order, Reload.Follower follower) {
    return supervisor.reload(order, follower);
  }

  /// The one who asked for a reload wants it no more: its build ends, unless somebody else waits
  /// for it too.
  public void cancelReload(int job, Reload.Follower follower) {
    supervisor.cancel(job, follower);
  }

  /// Stops the server; `down` runs in a turn when no process of it is left.
  public void stop(State.Cause cause, String why, Runnable down) {
    supervisor.stop(cause, why, down);
  }

  /// The client said which era it speaks (its first modern request).
  public void eraKnown() {
    handshake.eraKnown();
  }

  /// The client sent an `initialize`: it goes to whoever is there, at once.
  public void initialize() {
    handshake.clientInitializes();
  }

  /// The client sent `notifications/initialized`.
  public void clientInitialized() {
    handshake.clientInitialized();
  }

  /// A request that became part of the session, a log level or a resource subscription, was
  /// answered.
  public void joined(Incarnation by, Message.Request request) {
    handshake.joined(by, request);
  }

  /// The client was given a list out of these in the server's place.
  public void listed(Catalog known) {
    catalogs.listed(known);
  }

  /// The server says that its lists changed.
  public void listChanged(Incarnation from) {
    catalogs.changed(from);
  }

  /// Collects all pages of a list, the first of which is there.
  public void restOfList(
      Incarnation from, String method, Message.Result first, Consumer<List<Message.Result>> done) {
    ListFetch.rest(
        this,
        from,
        method,
        first,
        outcome -> {
          switch (outcome) {
            case ListFetch.Outcome.Pages p -> done.accept(p.pages());
            case ListFetch.Outcome.Refused r -> done.accept(List.of(first));
            case ListFetch.Outcome.Lost l -> done.accept(List.of());
          }
        });
  }

  /// Sends a notification or an answer to an incarnation, if it is still there.
  public void tell(Incarnation to, byte[] message) {
    if (supervisor.incarnations().isLive(to)) {
      dispatcher.tell(to, message);
    }
  }

  /// Whether nobody needs the bytes of a call again that has begun to leave.
  boolean expendable(Call call) {
    return redelivery.expendable(call) && !replays.wants(call);
  }

  /// Gives an open listen to an incarnation.
  public void listen(Incarnation to, Call listen) {
    to.give(monitor, listen);
  }

  /// A request of our own, with the `_meta` that a modern session needs. `members` are further
  /// members of its parameters, without braces.
  void ask(Incarnation to, String method, String members, Call.Ender ender) {
    String meta =
        to.legacy || facts.modernMeta().isEmpty() ? "" : "\"_meta\":" + facts.modernMeta().get();
    String comma = meta.isEmpty() || members.isEmpty() ? "" : ",";
    askVerbatim(to, method, "{" + members + comma + meta + "}", ender);
  }

  /// A request of our own with these parameters.
  ///
  /// @return the call, to be given up
  Call askVerbatim(Incarnation to, String method, String params, Call.Ender ender) {
    RequestId id = to.calls().fresh();
    if (Codec.parse(Messages.request(id, method, params)) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.BOUND, r, RequestFacts.of(r), "", ender);
      to.give(monitor, call);
      return call;
    }
    throw new IllegalStateException("not a request: " + method);
  }

  /// A line for the log and for `server_stderr`. On any thread.
  void note(String text) {
    ring.append(supervisor.spawns(), StderrRing.Kind.NOTE, text);
    log.warn("note", "server", name, "text", text);
  }

  /// A process is there, nothing has been said to it. It may be on its way out already.
  void spawned(Incarnation inc) {
    inc.startReading(inbound, settings.maxMessageBytes(), name + " " + inc.gen());
    if (!inc.leaving()) {
      handshake.greet(inc);
      dispatcher.spawned(inc);
    }
  }

  /// Calls go to `inc` from now on; `first` says that none has served before.
  void serve(Incarnation inc, boolean first) {
    handshake.catchUp(inc); // before it is given calls that rely on it
    dispatcher.serve(inc);
    catalogs.adopt(inc);
    listener.serving(inc);
    if (first && handshake.settled(inc) && !catalogs.known()) {
      catalogs.fetch(inc, () -> {});
    }
  }

  /// An incarnation is gone, with these calls.
  void lost(Incarnation inc, Obituary how, List<Call> orphans) {
    safely("lost", () -> listener.lost(inc, how));
    catalogs.lost(inc);
    List<Call> again = new ArrayList<>();
    for (Call c : orphans) {
      safely("lost call", () -> again.addAll(redelivery.sort(List.of(c), how)));
    }
    dispatcher.again(again);
  }

  /// Runs one part of what must be done as a whole: a defect of ours in it is logged, and costs
  /// this part only.
  void safely(String what, Runnable part) {
    try {
      part.run();
    } catch (RuntimeException e) {
      log.error("defect", "server", name, "in", what, "why", e.toString());
    }
  }

  /// Whoever waits for a server waits in vain.
  void failHeld() {
    dispatcher.failHeld();
  }

  void stateChanged(State before, State after) {
    listener.stateChanged(before, after);
  }
}
