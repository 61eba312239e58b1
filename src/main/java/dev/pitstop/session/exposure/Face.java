package dev.pitstop.session.exposure;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Backends;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.front.Route;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Calls;
import dev.pitstop.session.members.FromServer;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.OutsideServers;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Servers;
import dev.pitstop.session.members.SessionParts;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.tools.FileKeeper;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.session.watching.FirstBuild;
import dev.pitstop.session.watching.WatchReload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a session shows its client, whether its servers are exposed plainly or with prefixes. Makes
/// the parts that decide it: whose handshake it is, which server owns a request, and what the lists
/// contain. Called in turns of the monitor, unless a method says otherwise.
public final class Face {
  final Common common;
  private final Instructions instructions;
  final Handshake handshake;
  final Lists lists;
  final FromServer fromServers;
  private final OwnTools tools;
  private final Router router;
  private Optional<Path> unbuilt = Optional.empty(); // the only server's; set before the start

  public Face(
      Wiring wiring,
      Backends backends,
      Management management,
      SessionParts parts,
      Exposure exposure,
      Optional<Path> memory) {
    boolean prefixed = exposure instanceof Exposure.Prefixed;
    Membership membership =
        new Membership(
            wiring,
            backends,
            management.names(),
            parts,
            self -> new MemberEvents(this, self),
            this::listsChanged,
            new Members(prefixed));
    Subscriptions subscriptions = new Subscriptions(wiring, membership.members());
    common =
        new Common(
            wiring,
            membership,
            management,
            subscriptions,
            new Memory(
                new OutsideTurns(wiring.monitor(), wiring.log()), wiring.log(), memory, prefixed),
            new Bridge(wiring, prefixed, subscriptions::changed),
            new ListChanges(wiring, membership, subscriptions, this::declared, this::awaits));
    instructions = new Instructions(common);
    if (exposure instanceof Exposure.Plain plain) {
      Member member = membership.add(parts.servers().getFirst());
      ServerHandshake own = new ServerHandshake(common, member, plain);
      handshake = own;
      lists = new ServerLists(common, member, plain.handshake(), own);
    } else {
      handshake = new OwnHandshake(common, parts.version().get(), instructions);
      lists = new MergedLists(common);
    }
    fromServers =
        new FromServer(wiring, common.bridge(), subscriptions, prefixed, handshake::legacy);
    Optional<ServerEntries> entries =
        exposure instanceof Exposure.Prefixed p ? Optional.of(p.entries()) : Optional.empty();
    tools =
        new OwnTools(
            membership,
            entries,
            exposure instanceof Exposure.Plain plain
                ? plain.keeper()
                : new FileKeeper(entries.orElseThrow(), management.names()),
            common.changes()::tellNow,
            wiring,
            management,
            parts.logFile());
    management.offer(tools.make(parts.tools()));
    ToServer servers = new ToServer(common, new Calls(wiring, common.bridge(), prefixed));
    router = new Router(common, handshake, lists, servers);
    management.route(router);
  }

  private void listsChanged() {
    lists.changed();
    common.changes().compare();
  }

  private boolean awaits(Kind kind) {
    return lists.awaits(kind);
  }

  private boolean declared(Kind kind) {
    return handshake.declared(kind);
  }

  public Route router() {
    return router;
  }

  public Members members() {
    return common.members();
  }

  public Optional<Member> only() {
    return members().only();
  }

  /// Whether a change of the lists waits to be announced.
  public boolean news() {
    return common.changes().waiting();
  }

  public OwnTools tools() {
    return tools;
  }

  /// For code outside the session that adds and removes servers.
  public Servers servers() {
    return new OutsideServers(common.membership(), common.wiring().monitor());
  }

  // Its beginning and end.

  /// Watches the only server's files, as its options say. Call it before the start, outside turns.
  public void watch() {
    Member m = only().orElseThrow();
    common.membership().watch(m);
    unbuilt =
        FirstBuild.missing(
            m.spec().target(), common.wiring().executables(), m.spec().build().isPresent());
  }

  public void start() {
    if (only().isEmpty()) {
      startAll();
    } else {
      common.membership().starts().boot(only().get(), unbuilt);
    }
  }

  private void startAll() {
    Membership membership = common.membership();
    membership
        .parts()
        .servers()
        .forEach(spec -> membership.addIfFree(spec).ifPresent(m -> m.fromFile(true)));
    instructions.recall(); // the client waits for these, and not for the servers
    // what a server listed in an earlier session stands in until it has listed it again
    members()
        .present()
        .forEach(m ->
            common
                .memory()
                .recall(m, found -> found.ifPresent(k -> membership.remembered(m, k.catalog()))));
    members().present().forEach(membership.starts()::want);
  }

  /// The servers are starting. Outside turns: reads directories.
  public void started() {
    if (only().isEmpty()) {
      List<Member> present = common.wiring().monitor().inTurn(members()::present);
      present.forEach(common.membership()::watch);
    }
  }

  /// Runs `done` in a turn when the descriptions have been written, so that no temporary file is
  /// left behind.
  public void whenWritten(Runnable done) {
    common.memory().outside().whenDone(done);
  }

  /// Stops watching. Outside turns: may wait.
  public void close() {
    common.wiring().monitor().inTurn(this::closed).forEach(WatchReload::close);
  }

  private List<WatchReload> closed() {
    common.subscriptions().close();
    return common.membership().close();
  }
}
