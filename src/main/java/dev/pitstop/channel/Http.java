package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Header;
import dev.pitstop.http.NoTls;
import dev.pitstop.http.Proxies;
import dev.pitstop.http.Secrets;
import dev.pitstop.http.Trust;
import dev.pitstop.log.Log;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.HeapTrim;
import dev.pitstop.rpc.Timers;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/// A daemon at a URL, reached by Streamable HTTP or by HTTP with SSE as of 2024-11-05. Each run is
/// a session with the daemon. Its developer starts and stops the daemon
/// (docs/design/http-daemons.md); Pitstop never stops it (H4).
public final class Http implements Channel {
  /// What a run depends on.
  ///
  /// @param wire sends requests
  /// @param reach finds out whether anybody listens
  /// @param threads each may be refused with an [OutOfMemoryError]
  record World(Wire wire, Reach reach, HttpWorkers threads, Timers timers, Log log) {}

  /// The first and the longest wait between two tries to reach a daemon that is away.
  private static final long FIRST_MILLIS = 50;

  private static final long MOST_MILLIS = 1_000;

  /// The variables that name certificate files: OpenSSL's and Node's.
  private static final List<String> CERTIFICATES = List.of("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS");

  final String name;
  final Endpoint endpoint;
  final Secrets secrets; // hidden in everything the daemon says
  final World world;
  final StderrRing ring;
  final int maxMessageBytes;
  final HttpTools tools;
  final Absence absence;
  final HttpHabit habit = new HttpHabit();
  final HttpRefused refused;
  final HeapTrim heap = new HeapTrim();
  final Optional<DaemonStart> start;
  private Optional<String> agreed = Optional.empty(); // guarded by `this`
  private final AtomicInteger runs = new AtomicInteger(); // that have not ended

  /// A daemon reached over the network, with the proxies and certificates of this process's
  /// environment.
  ///
  /// @param name of the server, for thread names and the log
  /// @param spawner starts the daemon, if the user has given a command for that
  /// @param ring takes remarks about the daemon, and those of its answers that are not messages
  /// @param maxMessageBytes the longest message that it may send (F1)
  /// @param environment for proxies and certificates
  public static Http of(
      String name,
      Target.Daemon daemon,
      Spawner spawner,
      Timers timers,
      Log log,
      StderrRing ring,
      int maxMessageBytes,
      Function<String, Optional<String>> environment) {
    Proxies given = new Proxies(environment);
    given.problems().forEach(p -> log.warn("proxy", "server", name, "problem", p));
    ProxySelector proxies = given.selector();
    TcpReach reach = new TcpReach(proxies);
    Wire wire = wire(name, daemon.endpoint().uri(), timers, log, ring, proxies, reach, environment);
    World world = new World(wire, reach, HttpWorkers.of(name), timers, log);
    Backoff backoff = untilThere(RandomGenerator.getDefault());
    return new Http(
        name,
        daemon.endpoint(),
        world,
        new Absence(backoff),
        daemon.start().map(line -> new DaemonStart(name, daemon, line, spawner, ring, log)),
        ring,
        maxMessageBytes);
  }

  static Backoff untilThere(RandomGenerator random) {
    return new Backoff(random, FIRST_MILLIS, MOST_MILLIS);
  }

  /// Requests never leave their origin: what is reached once without TLS or a proxy always is.
  private static Wire wire(
      String name,
      URI uri,
      Timers timers,
      Log log,
      StderrRing ring,
      ProxySelector proxies,
      Reach reach,
      Function<String, Optional<String>> environment) {
    if (!uri.getScheme().equals("https")) {
      Supplier<Wire> jdks = () -> new JdkWire(proxies, Optional.of(new NoTls()));
      return reach.direct(uri) ? new SocketWire(timers, jdks) : jdks.get();
    }
    return new JdkWire(
        proxies,
        trusted(
            environment,
            problem -> { // hosts with usual certificates still work
              ring.append(0, StderrRing.Kind.NOTE, problem);
              log.warn("certificates", "server", name, "problem", problem);
            }));
  }

  private static Optional<SSLContext> trusted(
      Function<String, Optional<String>> environment, Consumer<String> problems) {
    Trust trust = new Trust();
    for (String variable : CERTIFICATES) {
      Optional<String> file = environment.apply(variable).filter(f -> !f.isBlank());
      if (file.isPresent()) {
        try {
          trust.add(Path.of(file.get()));
        } catch (BadSetting e) {
          problems.accept(variable + ": " + e.getMessage());
        }
      }
    }
    try {
      return trust.context();
    } catch (BadSetting e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /// @param name of the server, for thread names and the log
  /// @param start starts the daemon if nobody listens, if the user has given a command for that
  /// @param ring takes remarks about the daemon, and those of its answers that are not messages
  /// @param maxMessageBytes the longest message that it may send (F1)
  Http(
      String name,
      Endpoint endpoint,
      World world,
      Absence absence,
      Optional<DaemonStart> start,
      StderrRing ring,
      int maxMessageBytes) {
    this.name = name;
    this.endpoint = endpoint;
    this.secrets = Secrets.of(endpoint);
    this.world = world;
    this.absence = absence;
    this.start = start;
    this.ring = ring;
    this.maxMessageBytes = maxMessageBytes;
    this.refused = new HttpRefused(world.timers());
    this.tools = new HttpTools(name, world.log());
  }

  @Override
  public Link open(int number, Events events) {
    runs.incrementAndGet();
    HttpRun run = new HttpRun(this, number, events);
    run.start();
    return run;
  }

  /// A run is over. The last one frees the threads and connections that were kept for the next
  /// exchange: the server may have been removed, and the next session may be a long time away.
  void over() {
    if (runs.decrementAndGet() == 0) {
      world.wire().rest();
      world.threads().rest();
    }
  }

  @Override
  public RunKind kind() {
    return RunKind.SESSION;
  }

  @Override
  public String display() {
    return endpoint.display();
  }

  @Override
  public Optional<Away> away() {
    return absence.away(world.timers().nowMillis(), start.flatMap(DaemonStart::state));
  }

  /// Pitstop's own working directory: the daemon's is unknown.
  @Override
  public Path directory() {
    return Path.of("").toAbsolutePath();
  }

  /// The headers that the user has configured; they may be secrets.
  List<Header> configured() {
    return endpoint.headers();
  }

  /// A legacy session has negotiated a revision. If it differs from the previous session's, a
  /// warning is logged: a client may keep using the first (catalogue H 15).
  void agreed(int run, Optional<String> revision) {
    Optional<String> before;
    synchronized (this) {
      before = agreed;
      agreed = revision.isPresent() ? revision : before;
    }
    if (before.isPresent() && revision.isPresent() && !revision.equals(before)) {
      String text =
          secrets.hide("changed its protocol from " + before.get() + " to " + revision.get());
      ring.append(run, StderrRing.Kind.NOTE, text);
      world.log().warn("revision", "server", name, "spawn", run, "text", text);
    }
  }

  /// Writes a remark to the log and to `server_stderr`.
  void note(int run, String text) {
    String shown = secrets.hide(text);
    ring.append(run, StderrRing.Kind.NOTE, shown);
    world.log().info("note", "server", name, "text", shown);
  }
}
