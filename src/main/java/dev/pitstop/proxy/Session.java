package dev.pitstop.proxy;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Incarnation;
import dev.pitstop.backend.Obituary;
import dev.pitstop.backend.ReplayLog;
import dev.pitstop.backend.SessionFacts;
import dev.pitstop.backend.Settings;
import dev.pitstop.backend.State;
import dev.pitstop.backend.Timers;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
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

  private static final long FLUSH_MILLIS = 1_000;
  private static final long LAST_ANSWERS_MILLIS = 5_000;

  private final Outbox outbox;
  private final Monitor monitor;
  private final Log log;
  private final Settings settings;
  private final SessionFacts facts = new SessionFacts();
  private final Notices notices = new Notices();
  private final Backend backend;
  private final InitializeDesk desk;
  private final Lists lists;
  private final Listens listens;
  private final ServerRequests serverRequests;
  private final ServerNotifications serverNotifications;
  private final WatchReload watch;
  private final Management management;
  private final ListChanges changes;
  private final ClientReader reader;
  private final Router router;
  private List<String> toolsBefore = List.of();
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
    outbox = new Outbox("client", stdout, this::clientBroken);
    monitor = new Monitor(outbox);
    boolean builds = parts.builder().isPresent();
    backend =
        new Backend(
            parts.name(),
            parts.command(),
            parts.settings(),
            monitor,
            outbox,
            parts.spawner(),
            parts.timers(),
            log,
            new StderrRing(),
            facts,
            parts.builder(),
            parts.replay(),
            new FromBackend());
    List<Management.Tool> all =
        List.of(
            new RecompileTool(backend, monitor, notices, builds),
            new StatusTool(backend, monitor, log, parts.logFile()),
            new StopTool(backend, monitor),
            new BinaryTool(backend, monitor),
            new StderrTool(backend),
            new CallToolTool(),
            new SearchToolsTool(backend, monitor));
    List<Management.Tool> chosen = new ArrayList<>();
    for (Management.Tool t : all) {
      if (parts.tools().test(t.spec().name())) {
        chosen.add(t);
      }
    }
    management = new Management(backend, log, chosen);
    Description description = new Description(memory, parts.command());
    desk =
        new InitializeDesk(
            backend,
            facts,
            monitor,
            parts.timers(),
            log,
            description,
            () -> ServerInfo.sentences(backend.hints(), builds),
            parts.version(),
            parts.handshakeMillis());
    lists =
        new Lists(
            backend,
            monitor,
            parts.timers(),
            parts.handshakeMillis(),
            management,
            () -> description.read().catalog());
    listens = new Listens(backend, monitor);
    watch = new WatchReload(backend, monitor, notices, log);
    serverRequests =
        new ServerRequests(monitor, backend, "pitstop-" + ProcessHandle.current().pid() + "-s");
    serverNotifications = new ServerNotifications(monitor, backend, listens, serverRequests);
    Answers answers = new Answers(backend, facts, management, notices);
    router =
        new Router(
            backend, facts, desk, lists, listens, serverRequests, management, answers, monitor);
    changes = new ListChanges(facts, desk, listens, monitor);
    reader =
        new ClientReader(
            monitor, outbox, log, settings.maxMessageBytes(), router, desk, serverRequests);
  }

  /// Reloads when files change that match one of `globs` (R6).
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob cannot be understood
  public void watch(List<String> globs) {
    watch.start(backend.command().directory(), globs);
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
    monitor.turn(
        Monitor.By.OTHER,
        () ->
            backend.stop(
                State.Cause.SHUT_DOWN, "was stopped because Pitstop ends", down::countDown));
    await(down, settings.stop().total().toMillis() + 3_000);
    try {
      outbox.close(FLUSH_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: enough waited
    }
  }

  /// Kills what is left, at once.
  public void kill() {
    for (Incarnation i : backend.processes()) {
      i.child().kill();
    }
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
    Thread.ofPlatform()
        .name("client gone")
        .start(() -> {
          shutDown();
          whenClientGone.run();
        });
  }

  /// What the backend tells, in turns.
  private final class FromBackend implements Backend.Listener {
    @Override
    public void initializeAnswered(Incarnation from, Message.Result answer) {
      desk.serverAnswered(answer);
    }

    @Override
    public boolean initializeRefused(Message.Failure answer) {
      return desk.serverRefused(answer);
    }

    @Override
    public void serverRequest(Incarnation from, Message.Request request) {
      serverRequests.ask(from, request);
    }

    @Override
    public void serverNotification(Incarnation from, Message.Notification n) {
      serverNotifications.take(from, n);
    }

    @Override
    public void resendListens(Incarnation to) {
      listens.resend(to);
    }

    @Override
    public void serving(Incarnation now) {
      boolean otherwise = backend.untold(now.gen()).filter(d -> !d.isEmpty()).isPresent();
      if (now.gen() > 1 || otherwise) {
        notices.post(RestartNotice.TAG, now.gen(), new RestartNotice(backend, now));
      }
      Set<Kind> stale = EnumSet.noneOf(Kind.class);
      stale.addAll(lists.takeStale());
      if (desk.takeAnsweredForServer()) {
        stale.addAll(EnumSet.allOf(Kind.class));
      }
      changes.tell(stale);
    }

    @Override
    public void catalogChanged(Diff diff, boolean byRestart) {
      management.catalogChanged(diff, toolsBefore);
      List<String> names = new ArrayList<>();
      for (Entry e : backend.catalog().entries(Kind.TOOLS)) {
        names.add(e.key());
      }
      toolsBefore = names;
      desk.remember(backend.catalog());
      if (byRestart) {
        Set<Kind> touched = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
          if (diff.touches(kind)) {
            touched.add(kind);
          }
        }
        changes.tell(touched);
      }
    }

    @Override
    public void lost(Incarnation gone, Obituary how) {
      serverRequests.lost(gone);
    }

    @Override
    public void stateChanged(State before, State after) {
      desk.stateChanged(after);
      watch.stateChanged(after);
      // a crash during a build shows as one when the build has failed
      boolean was = before.serving().isPresent() || before instanceof State.Building;
      boolean is = after.serving().isPresent();
      if (was && !is && !settings.respawn() && after instanceof State.Crashed) {
        toolsLeft();
      }
    }

    @Override
    public Optional<String> exposed(String tool) {
      return management.exposedName(tool);
    }
  }

  /// `report` mode: the tools of a crashed server leave the list until it is reloaded (L2).
  private void toolsLeft() {
    lists.markStale(Kind.TOOLS);
    changes.tell(EnumSet.of(Kind.TOOLS));
  }
}
