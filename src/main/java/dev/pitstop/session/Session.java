package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.BackendListener;
import dev.pitstop.backend.BackendParts;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.ReplayLog;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.RunEnd;
import dev.pitstop.backend.Said;
import dev.pitstop.backend.Settings;
import dev.pitstop.backend.State;
import dev.pitstop.backend.StopReason;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Stdio;
import dev.pitstop.hub.Hub;
import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// One client's session over stdio: reads its messages, and is told by the backend what the server
/// says. Puts the pieces together; the decisions are in {@link Router} and in the pieces.
public final class Session {
  /// What a session is made of.
  ///
  /// @param handshakeMillis F6: how long the client's handshake and lists wait for the server
  /// @param tools which of our tools are offered, by name
  public record Parts(
      String name,
      Command command,
      Settings settings,
      Spawner spawner,
      Timers timers,
      Log log,
      Optional<Builder> builder,
      List<ReplayLog.Rule> replay,
      Predicate<String> tools,
      long handshakeMillis,
      String version,
      String logFile) {}

  /// How much may be queued for the client before servers are read no further.
  private static final long CLIENT_BACKLOG = 8L * 1024 * 1024;

  private static final long FLUSH_MILLIS = 1_000;
  private static final long LAST_ANSWERS_MILLIS = 5_000;

  private final Outbox outbox;
  private final Monitor monitor;
  private final ClientPort client;
  private final Log log;
  private final Settings settings;
  private final SessionFacts facts = new SessionFacts();
  private final Hub hub;
  private final Backend backend;
  private final SessionServer server;
  private final Path directory;
  private final HandshakeAnswers handshake;
  private final Lists lists;
  private final Subscriptions subscriptions;
  private final ServerRequests serverRequests;
  private final ServerNotifications serverNotifications;
  private final WatchReload watch;
  private final Management management;
  private final ListChanges changes;
  private final ClientReader reader;
  private final Router router;
  private volatile Runnable whenClientGone = () -> {}; // set before run(), run by who sees it go
  private volatile boolean clientGone; // set by whoever writes to the client, read by its reader

  public Session(Parts parts, OutputStream stdout) {
    this(parts, stdout, Description.directory());
  }

  /// @param memory the directory of what is remembered of servers between sessions (F6), if any
  Session(Parts parts, OutputStream stdout, Optional<Path> memory) {
    log = parts.log();
    if (memory.isEmpty()) {
      log.warn("no-memory", "why", UserDirectories.NONE);
    }
    settings = parts.settings();
    outbox = new Outbox("client", Outbox.Role.CLIENT, stdout, this::clientBroken);
    monitor = new Monitor();
    client = new ClientPort(monitor, outbox);
    boolean builds = parts.builder().isPresent();
    StderrRing ring = new StderrRing();
    Stdio channel =
        new Stdio(
            parts.name(),
            parts.command(),
            parts.spawner(),
            settings.stop(),
            monitor,
            parts.timers(),
            log,
            ring,
            settings.maxMessageBytes());
    // beside the largest message there is room for ordinary ones
    long largest = Math.max(settings.hold().bytes(), settings.maxMessageBytes());
    hub = new Hub(largest + largest / 4);
    backend =
        hub.add(
            parts.name(),
            mayKeep ->
                new Backend(
                    new BackendParts(
                        parts.name(),
                        channel,
                        settings,
                        monitor,
                        parts.timers(),
                        log,
                        ring,
                        parts.builder(),
                        parts.replay(),
                        mayKeep),
                    new FromBackend()));
    management = new Management(backend, log);
    server =
        new SessionServer(
            backend, new Told(), new Notices(), new Wording(management.names()), monitor);
    management.offer(
        OwnTools.make(
            new OwnTools.Parts(server, parts.command(), builds, log, parts.logFile()),
            parts.tools()));
    Description description = new Description(memory, parts.command());
    OutsideTurns outside = new OutsideTurns(monitor, log);
    handshake =
        new HandshakeAnswers(
            backend,
            facts,
            outside,
            parts.timers(),
            log,
            description,
            () -> ServerInfo.sentences(management.names(), builds),
            parts.version(),
            parts.handshakeMillis());
    subscriptions = new Subscriptions(server, client);
    changes = new ListChanges(facts, handshake, subscriptions, client);
    lists =
        new Lists(
            server,
            parts.timers(),
            parts.handshakeMillis(),
            management,
            () -> description.read().catalog(),
            changes,
            outside);
    directory = parts.command().directory();
    watch = new WatchReload(server, log);
    serverRequests =
        new ServerRequests(client, backend, "pitstop-" + ProcessHandle.current().pid() + "-s");
    serverNotifications = new ServerNotifications(client, backend, subscriptions, serverRequests);
    Answers answers = new Answers(server, facts, management);
    router =
        new Router(
            backend,
            facts,
            handshake,
            lists,
            subscriptions,
            serverRequests,
            management,
            answers,
            monitor,
            client);
    reader =
        new ClientReader(
            monitor, client, log, settings.maxMessageBytes(), router, handshake, serverRequests);
  }

  /// Reloads when files change that match one of `globs` (R6).
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob cannot be understood
  public void watch(List<String> globs) {
    watch.start(directory, globs);
  }

  /// What follows the shutdown when the client reads no more: its reader may be blocked for ever
  /// then, as it still holds our stdin open.
  public void whenClientGone(Runnable task) {
    whenClientGone = task;
  }

  /// Starts the server, while the client is about to begin its handshake (F6a).
  public void start() {
    monitor.turn(Monitor.By.OTHER, backend::boot);
  }

  /// The server behind this session.
  Backend backend() {
    return backend;
  }

  /// The same, with what the agent has been told of it.
  SessionServer server() {
    return server;
  }

  /// The way to its client.
  ClientPort client() {
    return client;
  }

  /// What guards this session's state.
  Monitor monitor() {
    return monitor;
  }

  /// Reads the client until it ends or breaks, then lets what it asked for be answered, and stops
  /// the server (F7). Returns when nothing is left.
  public void run(InputStream stdin) {
    try {
      reader.read(stdin, () -> clientGone);
    } catch (IOException e) {
      log.warn("client-read-failed", "why", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // asked to end at once
    }
    log.info("client-ended");
    if (!clientGone && !Thread.currentThread().isInterrupted()) {
      CountDownLatch idle = new CountDownLatch(1);
      monitor.turn(Monitor.By.OTHER, () -> router.whenIdle(idle::countDown));
      await(idle, LAST_ANSWERS_MILLIS);
    }
    shutDown();
  }

  /// Stops the server and flushes what is left to say. Joins a shutdown that is under way.
  public void shutDown() {
    watch.close();
    CountDownLatch down = new CountDownLatch(1);
    monitor.turn(Monitor.By.OTHER, () -> hub.stop(StopReason.SHUT_DOWN, down::countDown));
    await(down, settings.stop().total().toMillis() + 3_000);
    CountDownLatch answered = new CountDownLatch(1); // some answers need a look into the memory
    monitor.turn(Monitor.By.OTHER, () -> router.whenAnswered(answered::countDown));
    await(answered, FLUSH_MILLIS);
    monitor.turn(Monitor.By.OTHER, () -> {}); // the one that said so is over: its answer is offered
    try {
      outbox.close(FLUSH_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: enough waited
    }
  }

  /// Kills what is left, at once.
  public void kill() {
    List<Run> left = new ArrayList<>();
    monitor.turn(Monitor.By.OTHER, () -> left.addAll(hub.runs()));
    left.forEach(Run::kill);
  }

  private void await(CountDownLatch latch, long millis) {
    try {
      if (!latch.await(millis, TimeUnit.MILLISECONDS)) {
        log.warn("not-in-time", "waited_ms", millis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: enough waited
    }
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

  /// What the backend tells, in turns.
  private final class FromBackend implements BackendListener {
    @Override
    public Said said() {
      return facts.said();
    }

    @Override
    public void initializeAnswered(Run from, Message.Result answer) {
      facts.accepted();
      handshake.serverAnswered(answer);
    }

    @Override
    public void discoverAnswered(Run from, Message.Result answer) {
      throw new IllegalStateException("this session's server is greeted by its client");
    }

    @Override
    public boolean initializeRefused(Message.Failure answer) {
      boolean told = handshake.serverRefused(answer);
      if (told) {
        facts.refused(); // the client's own first try: it may go on as a modern one
      }
      return told;
    }

    @Override
    public void serverRequest(Run from, Message.Request request) {
      serverRequests.ask(from, request);
    }

    @Override
    public void serverNotification(Run from, Message.Notification n) {
      serverNotifications.take(from, n);
    }

    @Override
    public void resendListens(Run to) {
      subscriptions.resend(to);
    }

    @Override
    public void serving(Run now) {
      subscriptions.serving(now);
      boolean otherwise = server.told().untold(now).filter(d -> !d.isEmpty()).isPresent();
      if (now.number() > 1 || otherwise) {
        server.notices().post(RestartNotice.TAG, now.number(), new RestartNotice(server, now));
      }
      boolean all = handshake.takeAnsweredForServer();
      lists.serving(now, all ? EnumSet.allOf(Kind.class) : EnumSet.noneOf(Kind.class));
    }

    @Override
    public Optional<Catalog> baseline() {
      return server.told().baseline();
    }

    @Override
    public void catalogChanged(CatalogChange change) {
      server.told().changed(change);
      management.catalogChanged(change);
      handshake.remember(change.now());
      if (change.byRestart()) {
        Set<Kind> touched = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
          if (change.diff().touches(kind)) {
            touched.add(kind);
          }
        }
        lists.changed(touched);
      } else {
        lists.refreshed();
      }
    }

    @Override
    public void lost(Run gone, RunEnd how) {
      String words = Wording.endAndStatus(how);
      backend.ring().append(gone.number(), StderrRing.Kind.NOTE, words);
      serverRequests.lost(gone);
      lists.lost(gone);
    }

    @Override
    public void stateChanged(State before, State after) {
      handshake.stateChanged(after);
      watch.stateChanged(after);
      // a crash during a build shows as one when the build has failed
      boolean was = before.serving().isPresent() || before instanceof State.Building;
      boolean is = after.serving().isPresent();
      if (was && !is && !settings.respawn() && after instanceof State.Crashed) {
        toolsLeft();
      }
    }

    @Override
    public void beforeRead() throws InterruptedException {
      client.awaitRoom(CLIENT_BACKLOG);
    }
  }

  /// `report` mode: the tools of a crashed server leave the list until it is reloaded (L2).
  private void toolsLeft() {
    lists.markStale(Kind.TOOLS);
    changes.tell(EnumSet.of(Kind.TOOLS));
  }
}
