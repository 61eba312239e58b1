package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.ReplayRule;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Settings;
import dev.pitstop.backend.StopReason;
import dev.pitstop.channel.Target;
import dev.pitstop.hub.Hub;
import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.process.Spawner;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// One client's session over stdio: reads its messages and takes what the backends report. This
/// class puts the pieces together; {@link Router}, the {@link Face} and the pieces decide.
public final class Session {
  /// What a session with one server is made of.
  ///
  /// @param handshake how long the client's handshake and lists wait for the server
  /// @param tools which of Pitstop's own tools are offered, by name
  /// @param version of Pitstop; supplied only when it is shown, as it is read from a file
  public record Parts(
      String name,
      Target target,
      Settings settings,
      Spawner spawner,
      Timers timers,
      Log log,
      Optional<Builder> builder,
      List<ReplayRule> replay,
      Predicate<String> tools,
      HandshakePatience handshake,
      NoticeMode notices,
      Supplier<String> version,
      String logFile) {}

  /// How much may be queued for the client before Pitstop stops reading the servers.
  private static final long CLIENT_BACKLOG = 8L * 1024 * 1024;

  private static final long FLUSH_MILLIS = 1_000;
  private static final long KILLED_MILLIS = 1_000;

  /// For the last steps when the stop limit has already passed.
  private static final long LEAST_MILLIS = 250;

  private final Outbox outbox;
  private final Monitor monitor;
  private final ClientPort client;
  private final Log log;
  private final Settings settings;
  private final Hub hub;
  private final Tracker tracker = new Tracker();
  private final Face face;
  private final ClientReader reader;
  private volatile Runnable whenClientGone = () -> {}; // set before run()
  private volatile boolean clientGone; // set by writers to the client, read by its reader

  /// A session with one server.
  public Session(Parts parts, OutputStream stdout) {
    this(parts, stdout, Description.directory());
  }

  /// @param memory the directory of remembered descriptions (F6), if there is one
  Session(Parts parts, OutputStream stdout, Optional<Path> memory) {
    this(
        parts.settings(),
        parts.timers(),
        parts.log(),
        parts.notices(),
        stdout,
        memory,
        wiring -> new Solo(wiring, parts, memory));
  }

  /// A session with many servers.
  public Session(ManyParts parts, OutputStream stdout) {
    this(parts, stdout, Description.directory());
  }

  /// @param memory the directory of remembered descriptions (F6), if there is one
  Session(ManyParts parts, OutputStream stdout, Optional<Path> memory) {
    this(
        parts.settings(),
        parts.timers(),
        parts.log(),
        parts.notices(),
        stdout,
        memory,
        wiring -> new Many(wiring, parts, memory));
  }

  private Session(
      Settings settings,
      Timers timers,
      Log log,
      NoticeMode notices,
      OutputStream stdout,
      Optional<Path> memory,
      Function<Wiring, Face> makeFace) {
    this.settings = settings;
    this.log = log;
    if (memory.isEmpty()) {
      log.warn("no-memory", "why", UserDirectories.NONE);
    }
    outbox = new Outbox("client", Outbox.Role.CLIENT, stdout, this::clientBroken);
    monitor = new Monitor();
    client = new ClientPort(monitor, outbox);
    // beside the largest message there is room for ordinary ones
    long largest = Math.max(settings.hold().bytes(), settings.maxMessageBytes());
    hub = new Hub(largest + largest / 4);
    ServerRequests serverRequests =
        new ServerRequests(
            client, FreshIds.words("pitstop-" + ProcessHandle.current().pid() + "-s"));
    Wiring wiring =
        new Wiring(
            monitor,
            client,
            log,
            timers,
            hub,
            new SessionFacts(),
            new Management(log),
            serverRequests,
            tracker,
            new OutsideTurns(monitor, log),
            notices,
            new ListUptake(timers, monitor),
            CLIENT_BACKLOG);
    face = makeFace.apply(wiring);
    Router router = new Router(face, wiring);
    reader =
        new ClientReader(
            monitor, client, log, settings.maxMessageBytes(), router, face, serverRequests);
  }

  /// Reloads the one server when files change that match one of `globs` (R6). Without globs, a
  /// command-line program is reloaded when its own file changes (T4).
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob is invalid
  public void watch(List<String> globs) {
    if (face instanceof Solo solo) {
      solo.watch(globs);
    }
  }

  /// Once the one server serves, proposes options that it was not given; once per project.
  public void propose() {
    if (face instanceof Solo solo) {
      solo.propose();
    }
  }

  /// The options that Pitstop was started with, by name, for command lines that propose others.
  /// Call it before {@link #start}.
  public void given(Map<String, List<String>> options) {
    if (face instanceof Solo solo) {
      solo.given(options);
    }
  }

  /// What follows the shutdown when the client no longer reads. The thread that reads the client
  /// may then be blocked for ever, since the client still holds Pitstop's stdin open.
  public void whenClientGone(Runnable task) {
    whenClientGone = task;
  }

  /// Starts the servers while the client begins its handshake (F6a).
  public void start() {
    monitor.turn(Monitor.By.OTHER, face::start);
    if (face instanceof Many many) {
      List<Member> first = new ArrayList<>();
      monitor.turn(Monitor.By.OTHER, () -> first.addAll(many.all()));
      first.forEach(many::watchOrSay);
    }
  }

  /// The servers of the configuration file; empty in a session with one server.
  public Optional<Servers> servers() {
    return face instanceof Many many ? Optional.of(many.servers()) : Optional.empty();
  }

  /// The client's requests that have no answer yet.
  Tracker tracker() {
    return tracker;
  }

  /// The one server behind this session.
  Backend backend() {
    return server().backend();
  }

  /// The one server, with what the agent has been told of it.
  SessionServer server() {
    if (face instanceof Solo solo) {
      return solo.server();
    }
    throw new IllegalStateException("many servers");
  }

  /// The many servers behind this session.
  Many many() {
    if (face instanceof Many many) {
      return many;
    }
    throw new IllegalStateException("one server");
  }

  /// The connection to the client.
  ClientPort client() {
    return client;
  }

  /// What guards this session's state.
  Monitor monitor() {
    return monitor;
  }

  /// Reads the client until its input ends or breaks, then waits for open answers and stops the
  /// servers (F7). Returns when nothing is left.
  public void run(InputStream stdin) {
    try {
      reader.read(stdin, () -> clientGone);
    } catch (IOException e) {
      log.warn("client-read-failed", "why", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // asked to end at once
    }
    log.info("client-ended");
    settings.stop().end();
    if (!clientGone && !Thread.currentThread().isInterrupted()) {
      CountDownLatch idle = new CountDownLatch(1);
      monitor.turn(Monitor.By.OTHER, () -> tracker.whenIdle(idle::countDown));
      await(idle, settings.stop().waitMillis(Long.MAX_VALUE)); // stopping has the rest
    }
    shutDown();
  }

  /// Stops the servers and flushes what is left to send, within the stop limit, which started when
  /// the client's input ended, or starts now. Joins a shutdown that is under way.
  public void shutDown() {
    settings.stop().end();
    face.close();
    CountDownLatch down = new CountDownLatch(1);
    monitor.turn(Monitor.By.OTHER, () -> hub.stop(StopReason.SHUT_DOWN, down::countDown));
    if (!await(down, settings.stop().left().toMillis())) {
      kill(); // what the ladder did not stop
      await(down, KILLED_MILLIS);
    }
    CountDownLatch answered = new CountDownLatch(1); // some answers read a remembered description
    monitor.turn(Monitor.By.OTHER, () -> tracker.whenAnswered(answered::countDown));
    await(answered, leftToFlush());
    CountDownLatch written = new CountDownLatch(1); // bounded: leftovers are swept later
    monitor.turn(Monitor.By.OTHER, () -> face.whenWritten(written::countDown));
    await(written, leftToFlush());
    monitor.turn(Monitor.By.OTHER, () -> {}); // its turn is over: the answer is in the outbox
    try {
      outbox.close(leftToFlush());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: stop waiting
    }
  }

  /// Kills all runs at once.
  public void kill() {
    List<Run> left = new ArrayList<>();
    monitor.turn(Monitor.By.OTHER, () -> left.addAll(hub.runs()));
    left.forEach(Run::kill);
  }

  private long leftToFlush() {
    return Math.clamp(settings.stop().left().toMillis(), LEAST_MILLIS, FLUSH_MILLIS);
  }

  /// @return whether the latch opened in time
  private boolean await(CountDownLatch latch, long millis) {
    try {
      if (latch.await(millis, TimeUnit.MILLISECONDS)) {
        return true;
      }
      log.warn("not-in-time", "waited_ms", millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: stop waiting
    }
    return false;
  }

  private void clientBroken(IOException why) {
    clientGone = true;
    log.info("client-gone", "why", String.valueOf(why.getMessage()));
    try {
      Thread.ofPlatform().name("client gone").start(this::leave);
    } catch (OutOfMemoryError noThread) {
      kill(); // this thread may be needed for the servers to end in order
      whenClientGone.run();
    }
  }

  private void leave() {
    try {
      shutDown();
    } catch (RuntimeException | Error e) {
      log.error("defect", "in", "shutdown", "why", e.toString());
    } finally {
      whenClientGone.run();
    }
  }
}
