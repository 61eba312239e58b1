package dev.pitstop.session.exposure;

import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Backends;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.front.ListChanges;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.FromServer;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.OutsideServers;
import dev.pitstop.session.members.Servers;
import dev.pitstop.session.members.SessionParts;
import dev.pitstop.session.members.Subscriptions;
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

/// What a session shows its client, whether its servers are exposed plainly or with prefixes: whose
/// handshake it is, which server owns a request, and what the lists contain. {@link
/// dev.pitstop.session.Router} says what a message is, and the face says where it goes. Called in
/// turns of the monitor, unless a method says otherwise.
public final class Face {
  final Wiring wiring;
  private final SessionParts parts;
  final Membership membership;
  private final Members members;
  final Optional<Member> only; // the server that is shown as it is
  final Subscriptions subscriptions;
  private final Memory memory;
  private final Instructions instructions;
  final Handshake handshake;
  final Lists lists;
  private final Requests requests;
  final FromServer fromServers;
  private final OwnTools tools;
  private Optional<Path> unbuilt = Optional.empty(); // the only server's; set before the start

  /// @param memory the directory of remembered descriptions, if there is one
  public Face(
      Wiring wiring,
      Backends backends,
      Management management,
      SessionParts parts,
      Exposure exposure,
      Optional<Path> memory) {
    this.wiring = wiring;
    this.parts = parts;
    boolean prefixed = exposure instanceof Exposure.Prefixed;
    membership =
        new Membership(
            wiring,
            backends,
            management.names(),
            parts,
            prefixed,
            self -> new MemberEvents(this, self),
            this::listsChanged);
    members = membership.members();
    only = prefixed ? Optional.empty() : Optional.of(membership.add(parts.servers().getFirst()));
    subscriptions = new Subscriptions(wiring, membership.owners(), members, only);
    this.memory =
        new Memory(
            wiring.outside(),
            new OutsideTurns(wiring.monitor(), wiring.log()),
            wiring.log(),
            memory,
            prefixed);
    instructions =
        new Instructions(
            wiring.timers(), wiring.monitor(), management.names(), this.memory, members);
    Bridge bridge = new Bridge(wiring, prefixed, this::modernMeta, subscriptions::changed);
    ListChanges changes = new ListChanges(wiring, this::declared, subscriptions::changed);
    if (exposure instanceof Exposure.Plain plain) {
      Member member = only.orElseThrow();
      ServerHandshake own =
          new ServerHandshake(
              member, wiring, subscriptions, bridge, this.memory, parts.version(), plain);
      handshake = own;
      lists =
          new ServerLists(
              member, wiring, plain.handshake(), management, this.memory, own, changes, bridge);
    } else {
      handshake =
          new OwnHandshake(wiring, parts.version().get(), membership, subscriptions, instructions);
      lists =
          new MergedLists(
              wiring,
              management,
              changes,
              subscriptions,
              membership,
              this.memory,
              parts.listMillis());
    }
    requests = new Requests(wiring, membership.owners(), bridge, members, management.names(), only);
    fromServers = new FromServer(wiring, bridge, subscriptions, prefixed, handshake::legacy);
    tools =
        new OwnTools(
            membership,
            exposure instanceof Exposure.Prefixed p ? Optional.of(p.entries()) : Optional.empty(),
            exposure.saver(management.names()),
            () -> changes.tell(only.isPresent() ? EnumSet.of(Kind.TOOLS) : Set.of()),
            lists::tellNow,
            wiring,
            management,
            parts.logFile());
    management.offer(tools.make(parts.tools()));
  }

  private void listsChanged() {
    lists.changed();
  }

  private String modernMeta() {
    return handshake.modernMeta();
  }

  private boolean declared(Kind kind) {
    return handshake.declared(kind);
  }

  /// The table of the servers.
  public Members members() {
    return members;
  }

  /// The server that is shown as it is; empty if there may be many.
  public Optional<Member> only() {
    return only;
  }

  /// Whether a change of the lists waits to be announced.
  public boolean news() {
    return lists.news();
  }

  /// What a person can do.
  public ByHand byHand() {
    return new ByHand(tools::byHand, () -> present().stream().map(Member::server).toList());
  }

  /// For code outside the session that adds and removes servers.
  public Servers servers() {
    return new OutsideServers(membership, wiring.monitor());
  }

  private List<Member> present() {
    return List.copyOf(members.all());
  }

  // Its beginning and end.

  /// Watches the only server's files, as its options say. Call it before the start, outside turns,
  /// so that a wrong glob ends Pitstop.
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob is invalid
  public void watch() {
    Member m = only.orElseThrow();
    membership.watch(m);
    unbuilt =
        FirstBuild.missing(m.spec().target(), wiring.executables(), m.spec().build().isPresent());
  }

  /// Starts the servers while the client begins its handshake.
  public void start() {
    if (only.isEmpty()) {
      startAll();
    } else if (unbuilt.isPresent()) {
      new FirstBuild(only.get().server(), wiring.log(), () -> {}).begin(unbuilt.get());
    } else {
      only.get().backend().boot();
    }
  }

  private void startAll() {
    if (members.closed()) {
      return; // a signal came first
    }
    parts.servers().forEach(spec -> membership.add(spec).fromFile(true));
    instructions.recall(); // the client waits for these, and not for the servers
    present().forEach(membership.starts()::want);
  }

  /// The servers are starting. Outside turns: reads directories.
  public void started() {
    if (only.isEmpty()) {
      wiring.monitor().inTurn(this::present).forEach(membership::watchOrSay);
    }
  }

  /// Runs `done` in a turn when the descriptions have been written, so that no temporary file is
  /// left behind.
  public void whenWritten(Runnable done) {
    memory.whenWritten(done);
  }

  /// Stops watching. Outside turns: may wait.
  public void close() {
    wiring.monitor().inTurn(this::closed).forEach(WatchReload::close);
  }

  private List<WatchReload> closed() {
    List<WatchReload> open = membership.close();
    if (only.isEmpty()) {
      subscriptions.close();
    }
    return open;
  }

  // What the client says.

  /// The error for a modern request that cannot be served, whatever it asks; empty if it can.
  public Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    return handshake.refusal(r, f);
  }

  /// The client's era is known, from its first modern request.
  public void eraKnown() {
    handshake.eraKnown();
    lists.changed();
    present().forEach(m -> m.backend().eraKnown());
  }

  public void initialize(Message.Request r, Reply reply) {
    handshake.initialize(r, reply);
  }

  /// The client sent `notifications/initialized`.
  public void clientInitialized() {
    lists.clientInitialized();
  }

  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    handshake.discover(r, f, reply);
  }

  /// A request for the first page of a list, which is the only one.
  public void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    lists.request(kind, r, f, reply);
  }

  public void listen(Message.Request r, RequestFacts f, Reply reply) {
    Optional<byte[]> refusal = handshake.refusedListen(r, f);
    if (refusal.isPresent()) {
      reply.send(refusal.get());
    } else if (f.modern()) {
      subscriptions.listen(r, reply);
    } else {
      requests.request(r, f, "", reply); // in the legacy era it is a method like any other
    }
    if (members.closed() && only.isEmpty()) {
      subscriptions.close();
    }
  }

  /// Any other request, including a `tools/call` of a tool that is not Pitstop's own.
  ///
  /// @param tool its name in a `tools/call`, otherwise empty
  public void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    requests.request(r, f, tool, reply);
  }

  /// Wraps the reply to a `tools/call` so that it carries news about the session itself.
  public Reply telling(Reply to) {
    return only.isPresent() ? to : membership.mistakes().telling(to);
  }

  /// A notification, such as changed roots. It belongs to none of many servers in particular, so
  /// all get it that hear it now; for the only server it waits as a call does.
  public void notification(Message.Notification n) {
    for (Member m : present()) {
      if (only.isPresent() || m.backend().serving().filter(Run::legacy).isPresent()) {
        m.backend().submit(n);
      }
    }
  }

  /// The client ends a subscription, if the id is one of a subscription.
  public void cancelListen(RequestId id) {
    subscriptions.cancel(id);
  }
}
