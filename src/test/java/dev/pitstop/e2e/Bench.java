package dev.pitstop.e2e;

import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// What an end-to-end test works on: a folder of its own, fixture servers, and clients of the real
/// program. Afterwards every client is closed, every wire is checked, and no process may be left.
/// Threads: a test may start clients from several.
///
/// The launcher is the environment's `PITSTOP_LAUNCHER`, else the system property
/// `pitstop.launcher`, else `./pitstop`.
final class Bench implements BeforeEachCallback, AfterEachCallback {
  private static final int USUAL = 100;
  private static final Path NODE_DIR = Path.of("src/test/node").toAbsolutePath();

  private final List<RawClient> clients = new CopyOnWriteArrayList<>();
  private final List<FixtureServer> servers = new CopyOnWriteArrayList<>();
  private final List<HttpDaemonProcess> daemons = new ArrayList<>();
  private final Set<Long> otherPids = ConcurrentHashMap.newKeySet();
  private Path dir = Path.of("");
  private int grace = Integer.getInteger("pitstop.grace", USUAL);

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    dir = Files.createTempDirectory("pitstop-e2e-").toRealPath();
    for (String name : List.of("home", "state", "config", "cache", "data", "run", "tmp", "work")) {
      Files.createDirectory(dir.resolve(name));
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    boolean failed = context.getExecutionException().isPresent();
    List<Throwable> problems = new ArrayList<>();
    for (RawClient client : clients) {
      try {
        client.finish();
      } catch (AssertionError | RuntimeException e) {
        problems.add(e);
      }
    }
    daemons.forEach(HttpDaemonProcess::close);
    Set<Long> pids = new HashSet<>(otherPids);
    servers.forEach(server -> pids.addAll(server.pids()));
    try {
      if (!failed && problems.isEmpty()) {
        Procs.awaitGone(pids);
      }
    } catch (AssertionError e) {
      problems.add(e);
    } finally {
      Procs.end(pids);
    }
    if (!failed && problems.isEmpty()) {
      delete(dir);
    } else {
      System.err.println(context.getDisplayName() + ": see " + dir);
      clients.forEach(client -> System.err.println(client.story()));
    }
    if (!failed && !problems.isEmpty()) {
      throw new AssertionError("after the test: " + problems.getFirst(), problems.getFirst());
    }
  }

  Path dir() {
    return dir;
  }

  /// The folder that clients, and so servers, are started in.
  Path workDir() {
    return dir.resolve("work");
  }

  /// The test waits out limits of Pitstop that it is not about: the programs that it starts from
  /// now on have a fifth of them.
  Bench impatient() {
    grace /= 5;
    return this;
  }

  /// Starts a daemon, which is killed at the end.
  HttpDaemonProcess start(HttpDaemonProcess daemon) {
    daemons.add(daemon);
    daemon.start();
    return daemon;
  }

  /// Pitstop in front of a daemon that is started now.
  RawClient started(HttpDaemonProcess daemon) {
    start(daemon);
    return pitstop(List.of(daemon.url().toString())).drainStderr().greeted();
  }

  /// A process that must be gone when the test is over.
  long mustEnd(long pid) {
    otherPids.add(pid);
    return pid;
  }

  static Path launcher() {
    String named =
        Optional.ofNullable(System.getenv("PITSTOP_LAUNCHER"))
            .orElseGet(() -> System.getProperty("pitstop.launcher", "./pitstop"));
    return Path.of(named).toAbsolutePath();
  }

  static Path nodeDir() {
    return NODE_DIR;
  }

  /// The environment of everything a test starts: nothing of the user's files can be reached by it.
  Map<String, String> environment() {
    Map<String, String> env = new HashMap<>(System.getenv());
    env.put("HOME", dir.resolve("home").toString());
    env.put("XDG_STATE_HOME", dir.resolve("state").toString());
    env.put("XDG_CONFIG_HOME", dir.resolve("config").toString());
    env.put("XDG_CACHE_HOME", dir.resolve("cache").toString());
    env.put("XDG_DATA_HOME", dir.resolve("data").toString());
    env.put("XDG_RUNTIME_DIR", dir.resolve("run").toString());
    env.put("TMPDIR", dir.resolve("tmp").toString());
    if (grace != USUAL) {
      env.put("PITSTOP_JAVA_OPTS", "-Dpitstop.grace=" + grace);
    }
    return env;
  }

  /// The scripted legacy-era server; see `src/test/servers/scripted.py` for its options.
  FixtureServer scripted(String... options) {
    return fixture("{'like':'scripted'}", options);
  }

  /// The scripted modern-era server.
  FixtureServer modern(String... options) {
    return fixture("{'like':'modern'}", options);
  }

  FixtureServer fixture(String plan, String... options) {
    Path made = Disk.io(() -> Files.createTempDirectory(dir, "server-"));
    FixtureServer server = FixtureServer.in(made, plan, options);
    servers.add(server);
    return server;
  }

  /// A command-line program in a folder of the working directory.
  ToolProgram tool(String folder) {
    Path made = Disk.io(() -> Files.createDirectory(workDir().resolve(folder)));
    ToolProgram tool = ToolProgram.in(made);
    servers.add(tool.files());
    return tool;
  }

  /// Starts `pitstop cli OPTION… -- COMMAND…`.
  RawClient cli(ToolProgram tool, String... options) {
    return cli(tool.argv(), options);
  }

  RawClient cli(List<String> command, String... options) {
    return start(cliArgv(command, options), RawClient.Peer.PITSTOP);
  }

  static List<String> cliArgv(List<String> command, String... options) {
    List<String> argv = pitstopArgv(command, options);
    argv.add(1, "cli");
    return argv;
  }

  /// Starts `pitstop OPTION… -- COMMAND…`.
  RawClient pitstop(FixtureServer server, String... options) {
    return pitstop(server.argv(), options);
  }

  RawClient pitstop(List<String> command, String... options) {
    return start(pitstopArgv(command, options), RawClient.Peer.PITSTOP);
  }

  static List<String> pitstopArgv(List<String> command, String... options) {
    List<String> argv = new ArrayList<>();
    argv.add(launcher().toString());
    argv.addAll(List.of(options));
    argv.add("--");
    argv.addAll(command);
    return argv;
  }

  /// Starts a server without Pitstop, to see what Pitstop should preserve.
  RawClient direct(FixtureServer server) {
    return start(server.argv(), RawClient.Peer.OTHER);
  }

  RawClient start(List<String> argv, RawClient.Peer peer) {
    return kept(RawClient.start(argv, environment(), workDir(), peer));
  }

  /// Starts Pitstop with exactly this environment.
  RawClient start(List<String> argv, Map<String, String> environment, Path directory) {
    return kept(RawClient.start(argv, environment, directory, RawClient.Peer.PITSTOP));
  }

  private RawClient kept(RawClient client) {
    clients.add(client);
    return client;
  }

  /// Removes a folder with everything in it. A process that is ending may still write there.
  static void delete(Path root) throws IOException {
    Await.until(() -> deleted(root), () -> root + " is written to all the time");
  }

  private static boolean deleted(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
      return true;
    } catch (DirectoryNotEmptyException | NoSuchFileException changed) {
      return !Files.exists(root);
    } catch (UncheckedIOException changed) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
