package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Backends;
import dev.pitstop.hub.Description;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Face;
import dev.pitstop.session.front.ListChanges;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Calls;
import dev.pitstop.session.members.FromServer;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.members.SessionParts;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.notices.Departed;
import dev.pitstop.session.notices.MistypedTool;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.session.tools.ByHand;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.session.watching.FirstBuild;
import dev.pitstop.session.watching.WatchReload;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One server, transparent: its own handshake, names, lists and subscriptions. Called in turns of
/// the monitor.
public final class Solo implements Face {
  /// How much may be queued for the client before Pitstop stops reading the server.
  private static final long CLIENT_BACKLOG = 8L * 1024 * 1024;

  private final Wiring wiring;
  private final Management management;
  private final Membership membership;
  private final Member member;
  private final Backend backend;
  private final OwnTools tools;
  private final HandshakeAnswers handshake;
  private final Lists lists;
  private final GivenLists given;
  private final Subscriptions subscriptions;
  private final FromServer fromServer;
  private final Bridge bridge;
  private final Calls calls;
  private final Discovery discovery;
  private final ListChanges changes;
  private Optional<Path> unbuilt = Optional.empty(); // its program; set before the start

  /// @param memory the directory of remembered descriptions, if there is one
  public Solo(
      Wiring wiring,
      Backends backends,
      Management management,
      SessionParts parts,
      SoloParts more,
      Optional<Path> memory) {
    this.wiring = wiring;
    this.management = management;
    membership =
        new Membership(
            wiring, backends, management.names(), parts, false, more.instead(), new Following());
    member = membership.add(parts.servers().getFirst());
    backend = member.backend();
    tools =
        new OwnTools(
            membership,
            Optional.empty(),
            more.keeper(),
            () -> changes().tell(EnumSet.of(Kind.TOOLS)),
            () -> {},
            wiring,
            management,
            parts.logFile());
    management.offer(tools.make(parts.tools()));
    Description description = new Description(memory, member.spec().target());
    handshake =
        new HandshakeAnswers(
            member.server(), wiring, description, parts.version(), more.handshake());
    subscriptions =
        new Subscriptions(wiring, membership.owners(), membership.members(), Optional.of(member));
    bridge =
        new Bridge(
            wiring,
            false,
            () -> wiring.facts().said().greeting().map(Own::modernMeta).orElse("{}"),
            () -> backend.catchUp());
    calls = new Calls(wiring, bridge, false);
    changes = new ListChanges(wiring, handshake::declared, subscriptions::changed);
    given = new GivenLists(backend, changes);
    lists =
        new Lists(
            member.server(),
            wiring,
            more.handshake(),
            management,
            () -> description.find().map(Description.Known::catalog),
            handshake,
            given,
            bridge);
    fromServer =
        new FromServer(wiring, bridge, subscriptions, false, () -> !wiring.facts().onlyModern());
    discovery = new Discovery(wiring, member, handshake, bridge, more);
  }

  /// Watches the server's files, as its options say. Call it before the start, so that a wrong glob
  /// ends Pitstop.
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob is invalid
  public void watch() {
    membership.watch(member);
    boolean builds = member.spec().build().isPresent();
    unbuilt = FirstBuild.missing(member.spec().target(), wiring.executables(), builds);
  }

  private ListChanges changes() {
    return changes;
  }

  public SessionServer server() {
    return member.server();
  }

  /// What a person can do.
  public ByHand byHand() {
    return new ByHand(tools::byHand, () -> List.of(member.server()));
  }

  @Override
  public void start() {
    if (unbuilt.isPresent()) {
      new FirstBuild(member.server(), wiring.log(), () -> {}).begin(unbuilt.get());
    } else {
      backend.boot();
    }
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
    return concerns(f.modern()) ? ModernRules.refusal(r, f) : Optional.empty();
  }

  /// Whether a request of this era is for a server of the other.
  private boolean concerns(boolean modern) {
    return given.present().filter(run -> bridge.between(modern, run)).isPresent();
  }

  @Override
  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    discovery.request(r, f, reply);
  }

  /// A modern server must answer that there is none. If none serves, or the one that serves ends
  /// over it, Pitstop says so instead: it starts no server for that, and waits for none.
  @Override
  public void modernPing(Message.Request r, RequestFacts f, Reply reply) {
    byte[] none =
        Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(Methods.PING));
    if (backend.serving().isEmpty() || concerns(f.modern())) {
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
              Reply over = wiring.tracker().over(c, reply);
              if (ending instanceof Call.Ending.Answered) {
                over.send(member.answers().to(c, ending, over));
              } else if (ending instanceof Call.Ending.Failed) {
                over.send(none);
              }
            });
    wiring.tracker().open(backend, call, reply);
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
      boolean here = bridge.between(call.facts().modern(), to);
      if (here) {
        Bridge.answer(call, to, none);
      }
      return here;
    }
  }

  @Override
  public void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    lists.request(kind, r, f, reply);
  }

  @Override
  public void listen(Message.Request r, RequestFacts f, Reply reply) {
    if (f.modern()) {
      subscriptions.listen(r, reply);
    } else { // what only the modern era has, without what that requires
      Optional<byte[]> no =
          wiring.facts().onlyModern() && concerns(true)
              ? ModernRules.refusal(r, f)
              : Optional.empty();
      no.ifPresentOrElse(reply::send, () -> request(r, f, "", reply));
    }
  }

  @Override
  public Reply telling(Reply to) {
    return to;
  }

  @Override
  public Reply mistyped(String tool, Message.Request r, Reply to) {
    Catalog present = backend.catalog();
    return MistypedTool.of(member.server(), tool, tool, () -> Departed.names(present))
        .map(m -> m.adding(wiring, r, to))
        .orElse(to);
  }

  @Override
  public void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    calls.submit(new Owners.Owned(member, tool), Span.NONE, r, f, reply);
  }

  @Override
  public void notification(Message.Notification n) {
    backend.submit(n);
  }

  @Override
  public void cancelListen(RequestId id) {
    subscriptions.cancel(id);
  }

  @Override
  public void whenWritten(Runnable done) {
    wiring.outside().whenDone(done);
  }

  @Override
  public void close() {
    wiring.monitor().inTurn(membership::close).forEach(WatchReload::close);
  }

  /// What follows when the server reports something.
  private final class Following implements Membership.Follower {
    @Override
    public Subscriptions subscriptions() {
      return subscriptions;
    }

    @Override
    public FromServer fromServers() {
      return fromServer;
    }

    @Override
    public Said said(Member m) {
      return wiring.facts().said(subscriptions.of(m));
    }

    @Override
    public void introduced(Member m, Message.Result answer, boolean modern) {
      if (!modern || wiring.facts().sentInitialize()) {
        wiring.facts().accepted();
      }
      if (modern) {
        handshake.serverDiscovered(answer);
      } else {
        handshake.serverAnswered(answer);
      }
    }

    @Override
    public boolean refused(Message.Failure answer) {
      boolean told = handshake.serverRefused(answer);
      if (told) {
        wiring.facts().refused(); // the client's own first try: it may continue as a modern one
      }
      return told;
    }

    @Override
    public boolean hears(Run to) {
      return !to.needsBridge(false) || wiring.facts().onlyModern();
    }

    @Override
    public void greeted(Run to) {
      discovery.greeted(to);
    }

    @Override
    public void serving(Run now) {
      boolean all = handshake.takeAnsweredForServer();
      lists.serving(now);
      given.serving(now, all ? EnumSet.allOf(Kind.class) : EnumSet.noneOf(Kind.class));
    }

    @Override
    public void listed(Member m, CatalogChange change) {
      management.expose(Departed.names(change.now()));
      handshake.remember(change.now());
      given.listed(change);
    }

    @Override
    public void lost(Run gone) {
      lists.lost(gone);
    }

    @Override
    public void stateChanged(State before, State after) {
      handshake.stateChanged(after);
      discovery.stateChanged(after);
      if (SessionServer.leaves(before, after, backend.settings().respawn())) {
        given.stale(Kind.TOOLS);
        changes.tell(EnumSet.of(Kind.TOOLS));
      }
    }

    @Override
    public void changed(Set<Kind> kinds) {}

    @Override
    public void awaitRoom() throws InterruptedException {
      wiring.client().awaitRoom(CLIENT_BACKLOG);
    }
  }
}
