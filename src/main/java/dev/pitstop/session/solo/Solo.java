package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.BackendListener;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Target;
import dev.pitstop.hub.Backends;
import dev.pitstop.hub.Description;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.EraBridge;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.Face;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.front.Tracker;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.told.Answers;
import dev.pitstop.session.told.Departed;
import dev.pitstop.session.told.MistypedTool;
import dev.pitstop.session.told.Notices;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.told.Stale;
import dev.pitstop.session.tools.ByHand;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.session.watching.CommandCheck;
import dev.pitstop.session.watching.FirstBuild;
import dev.pitstop.session.watching.Proposal;
import dev.pitstop.session.words.Naming;
import dev.pitstop.session.words.Refusals;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One server, transparent: its own handshake, names, lists and subscriptions. Called in turns of
/// the monitor.
public final class Solo implements Face {
  /// How much may be queued for the client before Pitstop stops reading the server.
  private static final long CLIENT_BACKLOG = 8L * 1024 * 1024;

  private final Wiring wiring;
  private final Management management;
  private final ClientPort client;
  private final Tracker tracker;
  private final SessionFacts facts;
  private final Settings settings;
  private final Target target;
  private final Backend backend;
  private final SessionServer server;
  private final OwnTools.Parts tools;
  private final HandshakeAnswers handshake;
  private final Lists lists;
  private final GivenLists given;
  private final Subscriptions subscriptions;
  private final ServerNotifications notifications;
  private final SoloBridge bridge;
  private final Discovery discovery;
  private final Answers answers;
  private final ListChanges changes;
  private final SoloOptions set;
  private final boolean builds;
  private final Optional<Path> memory;
  private Optional<Path> unbuilt = Optional.empty(); // set before the start
  private boolean proposes; // until the server serves
  private Map<String, List<String>> options = Map.of();

  /// @param memory the directory of remembered descriptions (F6), if there is one
  public Solo(
      Wiring wiring,
      Backends backends,
      Management management,
      SoloParts parts,
      Optional<Path> memory) {
    this.wiring = wiring;
    this.memory = memory;
    facts = wiring.facts();
    settings = parts.settings();
    target = parts.target();
    this.management = management;
    client = wiring.client();
    tracker = wiring.tracker();
    builds = parts.builder().isPresent();
    StderrRing ring = new StderrRing(target.kind().word());
    backend =
        backends.make(
            parts.name(),
            backends.recipe(
                parts.name(), parts.target(), settings, parts.builder(), parts.replay(), ring),
            ring,
            new FromBackend());
    Notices notices =
        new Notices(
            parts.notices(), parts.name(), text -> client.told(parts.name(), text), wiring.log());
    server = new SessionServer(backend, new Naming(management.names()), notices, wiring.monitor());
    set = new SoloOptions(server, wiring, target, parts.origin(), new Describe());
    tools = new OwnTools.Parts(server, set, parts.target(), wiring, management, parts.logFile());
    management.offer(OwnTools.make(tools, parts.tools()));
    Description description = new Description(memory, parts.target());
    handshake =
        new HandshakeAnswers(
            server,
            facts,
            wiring.outside(),
            wiring.timers(),
            wiring.log(),
            description,
            parts.version(),
            parts.handshake());
    subscriptions = new Subscriptions(server, client, facts);
    bridge = new SoloBridge(wiring, backend, subscriptions);
    discovery = new Discovery(wiring, backend, handshake, parts.modernClient(), new There());
    changes =
        new ListChanges(facts, handshake, subscriptions, client, wiring.uptake(), wiring.log());
    given = new GivenLists(backend, changes);
    lists =
        new Lists(
            server,
            wiring.timers(),
            parts.handshake(),
            management,
            () -> description.find().map(Description.Known::catalog),
            changes,
            given,
            wiring.uptake(),
            wiring.outside(),
            bridge);
    notifications =
        new ServerNotifications(client, backend, subscriptions, wiring.serverRequests(), bridge);
    answers = new Answers(server, facts);
  }

  /// Reloads the server when files change that match one of `globs` (R6). Without globs, a
  /// command-line program is reloaded when its own file changes (T4). Call it before the start, so
  /// that a wrong glob ends Pitstop.
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob is invalid
  public void watch(List<String> globs) {
    if (builds) { // otherwise no class is loaded for builds
      unbuilt = FirstBuild.missing(target, wiring.executables(), true);
    }
    set.watch(globs, builds);
  }

  /// When the server serves, proposes options that Pitstop was not given, once per project.
  public void propose() {
    proposes = memory.isPresent();
  }

  /// The descriptions of Pitstop's tools changed. Like the next class, this is one because a lambda
  /// would slow the start.
  private final class Describe implements Runnable {
    @Override
    public void run() {
      changes.tell(EnumSet.of(Kind.TOOLS));
    }
  }

  private final class Later implements Runnable {
    @Override
    public void run() {
      if (wiring.monitor().inTurn(set::areSet)) {
        return;
      }
      Proposal proposal =
          new Proposal(
              memory.orElseThrow(),
              target.command(),
              wiring.executables(),
              server.notices(),
              management.names(),
              wiring.monitor(),
              wiring.log());
      Thread.ofPlatform().daemon().name("proposal").start(proposal);
    }
  }

  /// The options that Pitstop was started with, by name, for command lines that propose others.
  /// Call it before the start.
  public void given(Map<String, List<String>> options) {
    this.options = options;
  }

  public SessionServer server() {
    return server;
  }

  /// What a person can do.
  public ByHand byHand() {
    return new ByHand(wish -> OwnTools.byHand(wish, tools), () -> List.of(server));
  }

  @Override
  public void start() {
    if (unbuilt.isPresent()) {
      new FirstBuild(server, wiring.log(), () -> {}).begin(unbuilt.get());
    } else {
      backend.boot();
    }
    CommandCheck.look(target, server, wiring.outside(), wiring.log(), CommandCheck.line(options));
  }

  @Override
  public void eraKnown() {
    backend.eraKnown();
  }

  @Override
  public void initialize(Message.Request r, Reply reply) {
    handshake.initialize(r, reply);
  }

  @Override
  public void clientInitialized() {
    backend.clientInitialized();
  }

  @Override
  public Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    return bridge.concerns(f) ? ModernRules.refusal(r, f) : Optional.empty();
  }

  @Override
  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    if (!discovery.answers(r, f, reply)) {
      discoverThere(r, f, reply);
    }
  }

  private final class There implements Discovery.Onward {
    @Override
    public void send(Message.Request r, RequestFacts f, Reply reply) {
      discoverThere(r, f, reply);
    }
  }

  private void discoverThere(Message.Request r, RequestFacts f, Reply reply) {
    Call call =
        new Call(
            Call.Kind.REQUEST,
            r,
            f,
            "",
            new Discovering(reply),
            (c, ending) -> {
              Reply over = tracker.over(c, reply);
              if (ending instanceof Call.Ending.Answered a) {
                discovery.answered(c, a);
                over.send(handshake.discovered(c, a.message()));
              } else if (ending instanceof Call.Ending.Failed failed) {
                byte[] error = answers.failure(c, failed.why());
                handshake.undiscovered(c, failed.why(), error, over, asking(c));
              }
            });
    tracker.open(backend, call, reply);
    handshake.discovering(call, tracker.over(call, reply), asking(call));
  }

  private HandshakeAnswers.Asking asking(Call call) {
    return new HandshakeAnswers.Asking() {
      @Override
      public void ask() {
        backend.submit(call);
      }

      @Override
      public void refused() {
        discovery.refused(call);
      }
    };
  }

  /// The client has shown its era while its `server/discover` waited, and the server is legacy.
  private final class Discovering implements Call.Unedited {
    private final Reply reply;

    Discovering(Reply reply) {
      this.reply = reply;
    }

    @Override
    public boolean diverts(Call call, Run to) {
      boolean here =
          bridge.touches(call, to) && discovery.answers(call.request(), call.facts(), reply);
      if (here) {
        call.leaves();
        tracker.over(call);
      }
      return here;
    }
  }

  /// A modern server must answer that there is none. If none serves, or the one that serves ends
  /// over it, Pitstop says so instead: it starts no server for that, and waits for none.
  @Override
  public void modernPing(Message.Request r, RequestFacts f, Reply reply) {
    byte[] none =
        Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(Methods.PING));
    if (backend.serving().isEmpty() || bridge.concerns(f)) {
      reply.send(none);
      return;
    }
    Call call =
        new Call(
            Call.Kind.BOUND,
            r,
            f,
            "",
            new Pinging(none),
            (c, ending) -> {
              Reply over = tracker.over(c, reply);
              if (ending instanceof Call.Ending.Answered) {
                over.send(answers.to(c, ending, over));
              } else if (ending instanceof Call.Ending.Failed) {
                over.send(none);
              }
            });
    tracker.open(backend, call, reply);
    backend.submit(call);
  }

  /// The run has shown only after the `ping` that it is legacy.
  private final class Pinging implements Call.Unedited {
    private final byte[] none;

    Pinging(byte[] none) {
      this.none = none;
    }

    @Override
    public boolean diverts(Call call, Run to) {
      boolean here = bridge.touches(call, to);
      if (here) {
        Bridge.answer(call, to, none);
      }
      return here;
    }
  }

  @Override
  public void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    lists.request(kind, r, f, reply, tracker);
  }

  @Override
  public void listen(Message.Request r, RequestFacts f, Reply reply) {
    Optional<byte[]> malformed = bridge.malformed(r, f);
    if (malformed.isPresent()) {
      reply.send(malformed.get());
    } else {
      subscriptions.open(r, f, reply);
    }
  }

  @Override
  public Reply telling(Reply to) {
    return to;
  }

  @Override
  public Reply mistyped(String tool, Message.Request r, Reply to) {
    Catalog present = backend.catalog();
    return MistypedTool.of(server, tool, tool, () -> Departed.names(present))
        .map(m -> m.adding(wiring, r, to))
        .orElse(to);
  }

  @Override
  public void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    if (bridge.mayTake(r, f) && across(r, f, tool, reply)) {
      return;
    }
    Answering way = new Answering(reply);
    Call call = new Call(Call.Kind.REQUEST, r, f, tool, way, way);
    tracker.open(backend, call, reply);
    backend.submit(call);
  }

  private boolean across(Message.Request r, RequestFacts f, String tool, Reply reply) {
    return bridge.takes(r, f, tool, reply, Answering::new);
  }

  /// The way of a request to the server, and of its answer.
  private final class Answering implements Stale.CallReporter, Call.RequestEdits {
    private Reply reply;
    private boolean across; // it is known to be for a run of the other era

    Answering(Reply reply) {
      this.reply = reply;
    }

    @Override
    public boolean touches(Call call, Run to) {
      return bridge.touches(call, to);
    }

    @Override
    public void into(Splice splice, Call call, Run to) {
      bridge.into(splice, call, to);
    }

    @Override
    public boolean diverts(Call call, Run to) {
      if (across || !bridge.touches(call, to)) {
        return false;
      }
      if (bridge.diverts(call, to)) {
        return true;
      }
      across = true;
      reply = bridge.noticing(call, reply);
      return bridge.diverts(call, reply, this);
    }

    @Override
    public void ended(Call call, Call.Ending ending) {
      if (bridge.goesOn(call, ending, reply, this)) {
        return;
      }
      if (ending instanceof Call.Ending.Answered) {
        tell(call, ending);
      } else {
        server.stale().look(call, ending, wiring.outside(), wiring.monitor(), this);
      }
    }

    @Override
    public void tell(Call call, Call.Ending ending) {
      tracker.over(call);
      reply.ended(backend.name(), call, ending);
      reply.send(answer(call, ending));
    }

    private Outgoing answer(Call call, Call.Ending ending) {
      if (!(ending instanceof Call.Ending.Answered a) || !bridge.touches(call, a.by())) {
        return answers.to(call, ending, reply);
      }
      Optional<String> told = EraBridge.told(call, a.message());
      return told.isPresent()
          ? Outgoing.of(Answers.failure(call, told.get()))
          : answers.to(call, ending, reply, new BridgedAnswer());
    }
  }

  /// Adapts the answer of a server of the other era.
  private static final class BridgedAnswer implements Answers.AnswerEdits {
    @Override
    public void into(Splice splice, Call call, Run by, Message.Response answer) {
      EraBridge.answer(splice, call, answer);
    }
  }

  @Override
  public void notification(Message.Notification n) {
    backend.submit(n);
  }

  @Override
  public void cancelListen(RequestId id, Message.Notification n, Span span) {
    subscriptions.cancel(id, n, span);
  }

  @Override
  public void whenWritten(Runnable done) {
    wiring.outside().whenDone(done);
  }

  @Override
  public void close() {
    set.close();
  }

  /// Takes what the backend reports, in turns.
  private final class FromBackend implements BackendListener {
    @Override
    public Said said() {
      return facts.said();
    }

    @Override
    public void initializeAnswered(Run from, Message.Result answer) {
      facts.accepted();
      handshake.serverAnswered(answer);
    }

    @Override
    public void discoverAnswered(Run from, Message.Result answer) {
      if (facts.sentInitialize()) {
        facts.accepted();
      }
      handshake.serverDiscovered(answer);
    }

    @Override
    public boolean initializeRefused(Message.Failure answer) {
      boolean told = handshake.serverRefused(answer);
      if (told) {
        facts.refused(); // the client's own first try: it may continue as a modern one
      }
      return told;
    }

    @Override
    public void serverRequest(Run from, Message.Request request, Optional<Call> during) {
      if (!bridge.asks(from, request, during)) {
        wiring.serverRequests().ask(backend, from, request);
      }
    }

    @Override
    public void serverNotification(Run from, Message.Notification n) {
      notifications.take(from, n);
    }

    /// Only the build can change, and the next reload asks for that.
    @Override
    public void recipeChanged(Recipe now) {}

    @Override
    public void strayWords(Run from) {
      server.strayWords(from);
    }

    @Override
    public void answeredLate(Run by, Call call) {
      bridge.answeredLate();
    }

    @Override
    public void waitsBehind(Run at, Call call) {
      server.waits(call, client);
    }

    @Override
    public void resendListens(Run to) {
      subscriptions.resend(to);
      bridge.resendListens(to);
      discovery.greeted(to);
    }

    @Override
    public boolean hears(Run to) {
      return bridge.passesNotifications(to);
    }

    @Override
    public void serving(Run now) {
      if (proposes) {
        proposes = false;
        wiring.timers().after(Proposal.DELAY_MILLIS, new Later());
      }
      subscriptions.serving(now);
      bridge.serving(now);
      server.hear(now, wiring.log());
      server.serving(now);
      boolean all = handshake.takeAnsweredForServer();
      lists.serving(now);
      given.serving(now, all ? EnumSet.allOf(Kind.class) : EnumSet.noneOf(Kind.class));
    }

    @Override
    public Optional<Catalog> baseline() {
      return server.told().baseline();
    }

    @Override
    public void catalogChanged(CatalogChange change) {
      server.catalogChanged(change);
      management.expose(Departed.names(change.now()));
      handshake.remember(change.now());
      given.known(change.run());
      if (change.byRestart()) {
        given.changed(change.run(), change.diff().kinds());
      } else {
        given.refreshed(change.run(), lists.mayBeWrong());
      }
    }

    @Override
    public void lost(Run gone, RunEnd how) {
      server.lost(gone, how);
      server.hear(gone, wiring.log());
      bridge.lost(gone);
      wiring.serverRequests().lost(gone);
      lists.lost(gone);
    }

    @Override
    public void stateChanged(State before, State after) {
      handshake.stateChanged(after);
      discovery.stateChanged(after);
      set.stateChanged(after);
      if (SessionServer.leaves(before, after, settings.respawn())) {
        given.stale(Kind.TOOLS);
        changes.tell(EnumSet.of(Kind.TOOLS));
      }
    }

    @Override
    public void awaitRoom() throws InterruptedException {
      client.awaitRoom(CLIENT_BACKLOG);
    }
  }
}
