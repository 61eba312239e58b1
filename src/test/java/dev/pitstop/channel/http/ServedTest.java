package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeChild;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.stdio.SpoiltChild;
import dev.pitstop.harness.Await;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.log.Log;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Outgoing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A command that serves HTTP. Its process is a real one, which does not listen: the scripted
/// daemon listens in its place. Time is the test's, but for the stop ladder.
@DisplayName("a command that Pitstop runs, and talks to through a URL")
class ServedTest {
  private static final String LIVES = "exec tail -f /dev/null";

  @TempDir private Path dir;

  private final OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
  private final FakeTimers timers = new FakeTimers();
  private final StderrRing ring = new StderrRing();
  private final ScriptedDaemon daemon = ScriptedDaemon.stopped();
  private final List<Link> links = new ArrayList<>();
  private final List<Recorder> told = new ArrayList<>();
  private final List<Child> children = new ArrayList<>();
  private Optional<Http> http = Optional.empty();

  @AfterEach
  void end() {
    for (int i = 0; i < links.size(); i++) {
      links.get(i).kill();
      told.get(i).awaitEnd();
    }
    spawner.close();
    daemon.close();
    Await.until("the end of all processes", () -> children.stream().noneMatch(Child::alive));
  }

  private final Spawner recorded =
      new Spawner() {
        @Override
        public Child spawn(Command command) throws SpawnException {
          Child child = spawner.spawn(command);
          children.add(child);
          return child;
        }

        @Override
        public Optional<PortUse> listener(int port, Command command) {
          return spawner.listener(port, command);
        }

        @Override
        public void whenClosed(Runnable task) {
          spawner.whenClosed(task);
        }
      };

  private Served served(String line) throws BadSetting {
    Endpoint endpoint = Endpoint.of(daemon.url().toString(), List.of());
    Http way = Http.at(parts(recorded), endpoint, Optional.empty(), name -> Optional.empty(), dir);
    http = Optional.of(way);
    return new Served(parts(recorded), new Command(List.of("sh", "-c", line), Map.of(), dir), way);
  }

  private ChannelParts parts(Spawner by) {
    return new ChannelParts(
        "web",
        by,
        new StopLimits(Duration.ofSeconds(5)),
        timers,
        Log.nowhere(),
        ring,
        HttpRig.MAX_MESSAGE);
  }

  private Recorder open(Served of) {
    Recorder recorder = new Recorder();
    links.add(of.open(links.size() + 1, recorder));
    told.add(recorder);
    return recorder;
  }

  private void pass(String what, java.util.function.BooleanSupplier until) {
    Await.stepping(what, until, () -> timers.advance(10));
  }

  private Link.Sent send(String json) {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return links.getLast().send(Outgoing.of(bytes));
  }

  private Link.Sent hello() {
    return send(
        "{'jsonrpc':'2.0','id':'hello','method':'initialize','params':{'protocolVersion':"
            + "'2025-11-25','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}");
  }

  private Link.Sent call(int id) {
    return send(
        "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'echo','arguments':{'key':'k%d','text':'hi'}}}"
            .formatted(id, id));
  }

  /// Gives the last run a session.
  private Recorder greeted() {
    Recorder run = told.getLast();
    hello();
    pass("the handshake", () -> run.messages().size() == 1);
    return run;
  }

  /// A run whose session is lost in a call.
  private Recorder lost() {
    Recorder run = greeted();
    daemon.forgetSessions();
    call(1);
    pass("the loss", run::hasEnded);
    return run;
  }

  private Served running() throws BadSetting {
    Served served = served(LIVES);
    open(served).awaitOpened();
    daemon.start(Setup.legacy());
    return served;
  }

  @Test
  @DisplayName("is open when its process runs; what it is sent before it listens arrives then")
  void order() throws Exception {
    Recorder run = open(served("echo out; echo err >&2; " + LIVES));
    run.awaitOpened();
    Link.Sent first = hello();
    pass("a look", () -> links.getLast().awaits().isPresent());
    assertThat(links.getLast().awaits())
        .contains("nothing listens at " + daemon.url() + " (connection refused)");
    assertThat(links.getLast().mayHaveRun(first)).isFalse();
    assertThat(links.getLast().facts().pid()).hasValue(children.getFirst().pid());
    daemon.start(Setup.legacy());
    pass("its answer", () -> run.messages().size() == 1);
    assertThat(links.getLast().awaits()).isEmpty();
    assertThat(links.getLast().mayHaveRun(first)).isTrue();
    Link.Sent second = call(2);
    pass("one more answer", () -> run.messages().size() == 2);
    assertThat(daemon.executions("k2")).isEqualTo(1);
    assertThat(links.getLast().mayHaveRun(second)).isTrue();
    links.getLast().answered(first);
    links.getLast().answered(second);
    assertThat(links.getLast().pending()).isZero();
    Await.until("its output", () -> ring.lastOf(1, 10).containsAll(List.of("out", "err")));
  }

  @Test
  @DisplayName("that exits before it listens: its exit code, after its last words")
  void diesEarly() throws Exception {
    Recorder run = open(served("echo no module >&2; exit 3"));
    Await.until("its end", run::hasEnded);
    assertThat(run.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(3), Optional.empty()));
    assertThat(run.told()).containsExactly("opened", "ended");
    assertThat(ring.lastOf(1, 10)).containsExactly("no module");
  }

  @Test
  @DisplayName("that dies in a call: its exit, once, and the call may have run")
  void dies() throws Exception {
    running();
    Recorder run = greeted();
    daemon.freeze();
    Link.Sent sent = call(1);
    Await.until("the call leaves", () -> links.getFirst().mayHaveRun(sent));
    children.getFirst().kill();
    pass("its end", run::hasEnded);
    assertThat(run.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(137), Optional.empty()));
    assertThat(links.getFirst().mayHaveRun(sent)).isTrue();
    daemon.thaw();
  }

  @Test
  @DisplayName("whose session is lost: the next run has a new session with the same process")
  void newSession() throws Exception {
    Served served = running();
    Recorder run = lost();
    assertThat(run.awaitEnd()).isInstanceOf(End.Lost.class);
    open(served).awaitOpened();
    greeted();
    call(2);
    pass("an answer", () -> told.getLast().messages().size() == 2);
    assertThat(children).hasSize(1);
    timers.advance(60_000);
    assertThat(children.getFirst().alive()).as("it is used again").isTrue();
  }

  @Test
  @DisplayName("whose session is lost: what the process writes then belongs to the next run")
  void output() throws Exception {
    Served served = served("while [ ! -e late ]; do sleep 0.05; done; echo late; " + LIVES);
    open(served).awaitOpened();
    daemon.start(Setup.legacy());
    lost();
    long before = links.getFirst().facts().startedMillis();
    open(served).awaitOpened();
    Files.createFile(dir.resolve("late"));
    Await.until("its output", () -> ring.lastOf(2, 10).equals(List.of("late")));
    Facts facts = links.getLast().facts();
    assertThat(facts.startedMillis()).as("of the process").isEqualTo(before);
    assertThat(facts.startedNanos())
        .as("of the run")
        .isGreaterThan(links.getFirst().facts().startedNanos());
  }

  @Test
  @DisplayName("whose session is lost, and that no run needs: is stopped after a while")
  void kept() throws Exception {
    running();
    lost();
    pass("its end", () -> !children.getFirst().alive());
  }

  @Test
  @DisplayName("whose session was lost when Pitstop ends: is killed")
  void keptAtTheEnd() throws Exception {
    running();
    lost();
    spawner.close();
    Await.until("its end", () -> !children.getFirst().alive());
  }

  @Test
  @DisplayName("is not started while another process answers at its URL, which is named")
  void taken() throws Exception {
    daemon.start(Setup.legacy());
    Recorder run = open(served(LIVES));
    End.Refused end = (End.Refused) run.awaitEnd();
    assertThat(end.problem())
        .contains("pid " + ProcessHandle.current().pid() + " (`")
        .contains(" answers at " + daemon.url() + " already, so the command was not started.");
    assertThat(end.why()).startsWith("Cannot start `sh -c ");
    assertThat(children).isEmpty();
  }

  @Test
  @DisplayName("that puts itself into the background: exits with 0, and its URL still answers")
  void background() throws Exception {
    Served served = served("read line; exit 0");
    Recorder run = open(served);
    run.awaitOpened();
    daemon.start(Setup.legacy());
    greeted();
    children.getFirst().closeStdin();
    pass("its end", run::hasEnded);
    assertThat(run.awaitEnd())
        .isEqualTo(new End.Exited(new Child.Exit(0), Optional.of(End.Fault.BACKGROUND)));
    Recorder next = open(served);
    assertThat(((End.Refused) next.awaitEnd()).problem())
        .endsWith("has put a process into the background before: run it in the foreground.");
  }

  @Test
  @DisplayName("that is stopped: the session first, then the process, and that ends the run")
  void stops() throws Exception {
    running();
    Recorder run = greeted();
    links.getFirst().stop("is to be replaced");
    pass("its end", run::hasEnded);
    assertThat(run.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(143), Optional.empty()));
    assertThat(daemon.requests().getLast().method()).isEqualTo("DELETE");
  }

  @Test
  @DisplayName("that is stopped in a call: the call is answered first, if that is soon")
  void stopsAfterCall() throws Exception {
    running();
    Recorder run = greeted();
    daemon.freeze();
    Link.Sent sent = call(1);
    Await.until("the call leaves", () -> links.getFirst().mayHaveRun(sent));
    links.getFirst().stop("is to be replaced");
    Await.until("the limit for that", () -> timers.has(HttpRun.DELETE_MILLIS));
    daemon.thaw();
    pass("its end", run::hasEnded);
    assertThat(run.messages()).as("the handshake and the answer").hasSize(2);
  }

  @Test
  @DisplayName("that is stopped in a call without an answer: ends all the same")
  void stopsInCall() throws Exception {
    running();
    Recorder run = greeted();
    daemon.freeze();
    call(1);
    links.getFirst().stop("is to be replaced");
    pass("its end", run::hasEnded);
    assertThat(run.messages()).hasSize(1);
    daemon.thaw();
  }

  @Test
  @DisplayName("that is being stopped: the next one is started when it has ended")
  void oneAfterTheOther() throws Exception {
    Served served = served("while [ ! -e go ]; do sleep 0.05; done");
    open(served).awaitOpened();
    daemon.start(Setup.legacy()); // as if it still listened
    Recorder next = open(served);
    Await.until("it waits", () -> timers.has(ServedRun.BEFORE_MILLIS) || next.hasEnded());
    daemon.stop(Cut.RESET);
    Files.createFile(dir.resolve("go"));
    next.awaitOpened();
    assertThat(children).hasSize(2);
    assertThat(children.getFirst().alive()).isFalse();
  }

  @Test
  @DisplayName("whose session is lost before a reload: the process is stopped, and another started")
  void reloaded() throws Exception {
    Served served = running();
    lost();
    served.reloads();
    Await.until("its end", () -> !children.getFirst().alive());
    daemon.stop(Cut.RESET);
    open(served).awaitOpened();
    assertThat(children).hasSize(2);
  }

  @Test
  @DisplayName("that serves and does not answer: says what the URL answers instead")
  void notReady() throws Exception {
    Recorder run = open(served(LIVES));
    run.awaitOpened();
    daemon.on("initialize").reply(Answer.text(503, "text/plain", "warming up"));
    daemon.start(Setup.legacy());
    hello();
    pass("the answer", () -> links.getLast().awaits().filter(a -> a.contains("503")).isPresent());
    assertThat(links.getLast().awaits())
        .contains("it answered with HTTP status 503 (text/plain): warming up");
    daemon.asNormal();
    pass("the handshake", () -> run.messages().size() == 1);
    assertThat(links.getLast().awaits()).isEmpty();
  }

  @Test
  @DisplayName("that is stopped before it listens: at once, without waiting for its URL")
  void stopsEarly() throws Exception {
    Recorder run = open(served(LIVES));
    run.awaitOpened();
    links.getFirst().stop("was given up");
    Await.until("its end", run::hasEnded);
    assertThat(run.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(143), Optional.empty()));
  }

  @Test
  @DisplayName("that cannot be started: why, in the words of any command")
  void cannotStart() throws Exception {
    Recorder run =
        open(
            new Served(
                parts(spawner),
                new Command(List.of("no-such-command-at-all"), Map.of(), dir),
                way()));
    assertThat(((End.Refused) run.awaitEnd()).why()).contains("no-such-command-at-all");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("that cannot be stopped for an error: its run ends, and says whose fault that is")
  void stopFails(boolean kill) throws Exception {
    FakeSpawner fake = new FakeSpawner();
    fake.spawn(new Command(List.of("x"), Map.of(), dir));
    FakeChild child = fake.next();
    Spawner spoilt = command -> new SpoiltChild(child, Set.of("stop", "kill"));
    Recorder run = open(new Served(parts(spoilt), new Command(List.of("x"), Map.of(), dir), way()));
    run.awaitOpened();
    if (kill) {
      links.getFirst().kill();
    } else {
      links.getFirst().stop("was given up");
    }
    assertThat(run.awaitEnd())
        .isEqualTo(new End.Exited(Child.Exit.UNKNOWN, Optional.of(End.Fault.OURS)));
    child.kill();
  }

  private Http way() throws BadSetting {
    served(LIVES);
    return http.orElseThrow();
  }
}
