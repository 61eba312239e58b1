package dev.pitstop.session;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.hub.Backends;
import dev.pitstop.hub.Hub;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.session.exposure.Exposure;
import dev.pitstop.session.exposure.Face;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.ClientTools;
import dev.pitstop.session.front.ListUptake;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.Tracker;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.SessionParts;
import dev.pitstop.session.monitoring.About;
import dev.pitstop.session.monitoring.Monitoring;
import dev.pitstop.session.tools.Management;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// One client's session over stdio: reads its messages and takes what the backends report. This
/// class puts the pieces together; the {@link Face} and its parts decide.
public final class Session {
  private static final long FLUSH_MILLIS = Grace.millis(1_000);
  private static final long KILLED_MILLIS = Grace.millis(1_000);

  /// From the first message to the client to the journal, unless a request comes earlier.
  private static final long JOURNAL_MILLIS = 20;

  /// For the last steps when the stop limit has already passed.
  private static final long LEAST_MILLIS = Grace.millis(250);

  private final Outbox outbox;
  final Hub hub; // all servers behind this session
  final Wiring wiring; // the parts that this session has once
  private final SessionParts parts;
  private final Optional<Path> record;
  private final Face face;
  private final ClientReader reader;
  private volatile Optional<Monitoring> monitoring = Optional.empty(); // set in a turn
  private volatile Runnable whenClientGone = () -> {}; // set before run()

  /// @param memory the directory of remembered descriptions, if there is one
  /// @param record the file that gets a recording of the session, if there is one; it exists
  public Session(
      SessionParts parts,
      Exposure exposure,
      OutputStream stdout,
      Optional<Path> memory,
      Optional<Path> record) {
    this.parts = parts;
    this.record = record;
    if (memory.isEmpty()) {
      parts.log().warn("no-memory", "why", UserDirectories.NONE);
    }
    outbox = new Outbox("client", Outbox.Role.CLIENT, stdout, this::clientBroken);
    Monitor monitor = new Monitor();
    ClientPort client = new ClientPort(monitor, outbox);
    // beside the largest message there is room for ordinary ones
    long largest = Math.max(parts.settings().hold().bytes(), parts.settings().maxMessageBytes());
    hub = new Hub(largest + largest / 4);
    Channels channels =
        new Channels(parts.spawner(), monitor, parts.timers(), parts.log(), parts.surroundings());
    ServerRequests serverRequests =
        new ServerRequests(
            client,
            FreshIds.words("pitstop-" + ProcessHandle.current().pid() + "-s"),
            exposure instanceof Exposure.Prefixed);
    wiring =
        new Wiring(
            monitor,
            client,
            parts.log(),
            parts.timers(),
            parts.spawner().executables(),
            new Said(),
            serverRequests,
            new Tracker(),
            new OutsideTurns(monitor, parts.log()),
            new ListUptake(parts.timers(), monitor),
            new ClientTools());
    Management management = new Management(parts.log());
    Backends backends = new Backends(hub, channels, monitor, parts.timers(), parts.log());
    face = new Face(wiring, backends, management, parts, exposure, memory);
    reader = new ClientReader(wiring, parts.settings().maxMessageBytes(), face.router());
  }

  public Face face() {
    return face;
  }

  /// Keeps a journal of the session, and lets those beside the agent see it. It begins after the
  /// first answer; if the session is recorded, at once.
  public void showBeside() {
    wiring
        .client()
        .record(
            this::beginJournal,
            () -> wiring.after(JOURNAL_MILLIS, wiring.client()::beginRecording));
    if (record.isPresent()) {
      wiring.monitor().turn(wiring.client()::beginRecording);
    }
  }

  /// In a turn.
  private Recorder beginJournal() {
    About about =
        About.of(
            parts.version().get(),
            parts.surroundings(),
            face.only().map(Member::backend),
            !parts.logFile().isEmpty());
    Monitoring made = new Monitoring(about, face.tools(), record);
    monitoring = Optional.of(made);
    return made.begin(hub);
  }

  /// Sets what follows the shutdown when the client no longer reads. The thread that reads the
  /// client may then be blocked for ever, because the client still holds Pitstop's stdin open.
  public void whenClientGone(Runnable task) {
    whenClientGone = task;
  }

  /// Starts the servers while the client begins its handshake.
  public void start() {
    wiring.monitor().turn(face::start);
    face.started();
  }

  /// Reads the client until its input ends or breaks, then waits for open answers and stops the
  /// servers. Returns when nothing is left.
  public void run(InputStream stdin) {
    try {
      reader.read(stdin);
    } catch (IOException e) {
      parts.log().warn("client-read-failed", "why", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // asked to end at once
    }
    parts.log().info("client-ended");
    parts.settings().stop().end();
    if (!reader.gone && !Thread.currentThread().isInterrupted()) {
      // stopping has the rest
      await(wiring.tracker()::whenIdle, parts.settings().stop().waitMillis(Long.MAX_VALUE));
    }
    shutDown();
  }

  /// Stops the servers and flushes what is left to send, within the stop limit. The limit started
  /// when the client's input ended, or starts now. If a shutdown is under way, this call joins it.
  public void shutDown() {
    parts.settings().stop().end();
    face.close();
    CountDownLatch down = wiring.monitor().inTurn(() -> hub.stop(StopReason.SHUT_DOWN));
    if (!await(down, parts.settings().stop().left().toMillis())) {
      kill(); // what the ladder did not stop
      await(down, KILLED_MILLIS);
    }
    await(wiring.tracker()::whenIdle, leftToFlush()); // some read a remembered description
    await(face::whenWritten, leftToFlush()); // bounded: leftovers are swept later
    wiring.monitor().turn(() -> {}); // its turn is over: the answer is in the outbox
    try {
      outbox.close(leftToFlush());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: stop waiting
    }
    monitoring.ifPresent(Monitoring::close);
  }

  /// The same, told by a signal: the next session may wait for what the servers hold.
  public void shutDownQuickly() {
    parts.settings().stop().hurry();
    shutDown();
  }

  public void kill() {
    wiring.monitor().inTurn(hub::runs).forEach(Run::kill);
  }

  private long leftToFlush() {
    return Math.clamp(parts.settings().stop().left().toMillis(), LEAST_MILLIS, FLUSH_MILLIS);
  }

  /// Lets `ask` say in a turn what follows what it waits for, and waits until that has happened.
  private void await(Consumer<Runnable> ask, long millis) {
    CountDownLatch done = new CountDownLatch(1);
    wiring.monitor().turn(() -> ask.accept(done::countDown));
    await(done, millis);
  }

  private boolean await(CountDownLatch latch, long millis) {
    try {
      if (latch.await(millis, TimeUnit.MILLISECONDS)) {
        return true;
      }
      parts.log().warn("not-in-time", "waited_ms", millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: stop waiting
    }
    return false;
  }

  private void clientBroken(IOException why) {
    reader.gone = true;
    parts.log().info("client-gone", "why", String.valueOf(why.getMessage()));
    // on a thread of its own, since this one may be needed for the servers to end in order
    Thread.ofPlatform().name("client gone").start(this::leave);
  }

  private void leave() {
    try {
      shutDown();
    } catch (RuntimeException | Error e) {
      parts.log().error("defect", "in", "shutdown", "why", e.toString());
    } finally {
      whenClientGone.run();
    }
  }
}
