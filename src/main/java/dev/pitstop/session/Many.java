package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.State;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.RunKind;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.hub.Starts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Many servers that come and go: Pitstop's own handshake, names `server__tool`, merged lists (M1,
/// M3). This class has the members; {@link ManyRequests} finds the owner of each request. Called in
/// turns of the monitor.
final class Many implements Face {
  private final Wiring wiring;
  private final ManyParts parts;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final List<Member> leaving = new ArrayList<>(); // removed, but not gone yet
  private final List<Runnable> whenGone = new ArrayList<>(); // tasks that wait for one of those
  private final ManyInstructions instructions;
  private final ManyHandshake handshake;
  private final ManyMemory memory;
  private final ManyLists lists;
  private final ManySubscriptions subscriptions;
  private final ManyChanges changes;
  private final ManyRequests requests;
  private final Owners owners;
  private final Arrivals arrivals;
  private final Starts starts;
  private final StartWatch startWatch;
  private final Wording wording;
  private final FileMistakes mistakes;
  private boolean closed;

  /// @param memory the directory of remembered descriptions (F6), if there is one
  Many(Wiring wiring, ManyParts parts, Optional<Path> memory) {
    this.wiring = wiring;
    this.parts = parts;
    Management management = wiring.management();
    wording = new Wording(management.names());
    mistakes = new FileMistakes(management.names(), wiring.notices() == NoticeMode.OFF);
    this.memory = new ManyMemory(wiring, memory);
    instructions = new ManyInstructions(wiring, this.memory, this::all);
    handshake = new ManyHandshake(wiring.facts(), parts.version(), instructions::text);
    owners = new Owners(this::all, this::find);
    subscriptions = new ManySubscriptions(wiring.client(), owners, this::all);
    changes = new ManyChanges(wiring, subscriptions);
    lists = new ManyLists(wiring, this::all, changes, parts.listMillis(), new ForLists());
    arrivals = new Arrivals(wiring, this::all, parts.settings().hold());
    requests =
        new ManyRequests(wiring, owners, handshake, subscriptions, this::all, arrivals, wording);
    starts =
        new Starts(
            wiring.monitor(),
            parts.timers(),
            Starts.most(Runtime.getRuntime().availableProcessors()));
    startWatch = new StartWatch(wiring, parts.spawner(), this::all, new OnTheirWay());
    management.offer(ServerTools.make(this, parts.tools()));
  }

  // The members.

  /// All members, in the order in which they were added.
  Collection<Member> all() {
    return members.values();
  }

  Optional<Member> find(String name) {
    return Optional.ofNullable(members.get(name));
  }

  /// The processes of all servers, including those being stopped, with the servers' names.
  Map<Long, String> processes() {
    Map<Long, String> pids = new HashMap<>();
    List<Member> there = new ArrayList<>(all());
    there.addAll(leaving);
    for (Member m : there) {
      for (Run run : m.backend().snapshot().live()) {
        run.facts().pid().ifPresent(pid -> pids.put(pid, m.name()));
      }
    }
    return pids;
  }

  /// The session's shared parts, for Pitstop's own tools.
  Wiring wiring() {
    return wiring;
  }

  ManyParts parts() {
    return parts;
  }

  ManyLists lists() {
    return lists;
  }

  ManyInstructions instructions() {
    return instructions;
  }

  ManyMemory memory() {
    return memory;
  }

  ManyChanges changes() {
    return changes;
  }

  Wording wording() {
    return wording;
  }

  /// The mistakes in the configuration file.
  FileMistakes mistakes() {
    return mistakes;
  }

  /// Whether Pitstop ends: nothing is added any more.
  boolean closed() {
    return closed;
  }

  /// Makes a member; it is not started yet.
  Member add(ServerSpec spec) {
    MemberEvents events = new MemberEvents(this, wiring, handshake, subscriptions, requests);
    StderrRing ring = new StderrRing(spec.target().kind().word());
    Backend backend = wiring.server(spec.name(), recipe(spec, ring), ring, events);
    Wording words = new Wording(wiring.management().names(), events::outside);
    Notices notices = new Notices(wiring.notices(), spec.name(), wiring.log());
    SessionServer server = new SessionServer(backend, words, notices, wiring.monitor());
    Member member = new Member(spec, server, new Answers(server, wiring.facts()), watch(server));
    events.of(member);
    members.put(spec.name(), member);
    expect(member);
    CommandCheck.look(
        spec.target(), server, wiring.outside(), wiring.log(), CommandCheck.How.entry());
    return member;
  }

  private Recipe recipe(ServerSpec spec, StderrRing ring) {
    return wiring.recipe(
        spec.name(),
        spec.target(),
        spec.settings(parts.settings()),
        parts.spawner(),
        parts.builders().apply(spec),
        spec.replay(),
        ring);
  }

  private WatchReload watch(SessionServer server) {
    return new WatchReload(server, parts.timers(), parts.log());
  }

  /// Its entry in the configuration file changed: a reload, in which the old server stays if the
  /// new one fails. The watched files change at once, in both cases.
  void edit(Member member, ServerSpec spec) {
    Backend backend = member.backend();
    closeWatch(member);
    WatchReload watch = watch(member.server());
    watch.stateChanged(backend.state());
    if (spec.equals(member.spec()) && backend.state() instanceof State.Running) {
      backend.become(member.wantAsItIs(watch)); // the change was undone
      member.server().notices().drop(WatchReload.FAILED);
      return;
    }
    Recipe recipe = recipe(spec, backend.ring());
    member.want(spec, recipe, watch);
    member.server().findings().selfRestart().forget(member.server().notices());
    CommandCheck.look(
          spec.target(),
          member.server(),
          wiring.outside(),
          wiring.log(),
          CommandCheck.How.entry());
    if (isNeverStarted(member)) {
      backend.become(recipe);
      wantWhenAlone(member);
    } else {
      EntryReload.begin(member.server(), recipe, parts.log());
    }
  }

  /// The member's recipe changed.
  void runsBy(Member member, Recipe now) {
    Set<Kind> kinds = member.runsBy(now);
    if (!kinds.isEmpty()) {
      lists.shelve(member);
      owners.changed();
      changes.of(kinds);
    }
    changed(member, Set.of());
  }

  /// Starts it when a start is free.
  void want(Member member) {
    starts.want(member.backend(), () -> boot(member));
    expect(member);
    startWatch.begin();
  }

  /// Lists wait for it while it waits for a free start, which is not its fault, and from its start
  /// on.
  private void expect(Member member) {
    if (starts.waits(member.backend())) {
      member.offer().waitUntil(Long.MAX_VALUE);
    } else {
      lists.expect(member);
    }
  }

  private final class OnTheirWay implements StartWatch.Listener {
    @Override
    public boolean wants() {
      return starts.crowded() || lists.waits();
    }

    @Override
    public void works(Member m) {
      lists.works(m);
    }

    /// Another server may start meanwhile.
    @Override
    public void waits(Member m) {
      starts.over(m.backend());
    }

    @Override
    public void looked() {
      lists.look();
    }
  }

  StartWatch startWatch() {
    return startWatch;
  }

  /// The same, but a removed server of its name may hold what both need, and must end first.
  void wantWhenAlone(Member member) {
    member.startsWhenAlone(true);
    startIfAlone(member);
  }

  /// Starts it now.
  private void boot(Member member) {
    boot(member, () -> {});
  }

  /// The same; a server that was never built is built first.
  ///
  /// @param started runs in a turn when it is starting, or its build has failed
  void boot(Member member, Runnable started) {
    lists.expect(member);
    ServerSpec spec = member.spec();
    if (spec.build().isEmpty()) {
      member.backend().boot();
      started.run();
      return;
    }
    wiring
        .outside()
        .run(
            () -> FirstBuild.missing(spec.target(), true),
            Optional.<Path>empty(),
            missing -> boot(member, missing, started));
  }

  private void boot(Member member, Optional<Path> missing, Runnable started) {
    if (!member.removed() && missing.isPresent()) {
      new FirstBuild(member.server(), parts.log(), started).begin(missing.get());
      return;
    }
    if (!member.removed()) {
      member.backend().boot();
    }
    started.run();
  }

  /// Cancels its automatic start.
  void unwant(Member member) {
    starts.over(member.backend());
    member.startsWhenAlone(false);
    if (isNeverStarted(member)) {
      member.offer().waitUntil(Long.MIN_VALUE);
      lists.look();
      arrivals.look();
    }
  }

  private static boolean isNeverStarted(Member member) {
    return member.backend().state() instanceof State.Stopped st
        && st.cause() == State.Cause.NEVER_STARTED;
  }

  /// Removes a member from all tables, and stops it.
  ///
  /// @param gone called when nothing of it is left
  void remove(Member member, Runnable gone) {
    member.remove();
    members.remove(member.name(), member);
    owners.removed(member);
    leaving.add(member);
    wiring // first of all: whatever fails below, the server must not keep running
        .hub()
        .remove(
            member.backend(),
            () -> {
              leaving.remove(member);
              gone.run();
              find(member.name()).ifPresent(this::startIfAlone);
              List<Runnable> next = List.copyOf(whenGone);
              whenGone.clear();
              next.forEach(Runnable::run);
            });
    starts.over(member.backend());
    changed(member, Set.of());
    lists.removed(member);
    memory.removed(member);
    closeWatch(member);
  }

  /// Starts it after a removed server of its name is gone.
  private void startIfAlone(Member member) {
    if (isAlone(member) && member.startsWhenAlone()) {
      want(member);
    }
  }

  /// Whether nothing is left of removed servers of its name: they may hold what both need.
  private boolean isAlone(Member member) {
    return leaving.stream().noneMatch(m -> m.name().equals(member.name()));
  }

  /// Starts it when it is alone, unless it was removed by then.
  ///
  /// @param started runs in a turn when it is starting, or will not be started
  void bootWhenAlone(Member member, Runnable started) {
    if (member.removed()) {
      started.run();
    } else if (isAlone(member)) {
      boot(member, started);
    } else {
      whenGone.add(() -> bootWhenAlone(member, started));
    }
  }

  /// Closing waits for the watcher's thread, which may wait for a turn.
  private void closeWatch(Member member) {
    ServerSpec spec = member.wanted();
    WatchReload watch = member.watch();
    if (spec.watch().isEmpty() && spec.target().kind() != RunKind.SCHEMA) {
      return;
    }
    try {
      Thread.ofVirtual()
          .name("watch end")
          .start(() -> {
            try {
              watch.close();
            } catch (RuntimeException | Error e) {
              parts.log().error("defect", "in", "watch end", "why", e.toString());
            }
          });
    } catch (OutOfMemoryError noThread) {
      // it keeps watching files of a server that takes no reload any more
      parts.log().error("defect", "in", "watch end", "why", noThread.toString());
    }
  }

  /// It serves, failed or went down: another server may start.
  void startOver(Member member) {
    starts.over(member.backend());
  }

  /// Its state changed.
  ///
  /// @param kinds which of its lists changed
  void changed(Member member, Collection<Kind> kinds) {
    Set<Kind> all = EnumSet.noneOf(Kind.class);
    all.addAll(member.offer().announce());
    if (member.offer().isListed()) {
      all.addAll(kinds);
    }
    if (!all.isEmpty()) {
      owners.changed();
      changes.of(all);
    }
    if (all.contains(Kind.RESOURCES) || all.contains(Kind.TEMPLATES)) {
      subscriptions.changed();
    }
    lists.look();
    arrivals.look();
  }

  private final class ForLists implements ManyLists.Sources {
    /// Lists of an earlier run stand for its own until it has listed itself.
    @Override
    public boolean recall(Member member, Runnable done) {
      return memory.recall(
          member,
          found -> {
            if (found.isPresent() && member.offer().remember(found.get())) {
              lists.shelve(member);
              changed(member, Set.of());
            }
            done.run();
          });
    }

    @Override
    public void watchStarts() {
      startWatch.begin();
    }
  }

  /// Starts to watch its files, if any are to be watched. Do not call it in a turn.
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob is invalid
  void watch(Member member) {
    List<Runnable> start = new ArrayList<>(1);
    wiring
        .monitor()
        .turn(
            Monitor.By.OTHER,
            () -> {
              ServerSpec spec = member.wanted();
              WatchReload watch = member.watch();
              boolean builds = spec.build().isPresent();
              start.add(() -> watch.start(spec.target(), spec.watch(), builds, true));
            });
    start.forEach(Runnable::run);
  }

  /// The same; an invalid glob goes to the log.
  void watchOrSay(Member member) {
    try {
      watch(member);
    } catch (IllegalArgumentException e) {
      parts.log().warn("watch", "server", member.name(), "problem", String.valueOf(e.getMessage()));
    }
  }

  /// For code outside the session that adds and removes servers.
  Servers servers() {
    return new OutsideServers(this);
  }

  // The face.

  @Override
  public void start() {
    if (closed) {
      return; // a signal came first
    }
    parts.servers().forEach(spec -> add(spec).fromFile(true));
    instructions.recall(); // the client waits for these, and not for the servers
    List.copyOf(all()).forEach(this::want);
  }

  @Override
  public boolean batches() {
    return handshake.batches();
  }

  @Override
  public Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    return ManyHandshake.refusal(r, f);
  }

  @Override
  public void eraKnown() {
    boolean first = handshake.own().isEmpty();
    handshake.modern();
    heard(first);
    greet();
  }

  /// The client has spoken. If this is its first message, no server could be ready before, and
  /// lists wait for them from now on.
  private void heard(boolean first) {
    if (first) {
      List.copyOf(all()).forEach(this::expect);
    }
  }

  /// Servers can be greeted: their messages may now go to the client.
  private void greet() {
    for (Member m : List.copyOf(all())) {
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
    boolean[] over = {false};
    wiring
        .tracker()
        .open(
            r,
            (n, span) -> {
              over[0] = true;
              reply.none();
            });
    instructions.whenKnown(() -> {
      if (!over[0]) {
        wiring.tracker().over(r);
        reply.send(handshake.discover(r, f));
      }
    });
  }

  @Override
  public void modernPing(Message.Request r, RequestFacts f, Reply reply) {
    reply.send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, "Method not found: ping"));
  }

  @Override
  public void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    lists.request(kind, r, f, reply);
  }

  @Override
  public void listen(Message.Request r, RequestFacts f, Reply reply) {
    subscriptions.listen(r, f, reply);
    if (closed) {
      subscriptions.end();
    }
  }

  @Override
  public void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    requests.request(r, f, tool, reply);
  }

  @Override
  public Reply telling(Reply to) {
    return mistakes.telling(to);
  }

  /// A call of a tool that no server can have is refused with similar names, in any case.
  @Override
  public Optional<MistypedTool> mistyped(String tool) {
    Optional<Owners.Owned> owner = owners.named(Kind.TOOLS, tool);
    return owner.isEmpty()
        ? Optional.empty()
        : MistypedTool.of(
            owner.get().member().server(), owner.get().inner(), tool, requests.present(Kind.TOOLS));
  }

  /// To all servers: a notification of the client, such as changed roots, belongs to none in
  /// particular.
  @Override
  public void notification(Message.Notification n) {
    for (Member m : List.copyOf(all())) {
      if (m.backend().serving().filter(run -> run.legacy()).isPresent()) {
        m.backend().submit(n);
      }
    }
  }

  @Override
  public void cancelListen(RequestId id, Message.Notification n, Span span) {
    subscriptions.cancel(id);
  }

  @Override
  public void whenWritten(Runnable done) {
    memory.whenWritten(done);
  }

  @Override
  public void close() {
    List<WatchReload> open = new ArrayList<>();
    wiring
        .monitor()
        .turn(
            Monitor.By.OTHER,
            () -> {
              closed = true;
              subscriptions.end();
              arrivals.close();
              all().forEach(m -> open.add(m.watch()));
            });
    open.forEach(WatchReload::close);
  }
}
