package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.BackendParts;
import dev.pitstop.backend.Settings;
import dev.pitstop.backend.StopReason;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Stdio;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.hub.Starts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Many servers that come and go: Pitstop's own handshake, names `server__tool`, lists merged (M1,
/// M3). What each request is for is in {@link ManyRequests}; this has the members. In turns.
final class Many implements Face {
  private final Wiring wiring;
  private final ManyParts parts;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final List<Member> leaving = new ArrayList<>(); // taken out, and not gone yet
  private final ManyHandshake handshake;
  private final ManyLists lists;
  private final ManySubscriptions subscriptions;
  private final ManyChanges changes;
  private final ManyRequests requests;
  private final Owners owners;
  private final Starts starts;
  private final Wording wording;
  private List<String> problems = List.of();

  Many(Wiring wiring, ManyParts parts) {
    this.wiring = wiring;
    this.parts = parts;
    Management management = wiring.management();
    wording = new Wording(management.names(), tool -> tool);
    handshake = new ManyHandshake(wiring.facts(), parts.version(), management.names(), this::all);
    owners = new Owners(this::all, this::find);
    lists = new ManyLists(wiring, this::all);
    subscriptions = new ManySubscriptions(wiring.client(), owners, this::all);
    changes = new ManyChanges(wiring, subscriptions);
    requests = new ManyRequests(wiring, owners, handshake, subscriptions, this::all, wording);
    starts =
        new Starts(
            wiring.monitor(),
            parts.timers(),
            Starts.most(Runtime.getRuntime().availableProcessors()));
    management.offer(ServerTools.make(this, parts.tools()));
  }

  // The members.

  /// All of them, in the order in which they were added.
  Collection<Member> all() {
    return members.values();
  }

  Optional<Member> find(String name) {
    return Optional.ofNullable(members.get(name));
  }

  /// What this is wired to, for our tools.
  Wiring wiring() {
    return wiring;
  }

  ManyParts parts() {
    return parts;
  }

  ManyLists lists() {
    return lists;
  }

  Wording wording() {
    return wording;
  }

  /// What whoever asks for the servers should know besides.
  List<String> problems() {
    return problems;
  }

  /// Makes a member; it is not started yet.
  Member add(ServerSpec spec) {
    StderrRing ring = new StderrRing();
    Settings settings = spec.settings(parts.settings());
    Stdio channel =
        new Stdio(
            spec.name(),
            spec.command(),
            parts.spawner(),
            settings.stop(),
            wiring.monitor(),
            parts.timers(),
            parts.log(),
            ring,
            settings.maxMessageBytes());
    MemberEvents events = new MemberEvents(this, wiring, handshake, subscriptions, requests);
    Backend backend =
        wiring
            .hub()
            .add(
                spec.name(),
                mayKeep ->
                    new Backend(
                        new BackendParts(
                            spec.name(),
                            channel,
                            settings,
                            wiring.monitor(),
                            parts.timers(),
                            parts.log(),
                            ring,
                            parts.builders().apply(spec),
                            spec.replay(),
                            mayKeep),
                        events));
    Wording words =
        new Wording(
            wiring.management().names(),
            tool -> find(spec.name()).map(m -> m.outside(Kind.TOOLS, tool)).orElse(tool));
    SessionServer server = new SessionServer(backend, words, wiring.monitor());
    Member member =
        new Member(
            spec,
            server,
            new Answers(server, wiring.facts()),
            new WatchReload(server, parts.log()));
    events.of(member);
    members.put(spec.name(), member);
    lists.expect(member, parts.listMillis());
    return member;
  }

  /// Starts it now.
  void boot(Member member) {
    lists.expect(member, parts.listMillis());
    member.backend().boot();
  }

  /// Takes a member out of all tables, and stops it.
  ///
  /// @param gone told when nothing of it is left
  void remove(Member member, Runnable gone) {
    member.remove();
    members.remove(member.name());
    leaving.add(member);
    wiring.hub().remove(member.name());
    starts.over(member.backend());
    changed(member, Set.of());
    member
        .backend()
        .stop(
            StopReason.REMOVED,
            () -> {
              leaving.remove(member);
              gone.run();
            });
    lists.removed(member);
  }

  /// It serves, failed or went down: another may start in its place.
  void startOver(Member member) {
    starts.over(member.backend());
  }

  /// Something became of it.
  ///
  /// @param kinds which of its lists are others now
  void changed(Member member, Collection<Kind> kinds) {
    Set<Kind> all = EnumSet.noneOf(Kind.class);
    all.addAll(kinds);
    all.addAll(member.announce());
    if (!all.isEmpty()) {
      owners.changed();
      changes.of(all);
    }
    if (all.contains(Kind.RESOURCES) || all.contains(Kind.TEMPLATES)) {
      subscriptions.changed();
    }
    lists.look();
  }

  /// Begins to watch its files, if it has any to be watched. Not in a turn.
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob cannot be understood
  void watch(Member member) {
    if (!member.spec().watch().isEmpty()) {
      member.watch().start(member.spec().command().directory(), member.spec().watch());
    }
  }

  /// For whoever adds and removes from outside of the session.
  Servers servers() {
    return new FromOutside();
  }

  private final class FromOutside implements Servers {
    private void turn(Runnable task) {
      wiring.monitor().turn(Monitor.By.OTHER, task);
    }

    @Override
    public Optional<String> add(ServerSpec spec) {
      List<Member> added = new ArrayList<>(1);
      turn(() -> {
        if (find(spec.name()).isEmpty()) {
          Member m = Many.this.add(spec);
          added.add(m);
          starts.want(m.backend());
        }
      });
      if (added.isEmpty()) {
        return Optional.of("there is a server `" + spec.name() + "` already");
      }
      watchSafely(added.getFirst());
      return Optional.empty();
    }

    private void watchSafely(Member m) {
      try {
        watch(m);
      } catch (IllegalArgumentException e) {
        parts.log().warn("watch", "server", m.name(), "problem", String.valueOf(e.getMessage()));
      }
    }

    @Override
    public boolean remove(String name, Runnable gone) {
      List<Member> removed = new ArrayList<>(1);
      turn(() ->
          find(name)
              .ifPresent(m -> {
                removed.add(m);
                Many.this.remove(m, gone);
              }));
      removed.forEach(m -> m.watch().close());
      return !removed.isEmpty();
    }

    @Override
    public void replace(ServerSpec spec) {
      if (!remove(spec.name(), () -> {})) {
        parts.log().info("server-added", "server", spec.name());
      }
      add(spec);
    }

    @Override
    public List<ServerSpec> specs() {
      List<ServerSpec> specs = new ArrayList<>();
      turn(() -> all().forEach(m -> specs.add(m.spec())));
      return specs;
    }

    @Override
    public void problems(List<String> texts) {
      turn(() -> problems = List.copyOf(texts));
    }
  }

  // The face.

  @Override
  public void start() {
    for (ServerSpec spec : parts.servers()) {
      starts.want(add(spec).backend());
    }
  }

  @Override
  public boolean batches() {
    return handshake.batches();
  }

  @Override
  public void eraKnown() {
    handshake.modern();
    heard();
  }

  /// The client has spoken: servers that are there can be greeted.
  private void heard() {
    for (Member m : List.copyOf(all())) {
      m.backend().eraKnown();
    }
  }

  @Override
  public void initialize(Message.Request r, Reply reply) {
    reply.send(handshake.initialize(r));
    heard();
  }

  @Override
  public void clientInitialized() {
    changes.clientInitialized();
  }

  @Override
  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    reply.send(ManyHandshake.unsupported(r, f).orElseGet(() -> handshake.discover(r)));
  }

  @Override
  public void modernPing(Message.Request r, RequestFacts f, Reply reply) {
    reply.send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, "Method not found: ping"));
  }

  @Override
  public void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    Optional<byte[]> unsupported = ManyHandshake.unsupported(r, f);
    if (unsupported.isPresent()) {
      reply.send(unsupported.get());
    } else {
      lists.request(kind, r, f, reply);
    }
  }

  @Override
  public void listen(Message.Request r, RequestFacts f, Reply reply) {
    subscriptions.listen(r, f, reply);
  }

  @Override
  public void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    Optional<byte[]> unsupported = ManyHandshake.unsupported(r, f);
    if (unsupported.isPresent()) {
      reply.send(unsupported.get());
    } else {
      requests.request(r, f, tool, reply);
    }
  }

  /// To all: a notification of the client, such as that its roots changed, is nobody's in
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
  public void close() {
    List<Member> open = new ArrayList<>();
    wiring.monitor().turn(Monitor.By.OTHER, () -> open.addAll(all()));
    open.forEach(m -> m.watch().close());
  }
}
