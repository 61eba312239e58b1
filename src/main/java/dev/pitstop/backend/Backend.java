package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// One server behind Pitstop: takes calls, holds them while there is nobody to answer, gives them
/// to the serving incarnation, and ends each exactly once whatever happens to it.
///
/// Everything but the reader's callbacks runs in turns of the session's monitor.
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

    /// A new incarnation serves; `previous` is how the one before ended, if there was one.
    void serving(Incarnation now);

    /// The catalogue is newer; `diff` says in what.
    void catalogChanged(Diff diff, boolean byRestart);

    /// An incarnation is gone: nobody waits for the client's answers to it.
    void lost(Incarnation gone, Obituary how);

    /// The lifecycle's state changed.
    void stateChanged(State before, State after);
  }

  private final String name;
  private final Settings settings;
  private final Monitor monitor;
  private final Log log;
  private final StderrRing ring;
  private final SessionFacts facts;
  private final Listener listener;
  private final Supervisor supervisor;
  private final Handshake handshake;
  private final CatalogKeeper catalogs;
  private final HoldQueue hold;
  private final ReplayLog replays;
  private final Command command;
  private final Outbox client;
  private final Timers timers;
  private boolean hasServed;
  private int lastServed;
  private int previousServed;

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
    this.monitor = monitor;
    this.client = client;
    this.timers = timers;
    this.log = log;
    this.ring = ring;
    this.facts = facts;
    this.listener = listener;
    this.hold = new HoldQueue(settings.hold(), timers, this::late);
    this.supervisor =
        new Supervisor(
            name, command, settings, monitor, spawner, timers, log, ring, builder, new Host());
    this.handshake = new Handshake(this, facts, listener);
    this.catalogs = new CatalogKeeper(this, monitor, timers, settings.listMillis(), listener);
    this.replays = new ReplayLog(replay);
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
    return supervisor.live().stream().filter(i -> i.gen() == gen).findFirst();
  }

  public Catalog catalog() {
    return catalogs.current();
  }

  public Optional<Diff> lastDiff() {
    return catalogs.lastDiff();
  }

  public Optional<Obituary> lastEnd() {
    return supervisor.lastEnd();
  }

  /// How the incarnation ended that served before the present one, if it has ended.
  public Optional<Obituary> previousEnd() {
    return supervisor.lastServedEnd().filter(e -> e.gen() == previousServed);
  }

  public Optional<Builder.Result> lastBuild() {
    return supervisor.lastBuild();
  }

  public int spawns() {
    return supervisor.spawns();
  }

  public int kills() {
    return supervisor.kills();
  }

  public int crashes() {
    return supervisor.crashes();
  }

  public int held() {
    return hold.size();
  }

  /// Calls that the server's incarnations have and have not answered, listens not counted.
  public int inFlight() {
    int n = 0;
    for (Incarnation i : supervisor.live()) {
      for (Call c : i.calls().all()) {
        n += c.kind() == Call.Kind.REQUEST && !c.cancelled() ? 1 : 0;
      }
    }
    return n;
  }

  /// How many wait for the reload that follows the present one (R5).
  public int reloadsWaiting() {
    return supervisor.reloadsWaiting();
  }

  /// Whether an incarnation of this backend has served in this session.
  public boolean hasServed() {
    return hasServed;
  }

  /// All processes there are.
  public java.util.Collection<Incarnation> processes() {
    List<Incarnation> all = new ArrayList<>();
    monitor.turn(Monitor.By.OTHER, () -> all.addAll(supervisor.live()));
    return all;
  }

  /// What changed when this incarnation began to serve, if it was asked in time.
  public Optional<Diff> change(int gen) {
    return catalogs.change(gen);
  }

  /// Starts the server without being asked by a request.
  public void boot() {
    supervisor.step(new Event.Demand());
  }

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

  /// Takes a request for the server. It ends exactly once, through the call's ender.
  public void submit(Call call) {
    monitor.check();
    Optional<Incarnation> serving = supervisor.serving();
    if (serving.isPresent()) {
      if (serving.get().outbox().pendingBytes() > hold.limits().bytes()) {
        call.end(new Call.Ending.Failed(Texts.notReading(this, call)));
      } else {
        serving.get().give(monitor, call);
      }
      return;
    }
    Optional<Incarnation> starting = supervisor.starting();
    if (starting.isPresent() && early(starting.get(), call)) {
      giveEarly(starting.get(), call);
      return;
    }
    hold(call);
  }

  private void hold(Call call) {
    Optional<String> refusal = hold.add(call);
    if (refusal.isPresent()) {
      call.end(new Call.Ending.Failed(Texts.overload(this, call, refusal.get())));
      return;
    }
    supervisor.step(new Event.Demand());
  }

  /// Whether a call may be given before the handshake: the probe that precedes every handshake, or
  /// anything at all as long as nobody has said which era this is.
  private boolean early(Incarnation inc, Call call) {
    boolean probe = call.request().method().equals(Methods.DISCOVER);
    return inc.greeting == Incarnation.Greeting.NONE
        && (probe || (facts.initializeParams().isEmpty() && !facts.modern()));
  }

  private void giveEarly(Incarnation inc, Call call) {
    if (Methods.reads(call.request().method())) {
      supervisor.expectAnswer(inc);
    }
    inc.give(monitor, call);
  }

  /// Whether requests of our own are in place: before the client has shown its era by more than a
  /// probe, they would decide it for a server that speaks both.
  private boolean speaksYet(Incarnation inc) {
    return inc.legacy ? inc.initializedSent : facts.modern();
  }

  /// The client said which era it speaks (its first modern request).
  public void eraKnown() {
    supervisor.starting().ifPresent(handshake::greet);
    supervisor
        .serving()
        .filter(inc -> !inc.legacy && !catalogs.known())
        .ifPresent(inc -> refresh(inc, () -> {}));
  }

  /// The client sent an `initialize`: it goes to whoever is there, at once.
  public void initialize() {
    Optional<Incarnation> serving = supervisor.serving();
    if (serving.isPresent()) {
      handshake.initialize(serving.get());
    } else if (supervisor.starting().isPresent()) {
      Incarnation inc = supervisor.starting().get();
      if (inc.greeting == Incarnation.Greeting.NONE) {
        handshake.greet(inc);
      } else {
        handshake.initialize(inc); // a session that began as a modern one
      }
    } else {
      supervisor.step(new Event.Demand());
    }
  }

  /// The client sent `notifications/initialized`.
  public void clientInitialized() {
    supervisor
        .serving()
        .filter(inc -> inc.legacy)
        .ifPresent(inc -> {
          handshake.sendInitialized(inc);
          refresh(inc, () -> {});
        });
  }

  /// The asker wants this call no more. `notification` is its `notifications/cancelled`, whose
  /// request id stands at `id`.
  public void cancel(Call call, Message.Notification notification, Span id) {
    monitor.check();
    call.cancel();
    if (hold.remove(call) || call.at().isEmpty()) {
      return;
    }
    Incarnation inc = call.at().get();
    byte[] bytes =
        call.sentAs().equals(call.request().id())
            ? notification.bytes()
            : new Splice(notification.bytes()).replace(id, call.sentAs().bytes()).apply();
    tell(inc, bytes);
    supervisor.retireIfIdle(inc);
  }

  /// Stops waiting for a call that has not been given to anybody.
  ///
  /// @return whether it was waiting
  public boolean giveUp(Call call) {
    return hold.remove(call);
  }

  /// Sends a notification or an answer to an incarnation.
  public void tell(Incarnation to, byte[] message) {
    if (supervisor.live().contains(to)) {
      monitor.toServer(to.outbox(), message);
    }
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
  void askVerbatim(Incarnation to, String method, String params, Call.Ender ender) {
    RequestId id = to.calls().fresh();
    if (Codec.parse(Messages.request(id, method, params)) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.BOUND, r, RequestFacts.of(r), "", ender);
      to.give(monitor, call);
    } else {
      throw new IllegalStateException("not a request: " + method);
    }
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

  void expectAnswer(Incarnation inc) {
    supervisor.expectAnswer(inc);
  }

  void startFailed(Incarnation inc, String why) {
    supervisor.startFailed(inc, why);
  }

  void ready(Incarnation inc) {
    supervisor.ready(inc);
  }

  /// Fetches the lists of an incarnation, then runs `then` in a turn.
  void refresh(Incarnation inc, Runnable then) {
    catalogs.fetch(inc, then);
  }

  /// The server says that its lists changed.
  public void listChanged(Incarnation from) {
    if (from.serving()) {
      catalogs.fetch(from, () -> {});
    }
  }

  void replayCalls(Incarnation inc, Runnable then) {
    replays.replay(this, inc, timers, settings.listMillis(), then);
  }

  /// A call of the client succeeded: it may be one to be replayed (R8).
  public void succeeded(Call call) {
    replays.remember(call);
  }

  /// A line for the log and for `server_stderr`.
  void note(String text) {
    int gen = supervisor.spawns();
    ring.append(gen, StderrRing.Kind.NOTE, text);
    log.warn("note", "server", name, "text", text);
  }

  private void late(Call call) {
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          if (hold.remove(call)) {
            call.end(new Call.Ending.Failed(Texts.late(this, call)));
          }
        });
  }

  /// Why the last start failed, if it did: a clause whose subject is the server.
  public Optional<String> downReason() {
    return supervisor.startTrouble();
  }

  /// What the supervisor and the readers tell.
  private final class Host implements Supervisor.Host {
    @Override
    public void spawned(Incarnation inc) {
      handshake.greet(inc);
      for (Iterator<Call> i = hold.iterator(); i.hasNext(); ) {
        Call call = i.next();
        if (early(inc, call) && hold.remove(call)) {
          giveEarly(inc, call);
        }
      }
    }

    @Override
    public void serve(Incarnation inc) {
      boolean first = !hasServed;
      previousServed = lastServed;
      lastServed = inc.gen();
      hasServed = true;
      for (Call call : hold.drain()) {
        inc.give(monitor, call);
      }
      catalogs.adopt(inc);
      listener.serving(inc);
      if (first && speaksYet(inc)) {
        refresh(inc, () -> {});
      }
    }

    @Override
    public void lost(Incarnation inc, Obituary how, List<Call> orphans) {
      listener.lost(inc, how);
      catalogs.lost(inc);
      List<Call> again = new ArrayList<>();
      for (Call c : orphans) {
        boolean known = c.kind() == Call.Kind.LISTEN && c.deliveries() > 0; // is sent to each
        if (c.cancelled() || known) {
          c.again();
        } else if (c.kind() == Call.Kind.BOUND) {
          c.end(new Call.Ending.Failed(Texts.lost(Backend.this, c, how)));
        } else if (!stoppedOnPurpose() && repeatable(c)) {
          c.again();
          again.add(c);
        } else {
          c.end(new Call.Ending.Failed(Texts.lost(Backend.this, c, how)));
        }
      }
      if (!again.isEmpty()) {
        supervisor
            .serving()
            .ifPresentOrElse(
                now -> again.forEach(c -> now.give(monitor, c)), () -> hold.addFirst(again));
      }
      if (hold.size() > 0) {
        supervisor.step(new Event.Demand());
      }
    }

    /// Then nothing is repeated: it would start the server again, which somebody wants down (A6).
    private boolean stoppedOnPurpose() {
      return supervisor.state() instanceof State.Stopped s && s.cause() == State.Cause.BY_REQUEST;
    }

    /// C2.
    private boolean repeatable(Call c) {
      if (c.deliveries() == 0) {
        return true;
      }
      boolean harmless =
          c.request().method().equals(Methods.TOOLS_CALL)
              ? catalogs
                  .current()
                  .tool(c.tool())
                  .filter(t -> t.readOnlyHint() || t.idempotentHint())
                  .isPresent()
              : Methods.reads(c.request().method());
      return harmless && c.deliveries() < 2;
    }

    @Override
    public void failHeld() {
      for (Call c : hold.drain()) {
        c.end(new Call.Ending.Failed(Texts.down(Backend.this, c, downReason())));
      }
    }

    @Override
    public void stepped(State before, State after) {
      log.debug("state", "server", name, "from", before.word(), "to", after.word());
      listener.stateChanged(before, after);
    }

    @Override
    public Optional<Diff> change(int gen) {
      return catalogs.change(gen);
    }

    @Override
    public void received(Incarnation from, Message message) {
      monitor.turnInBurst(Monitor.By.SERVER_READER, () -> takeSafely(from, message));
    }

    private void takeSafely(Incarnation from, Message message) {
      try {
        take(from, message);
      } catch (RuntimeException e) {
        // a defect of ours must cost one message, not the reader, and with it the server
        log.error("message-lost", "server", name, "spawn", from.gen(), "why", e.toString());
      }
    }

    private void take(Incarnation from, Message message) {
      if (message instanceof Message.Result r) {
        answered(from, r.id(), r);
      } else if (message instanceof Message.Failure f) {
        f.id()
            .ifPresentOrElse(
                id -> answered(from, id, f),
                () -> note("dropped an error without an id: nobody knows what it answers"));
      } else if (message instanceof Message.Request r) {
        listener.serverRequest(from, r);
      } else if (message instanceof Message.Notification n) {
        listener.serverNotification(from, n);
      } else {
        throw new IllegalStateException("readers hand over single messages only");
      }
    }

    private void answered(Incarnation from, RequestId id, Message message) {
      Optional<Call> found = from.answered(id);
      if (found.isEmpty()) {
        log.warn("unsolicited", "server", name, "spawn", from.gen(), "id", id.lexeme());
        return;
      }
      Call call = found.get();
      if (!call.cancelled()) {
        call.end(new Call.Ending.Answered(from, message));
      }
      firstAnswer(from, call, message);
      if (from.retired()) {
        supervisor.retireIfIdle(from);
      }
    }

    /// An early call was answered: the server lives.
    private void firstAnswer(Incarnation from, Call call, Message message) {
      if (from.greeting != Incarnation.Greeting.NONE) {
        return;
      }
      from.greeting = Incarnation.Greeting.DONE;
      if (call.request().method().equals(Methods.DISCOVER) && message instanceof Message.Result r) {
        from.capabilities = Handshake.capabilities(r);
      }
      supervisor.ready(from);
    }

    @Override
    public void tooLong(Incarnation from, Line.TooLong line) {
      Optional<RequestId> id = Codec.idInHead(line.head());
      monitor.turn(
          Monitor.By.SERVER_READER,
          () -> {
            note("withheld a message of " + Words.bytes(line.length()) + ": over the limit");
            id.flatMap(from::answered)
                .filter(c -> !c.cancelled())
                .ifPresent(
                    c -> c.end(new Call.Ending.Failed(Texts.tooLong(Backend.this, line.length()))));
          });
    }

    @Override
    public void stray(Incarnation from, String line) {
      ring.append(from.gen(), StderrRing.Kind.STRAY_STDOUT, line);
      log.copy("[" + name + " stdout] ", line);
    }

    @Override
    public void outputEnded(Incarnation from) {
      monitor.turn(Monitor.By.SERVER_READER, () -> supervisor.outputEnded(from));
    }

    @Override
    public void beforeRead() throws InterruptedException {
      monitor.flush(Monitor.By.SERVER_READER);
      client.awaitRoom(CLIENT_BACKLOG);
    }
  }

  private static final long CLIENT_BACKLOG = 8L * 1024 * 1024;
}
