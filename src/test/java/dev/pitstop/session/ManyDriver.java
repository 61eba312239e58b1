package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// A session with many fake servers, their builds and their time; the test is the client, too. At
/// the end it proves that nothing is left: no request without an answer, no process, no call, no
/// server in a table, no thread.
final class ManyDriver implements AutoCloseable {
  static final long START_MILLIS = SessionDriver.START_MILLIS;
  static final long LIST_MILLIS = SessionDriver.LIST_MILLIS;

  /// How long lists wait for a server that starts.
  static final long WAIT_MILLIS = 2_000;

  static final HoldLimits HOLD = SessionDriver.HOLD;

  /// An environment variable with the name of a server, where the command does not tell it.
  static final String CALLED = "CALLED";

  static final int MAX_MESSAGE = 1024 * 1024;

  private static final Setup USUAL =
      Setup.PLAIN.forgetting().reporting().taking(MAX_MESSAGE).listing(WAIT_MILLIS);

  final FakeTimers timers = new FakeTimers();
  final FakeClient client = new FakeClient();
  private final FakeOrigin origin = new FakeOrigin(new FakeBuilder());
  final List<String> saved = origin.saved;
  final List<String> kept = origin.kept;
  private final Map<String, FakeSpawner> spawners = new ConcurrentHashMap<>();
  private final Map<String, FakeBuilder> builders = new ConcurrentHashMap<>();
  private final TestSession session;

  /// A session whose client has not spoken yet.
  ///
  /// @param specs those that are there from the start
  ManyDriver(ServerSpec... specs) {
    this(USUAL, specs);
  }

  /// @param tools which of our tools are offered
  ManyDriver(Predicate<String> tools, ServerSpec... specs) {
    this(USUAL.offering(tools), specs);
  }

  private ManyDriver(Setup setup, ServerSpec... specs) {
    session =
        TestSession.many(
            setup, List.of(specs), new ByCommand(), timers, this::builder, origin, client);
  }

  /// The process of a server is the one whose program is called like it, or which is called so in
  /// its environment.
  private final class ByCommand implements Spawner {
    @Override
    public Child spawn(Command command) throws SpawnException {
      return spawner(command.env().getOrDefault(CALLED, command.argv().getFirst())).spawn(command);
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
    ManyDriver d = new ManyDriver(USUAL.startingSlowly(), specs);
    d.initialize();
    return d;
  }

  /// The same, which remembers its servers in this directory.
  static ManyDriver remembering(MemoryDirectory memory, ServerSpec... specs) {
    ManyDriver d = new ManyDriver(USUAL.remembering(memory.path()), specs);
    d.initialize();
    return d;
  }

  /// The same; its client has not spoken yet.
  static ManyDriver silent(MemoryDirectory memory, ServerSpec... specs) {
    return new ManyDriver(USUAL.remembering(memory.path()), specs);
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
    return Specs.of(name, name, "--x");
  }

  static ServerSpec respawning(String name) {
    return Specs.respawning(spec(name), true);
  }

  static ServerSpec building(String name) {
    return spec(name).with(name, spec(name).target(), Optional.of("make " + name));
  }

  /// The same, whose program is not there yet.
  static ServerSpec unbuilt(String name) {
    Target program = Specs.program(Map.of(CALLED, name), "node", "dist/index.js");
    return Specs.run(building(name), program);
  }

  static ServerSpec spec(String name, Predicate<String> tools, boolean respawn, boolean builds) {
    ServerSpec spec = builds ? building(name) : spec(name);
    return Specs.filtered(Specs.respawning(spec, respawn), tools);
  }

  /// Its files are watched.
  static ServerSpec watching(String name) {
    return Specs.watching(spec(name), List.of("*.py"));
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

  /// The same, and the client has listed them.
  FakeServer upAndListed(String name, String... tools) {
    FakeServer s = up(name, tools);
    listNow(client.fresh("list"));
    return s;
  }

  /// Waits until these tools of a server are known, and no others.
  void awaitTools(String name, String... tools) {
    List<String> wanted = new ArrayList<>();
    for (String t : tools) {
      wanted.add(name + "__" + (t.startsWith("?") ? t.substring(1) : t));
    }
    Await.until("the tools " + wanted, () -> session.tools(name).equals(Optional.of(wanted)));
  }

  // What there is.

  SeenServer server(String name) {
    return session.server(name);
  }

  DirectServer direct(String name) {
    return session.direct(name);
  }

  ConfiguredServers servers() {
    return session.configured();
  }

  List<String> names() {
    return session.names();
  }

  void awaitState(String name, String word) {
    Await.until(
        name + " is " + word,
        () -> session.find(name).filter(s -> s.state().equals(word)).isPresent());
  }

  void awaitTimer(long millis) {
    Await.until("a timer of " + millis + " ms", () -> timers.has(millis));
  }

  // As the client.

  JsonObject initialize() {
    client.hello("2025-06-18", "{\"sampling\":{}}");
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
    awaitNews();
    timers.advance(Limits.COMING_MILLIS); // longer than the pause
    client.heard("notifications/tools/list_changed");
  }

  /// Waits for a change of the lists that is to be told.
  void awaitNews() {
    Await.until("a change of the lists", session::listsChanged);
  }

  /// The client does not ask for the lists that a reload has changed: its answer waits in vain.
  void letPass() {
    client.heard("notifications/tools/list_changed");
    Await.until("an answer that waits for a list", session::waitsForUptake);
    timers.advance(Limits.UPTAKE_MILLIS);
  }

  /// Changes that wait to be told are told.
  void settle() {
    client.sync();
    timers.advance(1_000);
    client.sync();
  }

  /// Nothing has come that was not asked for, or will be told yet.
  void heardNothing() {
    settle();
    client.heardNothing();
  }

  /// Asks for a list, which is not answered yet.
  void listWaits(String id) {
    list(id);
    client.waits(id);
  }

  /// A call that this server answers at once.
  void servedBy(FakeServer server, String id, String tool, String text) {
    assertThat(client.callAnswered(server, id, tool, text)).isEqualTo(text);
  }

  /// The same of a call that waits; something may be told along.
  void delivers(FakeServer server, String id, String tool, String text) {
    server.text(server.expectCall(tool.substring(tool.indexOf("__") + 2)), text);
    assertThat(client.text(id)).endsWith(text);
  }

  void add(String id, String name) {
    client.call(id, "add_server", "{\"name\":\"" + name + "\",\"command\":\"" + name + "\"}");
  }

  void remove(String id, String name) {
    client.call(id, "remove_server", "{\"name\":\"" + name + "\"}");
  }

  /// The same.
  ///
  /// @return what the agent is told
  String removed(String id, String name) {
    remove(id, name);
    return client.text(id);
  }

  void reload(String id, String name) {
    client.call(id, "reload_server", "{\"name\":\"" + name + "\"}");
  }

  /// What `list_servers` tells of a server.
  JsonObject told(String id, String name) {
    return client.told(id, name);
  }

  // The end.

  void shutDown() {
    session.shutDown();
  }

  void kill() {
    session.kill();
  }

  /// What the session does outside turns waits until the test has it go on.
  Runnable holdOutside(boolean awaited) {
    return session.holdOutside(awaited);
  }

  /// Lets those beside the agent see the session.
  void showBeside() {
    session.showBeside();
  }

  /// The lines of a type in the journal.
  List<String> journal(String type) {
    return session.journal(type);
  }

  /// Starts the servers once more.
  void start() {
    session.start();
  }

  /// Waits for the end of a session whose input has ended.
  void awaitEnd() {
    builders.values().forEach(FakeBuilder::leave);
    session.awaitEnd();
    client.checkBooks();
    session.checkNothingLeft();
    spawners.forEach((name, s) -> assertThat(s.noMore()).as("spawns of %s", name).isTrue());
    builders.forEach((name, b) -> assertThat(b.noMore()).as("builds of %s", name).isTrue());
  }

  @Override
  public void close() {
    if (!client.hasLeft()) {
      settle();
      client.checkBooks();
      client.end();
    }
    awaitEnd();
  }
}
