package dev.pitstop.session.many;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Backends;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Face;
import dev.pitstop.session.front.ListChanges;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.FromServer;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.OutsideServers;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Servers;
import dev.pitstop.session.members.SessionParts;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.notices.MistypedTool;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.session.tools.ByHand;
import dev.pitstop.session.tools.FileKeeper;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.session.watching.CommandCheck;
import dev.pitstop.session.watching.WatchReload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The face of a session with many servers that come and go. It has Pitstop's own handshake, names
/// like `server__tool`, and merged lists. {@link Membership} adds and removes them; {@link
/// ManyRequests} finds the owner of each request. Called in turns of the monitor.
public final class Many implements Face {
  /// How many bytes may be queued for the client up to a server's last message. Other servers'
  /// messages wait behind them.
  private static final long SHARE = 256L * 1024;

  private final Wiring wiring;
  private final SessionParts parts;
  private final Members members;
  private final Membership membership;
  private final ManyInstructions instructions;
  private final ManyHandshake handshake;
  private final ManyMemory memory;
  private final OwnTools ownTools;
  private final ManyLists lists;
  private final Subscriptions subscriptions;
  private final ManyChanges changes;
  private final ManyRequests requests;
  private final FromServer fromServers;

  /// @param memory the directory of remembered descriptions, if there is one
  public Many(
      Wiring wiring,
      Backends backends,
      Management management,
      SessionParts parts,
      ServerEntries entries,
      Optional<Path> memory) {
    this.wiring = wiring;
    this.parts = parts;
    OwnToolNames tools = management.names();
    membership =
        new Membership(wiring, backends, tools, parts, true, CommandCheck::entry, new Following());
    members = membership.members();
    this.memory =
        new ManyMemory(
            wiring.outside(),
            new OutsideTurns(wiring.monitor(), wiring.log()),
            wiring.log(),
            memory);
    instructions =
        new ManyInstructions(wiring.timers(), wiring.monitor(), tools, this.memory, members);
    handshake =
        new ManyHandshake(
            wiring.facts(), parts.version().get(), instructions::text, instructions::capabilities);
    subscriptions = new Subscriptions(wiring, membership.owners(), members, Optional.empty());
    ListChanges announced = new ListChanges(wiring, kind -> true, subscriptions::changed);
    changes = new ManyChanges(wiring, announced, this::awaited, members::anyComing);
    lists = new ManyLists(wiring, management, changes, membership, this.memory, parts.listMillis());
    requests =
        new ManyRequests(wiring, membership.owners(), handshake, subscriptions, members, tools);
    fromServers = new FromServer(wiring, requests.bridge(), subscriptions, true, handshake::legacy);
    ownTools =
        new OwnTools(
            membership,
            Optional.of(entries),
            new FileKeeper(entries, tools),
            () -> {},
            changes::tellNow,
            wiring,
            management,
            parts.logFile());
    management.offer(ownTools.make(parts.tools()));
  }

  /// What follows when a member reports something.
  private final class Following implements Membership.Follower {
    @Override
    public Subscriptions subscriptions() {
      return subscriptions;
    }

    @Override
    public FromServer fromServers() {
      return fromServers;
    }

    @Override
    public Said said(Member m) {
      return new Said(
          Optional.empty(),
          false,
          false,
          wiring.facts().said().level(),
          subscriptions.of(m),
          Optional.empty(),
          "{}",
          false,
          handshake.ownNow());
    }

    @Override
    public void introduced(Member m, Message.Result answer, boolean modern) {
      instructions.said(m, answer);
    }

    /// Pitstop greets the servers itself, so a refusal is a failed start.
    @Override
    public boolean refused(Message.Failure answer) {
      return false;
    }

    @Override
    public boolean hears(Run to) {
      return to.legacy();
    }

    @Override
    public void listed(Member m, CatalogChange change) {
      memory.keep(m, change);
    }

    @Override
    public void changed(Set<Kind> kinds) {
      changes.of(kinds);
      if (kinds.contains(Kind.RESOURCES) || kinds.contains(Kind.TEMPLATES)) {
        subscriptions.changed();
      }
      lists.look();
    }

    @Override
    public void awaitRoom() throws InterruptedException {
      wiring.client().awaitMine(SHARE);
    }
  }

  private boolean awaited(Kind kind) {
    return lists.awaited(kind);
  }

  /// The table of the servers.
  public Members members() {
    return members;
  }

  /// What is announced of their lists.
  public ManyChanges changes() {
    return changes;
  }

  /// What a person can do.
  public ByHand byHand() {
    return new ByHand(ownTools::byHand, () -> members.all().stream().map(Member::server).toList());
  }

  /// For code outside the session that adds and removes servers.
  public Servers servers() {
    return new OutsideServers(membership, wiring.monitor());
  }

  @Override
  public void start() {
    if (members.closed()) {
      return; // a signal came first
    }
    parts.servers().forEach(spec -> membership.add(spec).fromFile(true));
    instructions.recall(); // the client waits for these, and not for the servers
    present().forEach(membership.starts()::want);
  }

  @Override
  public void started() {
    wiring.monitor().inTurn(this::present).forEach(membership::watchOrSay);
  }

  private List<Member> present() {
    return List.copyOf(members.all());
  }

  @Override
  public Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    return ModernRules.refusal(r, f);
  }

  @Override
  public void eraKnown() {
    boolean first = handshake.own().isEmpty();
    handshake.modern();
    heard(first);
    greet();
  }

  /// The client has spoken. If this is its first message, no server could be ready before it, and
  /// lists wait for the servers from now on.
  private void heard(boolean first) {
    if (first) {
      present().forEach(membership.starts()::expect);
    }
  }

  /// Pitstop can greet the servers now. Their messages may go to the client from now on.
  private void greet() {
    for (Member m : present()) {
      m.backend().eraKnown();
    }
  }

  @Override
  public void initialize(Message.Request r, Reply reply) {
    boolean first = handshake.own().isEmpty();
    handshake.begin(r);
    heard(first);
    instructions.whenKnown(() -> {
      reply.send(handshake.initialize(r));
      greet(); // nothing reaches the client before the answer
    });
  }

  @Override
  public void clientInitialized() {
    changes.clientInitialized();
  }

  @Override
  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    wiring.tracker().open(r, (n, span) -> reply.none());
    instructions.whenKnown(() -> {
      if (wiring.tracker().over(r)) {
        reply.send(handshake.discover(r, f));
      }
    });
  }

  @Override
  public void modernPing(Message.Request r, RequestFacts f, Reply reply) {
    reply.send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(Methods.PING)));
  }

  @Override
  public void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    lists.request(kind, r, f, reply);
  }

  @Override
  public void listen(Message.Request r, RequestFacts f, Reply reply) {
    if (!f.modern()) {
      reply.send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method())));
    } else {
      subscriptions.listen(r, reply);
    }
    if (members.closed()) {
      subscriptions.close();
    }
  }

  @Override
  public void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    requests.request(r, f, tool, reply);
  }

  @Override
  public Reply telling(Reply to) {
    return membership.mistakes().telling(to);
  }

  /// A call of a tool that no server can have is refused with similar names, in any case.
  @Override
  public Reply mistyped(String tool, Message.Request r, Reply to) {
    return membership
        .owners()
        .named(Kind.TOOLS, tool)
        .flatMap(o ->
            MistypedTool.of(o.member().server(), o.inner(), tool, requests.present(Kind.TOOLS)))
        .map(m -> m.adding(wiring, r, to))
        .orElse(to);
  }

  /// Sends a notification of the client, such as changed roots, to all servers that hear it. It
  /// belongs to none in particular.
  @Override
  public void notification(Message.Notification n) {
    for (Member m : present()) {
      if (m.backend().serving().filter(run -> run.legacy()).isPresent()) {
        m.backend().submit(n);
      }
    }
  }

  @Override
  public void cancelListen(RequestId id) {
    subscriptions.cancel(id);
  }

  @Override
  public void whenWritten(Runnable done) {
    memory.whenWritten(done);
  }

  @Override
  public void close() {
    wiring.monitor().inTurn(this::closed).forEach(WatchReload::close);
  }

  private List<WatchReload> closed() {
    List<WatchReload> open = membership.close();
    subscriptions.close();
    return open;
  }
}
