package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.config.ServersFile;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.front.ListUptake;
import dev.pitstop.session.many.Many;
import dev.pitstop.session.many.ManyChanges;
import dev.pitstop.session.many.ManyParts;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Servers;
import dev.pitstop.session.members.StartWatch;
import dev.pitstop.session.members.Wish;
import dev.pitstop.session.told.NoticeMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// A session with many fake servers, their builds and their time; the test is the client, too. At
/// the end it proves that nothing is left: no request without an answer, no process, no call, no
/// server in a table, no thread.
final class ManyDriver implements AutoCloseable {
  static final long START_MILLIS = 30_000;
  static final long LIST_MILLIS = 4_000;

  /// How long lists wait for a server that starts.
  static final long WAIT_MILLIS = 2_000;

  static final HoldLimits HOLD = new HoldLimits(5, 4_000, 120_000);

  /// An environment variable with the name of a server, where the command does not tell it.
  static final String CALLED = "CALLED";

  static final int MAX_MESSAGE = 1024 * 1024;

  private static final Pattern OURS =
      Pattern.compile("(alpha|beta|gamma|srv).*|client .*|watch|build.*|tool .*");

  final FakeTimers timers = new FakeTimers();
  final FakeClient client = new FakeClient();
  final Session<Many> session;
  final List<String> saved = new CopyOnWriteArrayList<>();
  final List<String> kept = new CopyOnWriteArrayList<>();
  private final Set<Long> working = ConcurrentHashMap.newKeySet(); // pids
  private final Map<Long, Long> cpu = new ConcurrentHashMap<>();
  private final Map<String, FakeSpawner> spawners = new ConcurrentHashMap<>();
  private final Map<String, FakeBuilder> builders = new ConcurrentHashMap<>();
  private final Set<Thread> before = threads();
  private final Thread reader;

  /// A session whose client has not spoken yet.
  ///
  /// @param specs those that are there from the start
  ManyDriver(ServerSpec... specs) {
    this(tool -> true, specs);
  }

  /// @param tools which of our tools are offered
  ManyDriver(Predicate<String> tools, ServerSpec... specs) {
    this(tools, Optional.empty(), false, specs);
  }

  private ManyDriver(
      Predicate<String> tools, Optional<Path> memory, boolean slowStarts, ServerSpec... specs) {
    Spawner spawner = new ByCommand();
    ManyParts parts =
        new ManyParts(
            List.of(specs),
            new Settings(
                false,
                START_MILLIS,
                slowStarts,
                new StopLimits(Duration.ofSeconds(1)),
                20_000,
                LIST_MILLIS,
                HOLD,
                OptionalLong.empty(),
                State.Order.START_FIRST,
                MAX_MESSAGE),
            Given.HERE,
            spawner,
            timers,
            Log.nowhere(),
            spec -> spec.build().map(b -> builder(spec.name())),
            tools,
            WAIT_MILLIS,
            NoticeMode.INLINE,
            "9.9",
            "",
            new Noted());
    session = Session.many(parts, client.stdout(), memory);
    session.start();
    reader = Thread.ofPlatform().name("client reader").start(() -> session.run(client.stdin()));
  }

  /// Entries are read as from a file, and are not written.
  private final class Noted implements ServerEntries {
    private final ServersFile rules =
        new ServersFile(
            Path.of("/nonexistent/pitstop.json"),
            Map.of(),
            v -> Optional.empty(),
            Path.of("").toAbsolutePath(),
            Path::of,
            Log.nowhere());

    @Override
    public String schema() {
      return rules.schema();
    }

    @Override
    public Optional<ServerSpec> read(String name, JsonObject entry) {
      return rules.read(name, entry);
    }

    @Override
    public Saved save(String name, JsonObject entry) {
      saved.add(name + " " + entry);
      return new Saved("servers.json", false);
    }

    @Override
    public void keep(String name, Wish options) {
      kept.add(name + " " + options);
    }

    @Override
    public String file() {
      return "servers.json";
    }

    @Override
    public Optional<String> savedIn(String name) {
      return saved.stream()
          .filter(s -> s.startsWith(name + " "))
          .map(s -> "servers.json")
          .findAny();
    }

    @Override
    public void forget(String name) {
      saved.removeIf(s -> s.startsWith(name + " "));
    }
  }

  /// The process of a server is the one whose program is called like it, or which is called so in
  /// its environment.
  private final class ByCommand implements Spawner {
    @Override
    public Child spawn(Command command) throws SpawnException {
      return spawner(command.env().getOrDefault(CALLED, command.argv().getFirst())).spawn(command);
    }

    @Override
    public Map<Long, Long> cpuMillis(Collection<Long> pids) {
      Map<Long, Long> millis = new HashMap<>();
      for (long pid : pids) {
        millis.put(pid, cpu.merge(pid, working.contains(pid) ? 100L : 0L, Long::sum));
      }
      return millis;
    }
  }

  /// A session whose client has begun a legacy session.
  static ManyDriver connected(ServerSpec... specs) {
    ManyDriver d = new ManyDriver(specs);
    d.initialize();
    return d;
  }

  /// The same, whose servers may take as long to start as somebody waits for them.
  static ManyDriver startingSlowly(ServerSpec... specs) {
    ManyDriver d = new ManyDriver(tool -> true, Optional.empty(), true, specs);
    d.initialize();
    return d;
  }

  /// The same, which remembers its servers in this directory.
  static ManyDriver remembering(MemoryDirectory memory, ServerSpec... specs) {
    ManyDriver d = new ManyDriver(tool -> true, Optional.of(memory.path()), false, specs);
    d.initialize();
    return d;
  }

  /// The same; its client has not spoken yet.
  static ManyDriver silent(MemoryDirectory memory, ServerSpec... specs) {
    return new ManyDriver(tool -> true, Optional.of(memory.path()), false, specs);
  }

  /// An earlier session, in which this server listed these tools.
  static void earlier(MemoryDirectory memory, ServerSpec spec, String... tools) {
    try (ManyDriver d = ManyDriver.remembering(memory, spec)) {
      d.spawned(spec.name()).comeUp(tools);
      d.listNow("0");
      memory.await("\"" + tools[0].replace("?", "") + "\"");
    }
  }

  // Servers.

  /// A server of this name, run by a command of this name.
  static ServerSpec spec(String name) {
    return spec(name, ToolFilter.ALL, false, false);
  }

  static ServerSpec respawning(String name) {
    return spec(name, ToolFilter.ALL, true, false);
  }

  static ServerSpec building(String name) {
    return spec(name, ToolFilter.ALL, false, true);
  }

  /// The same, whose program is not there yet.
  static ServerSpec unbuilt(String name) {
    ServerSpec spec = building(name);
    return new ServerSpec(
        name,
        new Target.Program(
            new Command(
                List.of("node", "dist/index.js"), Map.of(CALLED, name), Path.of("/nonexistent"))),
        spec.build(),
        spec.watch(),
        spec.order(),
        spec.respawn(),
        spec.replay(),
        spec.tools(),
        spec.buildMillis(),
        spec.startMillis(),
        spec.callMillis());
  }

  static ServerSpec spec(String name, Predicate<String> tools, boolean respawn, boolean builds) {
    return spec(name, List.of(), tools, respawn, builds);
  }

  /// A call of it may take so long.
  static ServerSpec limited(String name, long millis) {
    ServerSpec plain = spec(name);
    return new ServerSpec(
        name,
        plain.target(),
        plain.build(),
        plain.watch(),
        plain.order(),
        plain.respawn(),
        plain.replay(),
        plain.tools(),
        plain.buildMillis(),
        plain.startMillis(),
        OptionalLong.of(millis));
  }

  /// Its files are watched.
  static ServerSpec watching(String name) {
    return spec(name, List.of("*.py"), ToolFilter.ALL, false, false);
  }

  private static ServerSpec spec(
      String name, List<String> watch, Predicate<String> tools, boolean respawn, boolean builds) {
    return new ServerSpec(
        name,
        new Target.Program(new Command(List.of(name, "--x"), Map.of(), Path.of("/nonexistent"))),
        builds ? Optional.of("make " + name) : Optional.empty(),
        watch,
        State.Order.START_FIRST,
        respawn,
        List.of(),
        tools,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  FakeSpawner spawner(String name) {
    return spawners.computeIfAbsent(name, n -> new FakeSpawner(1_000L * spawners.size()));
  }

  FakeBuilder builder(String name) {
    return builders.computeIfAbsent(name, n -> new FakeBuilder());
  }

  /// The next process of this server.
  FakeServer spawned(String name) {
    return new FakeServer(spawner(name).next());
  }

  /// The next process of this server, which comes up with these tools.
  FakeServer up(String name, String... tools) {
    FakeServer s = spawned(name).comeUp(tools);
    awaitTools(name, tools);
    return s;
  }

  /// Waits until these tools of a server are known, and no others.
  void awaitTools(String name, String... tools) {
    List<String> wanted = new ArrayList<>();
    for (String t : tools) {
      wanted.add(name + "__" + (t.startsWith("?") ? t.substring(1) : t));
    }
    Await.until("the tools " + wanted, () -> tools(name).equals(Optional.of(wanted)));
  }

  /// The names of the tools of a server, once they are known.
  private Optional<List<String>> tools(String name) {
    return look(() ->
        many()
            .members()
            .find(name)
            .filter(m -> m.backend().snapshot().listed() && m.backend().serving().isPresent())
            .map(m -> m.offer().toolNames(10_000)));
  }

  /// From now on its process takes processor time, or none. The session knows the process by then:
  /// the thread that spawned it may be behind the test.
  void works(FakeServer server, boolean does) {
    Await.until("its process is known", () -> look(() -> isKnown(server)));
    if (does) {
      working.add(server.pid());
    } else {
      working.remove(server.pid());
    }
  }

  private boolean isKnown(FakeServer server) {
    return many().members().all().stream()
        .flatMap(m -> m.backend().snapshot().newest().stream())
        .anyMatch(r -> r.facts().pid().isPresent() && r.facts().pid().getAsLong() == server.pid());
  }

  /// Lets the time pass to the next look at what starting servers do, and that be over.
  void nextLook() {
    awaitTimer(StartWatch.EACH_MILLIS);
    timers.advance(StartWatch.EACH_MILLIS);
    Await.until("a look at the servers", () -> look(() -> !many().starts().isLooking()));
  }

  /// The same for so long.
  void looks(long millis) {
    for (long i = 0; i < millis; i += StartWatch.EACH_MILLIS) {
      nextLook();
    }
  }

  // What there is.

  Many many() {
    return session.face();
  }

  Member member(String name) {
    return look(() -> many().members().find(name).orElseThrow());
  }

  SeenServer server(String name) {
    return new SeenServer(session.monitor(), member(name).backend());
  }

  <T> T look(Supplier<T> at) {
    List<T> seen = new ArrayList<>();
    turn(() -> seen.add(at.get()));
    return seen.getFirst();
  }

  void turn(Runnable body) {
    session.monitor().turn(Monitor.By.OTHER, body);
  }

  Servers servers() {
    return session.face().servers();
  }

  List<String> names() {
    return look(() -> many().members().all().stream().map(Member::name).toList());
  }

  void awaitState(String name, String word) {
    Await.until(
        name + " is " + word,
        () -> look(() -> many().members().find(name).filter(m -> is(m, word)).isPresent()));
  }

  private static boolean is(Member m, String word) {
    return m.backend().state().word().equals(word);
  }

  void awaitTimer(long millis) {
    Await.until("a timer of " + millis + " ms", () -> timers.has(millis));
  }

  // As the client.

  JsonObject initialize() {
    client.request(
        "\"init\"",
        "initialize",
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"sampling\":{}},"
            + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
    JsonObject answer = client.result("\"init\"");
    client.notify("notifications/initialized", "{}");
    client.sync();
    return answer;
  }

  void list(String id) {
    client.request(id, "tools/list", "{}");
  }

  /// The servers' tools of a list that was asked for, without our own.
  List<String> listed(String id) {
    List<String> names = new ArrayList<>();
    for (String name : Json.names(client.result(id).get("tools"))) {
      if (name.contains("__")) {
        names.add(name);
      }
    }
    return names;
  }

  List<String> listNow(String id) {
    list(id);
    return listed(id);
  }

  /// Lets the pause before a `list_changed` pass: it comes.
  void listChanged() {
    Await.until("a change of the lists", () -> look(() -> many().changes().news()));
    timers.advance(ManyChanges.APART_MILLIS); // longer than the pause
    client.heard("notifications/tools/list_changed");
  }

  /// The client does not ask for the lists that a reload has changed: its answer waits in vain.
  void letPass() {
    client.heard("notifications/tools/list_changed");
    Await.until("a list that is awaited", () -> timers.has(ListUptake.MOST_MILLIS));
    timers.advance(ListUptake.MOST_MILLIS);
  }

  /// Changes that wait to be told are told.
  void settle() {
    client.sync();
    timers.advance(1_000);
    client.sync();
  }

  /// A call that this server answers at once.
  void servedBy(FakeServer server, String id, String tool, String text) {
    client.call(id, tool);
    server.text(server.expectCall(tool.substring(tool.indexOf("__") + 2)), text);
    assertThat(client.text(id)).isEqualTo(text);
  }

  void add(String id, String name) {
    client.call(id, "add_server", "{\"name\":\"" + name + "\",\"command\":\"" + name + "\"}");
  }

  void remove(String id, String name) {
    client.call(id, "remove_server", "{\"name\":\"" + name + "\"}");
  }

  void reload(String id, String name) {
    client.call(id, "reload_server", "{\"name\":\"" + name + "\"}");
  }

  /// What `list_servers` tells of a server.
  JsonObject told(String id, String name) {
    client.call(id, "list_servers");
    JsonObject all = client.facts(id);
    for (var each : all.getAsJsonArray("servers")) {
      if (Json.text(each, "name").equals(name)) {
        return each.getAsJsonObject();
      }
    }
    throw new AssertionError("no " + name + " in " + all);
  }

  // The end.

  private static Set<Thread> threads() {
    Set<Thread> all = new HashSet<>();
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (OURS.matcher(t.getName()).matches()) {
        all.add(t);
      }
    }
    return all;
  }

  /// Waits for the end of a session whose input has ended.
  void awaitEnd() {
    Await.until("the end of the session", () -> !reader.isAlive());
    Set<Thread> left = new HashSet<>();
    Await.until(
        "the end of the session's threads",
        () -> {
          left.clear();
          left.addAll(threads());
          left.removeAll(before);
          return left.isEmpty();
        });
    client.checkBooks();
    turn(() -> {
      assertThat(session.hub().runs()).as("processes").isEmpty();
      for (Member m : many().members().all()) {
        assertThat(m.backend().snapshot().held()).as("held by %s", m.name()).isZero();
        assertThat(m.backend().snapshot().inFlight()).as("at %s", m.name()).isZero();
      }
      boolean[] none = {false};
      session.wiring().tracker().whenAnswered(() -> none[0] = true);
      assertThat(none[0]).as("no open request").isTrue();
    });
    spawners.forEach((name, s) -> assertThat(s.noMore()).as("spawns of %s", name).isTrue());
    builders.forEach((name, b) -> assertThat(b.noMore()).as("builds of %s", name).isTrue());
  }

  @Override
  public void close() {
    settle();
    client.checkBooks();
    client.end();
    awaitEnd();
  }
}
