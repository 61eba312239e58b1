package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.Command;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.RequestId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// One [Backend] with fake processes and time, in a session whose servers Pitstop greets itself;
/// the test is the session, too, and says what the client has said.
final class GreetingRig implements AutoCloseable {
  static final long START_MILLIS = 30_000;
  static final long LIST_MILLIS = 4_000;
  static final long DRAIN_MILLIS = 20_000;
  private static final StopLimits STOP = new StopLimits(Duration.ofSeconds(1));
  static final String META =
      "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"us\":true}";
  static final String INITIALIZE = "{\"protocolVersion\":\"2025-11-25\",\"us\":true}";

  final FakeTimers timers = new FakeTimers();
  final FakeSpawner spawner = new FakeSpawner();
  final Backend backend;
  final List<String> told = new CopyOnWriteArrayList<>(); // what the session was told, in order
  private final Set<String> spoilt = ConcurrentHashMap.newKeySet();
  private final Monitor monitor = new Monitor();
  private final StderrRing ring = new StderrRing();
  private final Map<String, String> ended = new LinkedHashMap<>(); // calls; in turns
  private final Set<String> subscriptions = new LinkedHashSet<>(); // in turns, like below
  private Optional<String> level = Optional.empty();
  private Optional<Own> own = Optional.empty();
  private int calls;

  GreetingRig() {
    this(true);
  }

  /// @param respawn whether a call starts a crashed server
  GreetingRig(boolean respawn) {
    Channel channel =
        new Stdio(
            new ChannelParts("fake", spawner, STOP, timers, Log.nowhere(), ring, 64 * 1024),
            new Command(List.of("fake-server"), Map.of(), Path.of("/nonexistent")),
            monitor);
    Settings settings =
        new Settings(
            respawn,
            START_MILLIS,
            false,
            STOP,
            DRAIN_MILLIS,
            LIST_MILLIS,
            new HoldLimits(5, 4_000, 120_000),
            OptionalLong.empty(),
            State.Order.START_FIRST,
            64 * 1024);
    backend =
        new Backend(
            new BackendParts(
                "fake",
                new Recipe(channel, settings, Optional.empty(), List.of()),
                monitor,
                timers,
                Log.nowhere(),
                ring,
                (kept, wanted) -> 1 << 20,
                new Listener()));
  }

  // As the session.

  /// The session fails when it is told this.
  void spoil(String what) {
    spoilt.add(what);
  }

  private void tell(String what) {
    told.add(what);
    if (spoilt.contains(what)) {
      throw new IllegalStateException("a defect");
    }
  }

  <T> T look(Supplier<T> at) {
    List<T> seen = new ArrayList<>();
    monitor.turn(() -> seen.add(at.get()));
    return seen.getFirst();
  }

  void turn(Runnable body) {
    monitor.turn(body);
  }

  /// The client speaks: what it says of itself is what we say.
  GreetingRig client(boolean modern) {
    turn(() -> own = Optional.of(new Own(INITIALIZE, META, modern)));
    return this;
  }

  /// ... after the server was started.
  void speaks(boolean modern) {
    client(modern);
    turn(backend::eraKnown);
  }

  void level(String params) {
    turn(() -> level = Optional.of(params));
  }

  void subscribes(String uri) {
    turn(() -> subscriptions.add(uri));
  }

  FakeChild boot() {
    turn(backend::boot);
    return spawner.next();
  }

  /// Calls a tool; waits while no server is greeted.
  ///
  /// @return the call's name, under which it ends
  String call() {
    return submit("tools/call", "{\"name\":\"echo\",\"arguments\":{}}");
  }

  /// Asks for something.
  ///
  /// @param params a JSON object, or empty for none
  String submit(String method, String params) {
    String name = "call-" + ++calls;
    Message request = Codec.parse(Messages.request(RequestId.of(calls), method, params));
    turn(() -> {
      if (request instanceof Message.Request r) {
        Call call =
            new Call(
                Call.Kind.REQUEST,
                r,
                RequestFacts.of(r),
                method.equals("tools/call") ? "echo" : "",
                (c, ending) -> ended.put(name, words(ending)));
        backend.calls().submit(call);
      }
    });
    return name;
  }

  private static String words(Call.Ending ending) {
    return switch (ending) {
      case Call.Ending.Answered a ->
          a.message() instanceof Message.Result ? "answered" : "answered by an error";
      case Call.Ending.Failed f -> f.why().getClass().getSimpleName();
    };
  }

  /// The call as [#call] names it, or the method of a request of Pitstop's own.
  private static String name(Call call) {
    return call.kind() == Call.Kind.REQUEST
        ? "call-" + call.request().id().lexeme()
        : call.request().method();
  }

  /// How the call ended; "open" if it has not.
  String end(String call) {
    return look(() -> ended.getOrDefault(call, "open"));
  }

  void awaitEnd(String call, String how) {
    Await.until("the end of " + call, () -> !end(call).equals("open"));
    assertThat(end(call)).isEqualTo(how);
  }

  /// Asks for a reload; how it ended is told.
  void reload() {
    turn(() ->
        backend
            .reloads()
            .reload(State.Order.START_FIRST, true, r -> told.add("reload " + r.outcome())));
  }

  void stop(StopReason why) {
    turn(() -> backend.stop(why, () -> {}));
  }

  void awaitState(String word) {
    Await.until("state " + word, () -> look(() -> backend.state().word()).equals(word));
  }

  void awaitTold(String what) {
    Await.until(what + " in " + told, () -> told.contains(what));
  }

  void awaitTools(String... names) {
    Await.until("tools " + List.of(names), () -> tools().equals(List.of(names)));
  }

  private List<String> tools() {
    return look(
        () -> backend.lists().current().entries(Kind.TOOLS).stream().map(Entry::key).toList());
  }

  /// Waits until a timer of this length is set, and lets the time pass.
  void pass(long millis) {
    pass(timers, millis);
  }

  static void pass(FakeTimers time, long millis) {
    Await.until("a timer of " + millis + " ms", () -> time.has(millis));
    time.advance(millis);
  }

  /// What was wrong with the last start.
  Trouble trouble() {
    return look(() -> backend.snapshot().trouble().orElseThrow());
  }

  // As the server.

  /// The next message to it, which must be of this method.
  static JsonObject expect(FakeChild child, String method) {
    JsonObject m = JsonParser.parseString(child.nextLine()).getAsJsonObject();
    assertThat(m.get("method").getAsString()).as("%s", m).isEqualTo(method);
    return m;
  }

  static void answer(FakeChild child, JsonObject request, String result) {
    child.say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
  }

  /// It is greeted, as a legacy server.
  static FakeChild initialized(FakeChild child) {
    String said =
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"}}";
    answer(child, expect(child, "initialize"), said);
    expect(child, "notifications/initialized");
    return child;
  }

  static void refuse(FakeChild child, JsonObject request, String error) {
    child.say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"error\":" + error + "}");
  }

  /// All that the server said before has been dealt with, and it was told nothing because of it.
  void quiet(FakeChild child) {
    int before = told.size();
    child.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
    Await.until("a notification", () -> told.size() > before);
    assertThat(told).element(before).isEqualTo("notifications/message");
    assertThat(child.input().lines()).as("what the server was told").isEmpty();
  }

  /// It is there, and nothing is asked of it.
  void quietAfterOpening(FakeChild child) {
    Await.until(
        "a run", () -> look(() -> backend.snapshot().starting().isPresent())); // it is opened
    quiet(child);
  }

  /// Nothing may be left: no process, no call, no timer.
  @Override
  public void close() {
    stop(StopReason.SHUT_DOWN);
    Await.until("the end of all runs", () -> look(() -> backend.snapshot().live().isEmpty()));
    assertThat(look(() -> ended)).as("calls that ended").hasSize(calls);
    assertThat(spawner.noMore()).as("spawns nobody expected").isTrue();
    assertThat(timers.none()).as("no timer is left").isTrue();
  }

  private final class Listener implements BackendListener {
    @Override
    public void recipeChanged(Recipe now) {
      tell("another recipe");
    }

    @Override
    public Said said() {
      Said said = new Said();
      level.ifPresent(said::level);
      own.ifPresent(said::own);
      return said;
    }

    @Override
    public Set<String> subscriptions() {
      return Set.copyOf(subscriptions);
    }

    @Override
    public void introduced(Run from, Message.Result answer, boolean modern) {
      tell((modern ? "discover" : "initialize") + " answered by #" + from.number());
    }

    @Override
    public boolean initializeRefused(Message.Failure answer) {
      throw new AssertionError("the client has asked no initialize");
    }

    @Override
    public void serverRequest(Run from, Message.Request request, Optional<Call> during) {
      tell(
          "asked "
              + request.id().lexeme()
              + " during "
              + during.map(GreetingRig::name).orElse("no call"));
    }

    @Override
    public void serverNotification(Run from, Message.Notification n) {
      tell(n.method());
    }

    @Override
    public void strayWords(Run from) {
      throw new AssertionError("no server writes words to its stdout");
    }

    @Override
    public boolean hears(Run to) {
      return true;
    }

    @Override
    public void resendListens(Run to) {
      tell((to.legacy() ? "legacy" : "not legacy") + " #" + to.number() + " is told");
    }

    @Override
    public void serving(Run now) {
      tell("serving #" + now.number());
    }

    @Override
    public Optional<Catalog> baseline() {
      return Optional.empty();
    }

    @Override
    public void catalogChanged(CatalogChange change) {
      tell("lists of #" + change.run().number());
    }

    @Override
    public void listsAsked() {
      // looked at by tests of whole sessions
    }

    @Override
    public void lost(Run gone, RunEnd how) {
      tell("lost #" + gone.number());
    }

    @Override
    public void stateChanged(State before, State after) {
      // looked at where it matters
    }

    @Override
    public void awaitRoom() {
      // nobody is slow here
    }
  }
}
