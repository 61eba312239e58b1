package dev.pitstop.channel.http;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.Teller;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Trust;
import dev.pitstop.http.Uris;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/// A daemon at a URL, reached by Streamable HTTP or by HTTP with SSE as of 2024-11-05. Each run is
/// a session with the daemon. Its developer starts and stops the daemon
/// (docs/design/http-daemons.md); Pitstop never stops it.
public final class Http implements Channel {
  /// The variables that name certificate files: OpenSSL's and Node's.
  private static final List<String> CERTIFICATES = List.of("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS");

  final HttpDaemon daemon;
  private final Path directory;

  /// A daemon reached over the network, with the certificates of the client's environment.
  ///
  /// @param parts with a spawner that starts the daemon, if the user has given a command for that,
  ///   and a ring that takes remarks about it and those of its answers that are not messages
  /// @param environment names files of certificates
  /// @param directory Pitstop's own, absolute: relative names of certificate files start here
  public static Http of(
      ChannelParts parts,
      Target.Daemon daemon,
      Function<String, Optional<String>> environment,
      Path directory) {
    return at(
        parts,
        daemon.endpoint(),
        daemon.start().map(line -> new DaemonStart(parts, daemon, line)),
        environment,
        directory);
  }

  /// The same for a URL that is no configured daemon.
  ///
  /// @param start starts the daemon if nobody listens
  public static Http at(
      ChannelParts parts,
      Endpoint endpoint,
      Optional<DaemonStart> start,
      Function<String, Optional<String>> environment,
      Path directory) {
    String name = parts.server();
    Log log = parts.log();
    Optional<SSLContext> tls =
        Uris.isHttps(endpoint.uri())
            ? trusted(
                environment,
                directory,
                problem -> { // hosts with usual certificates still work
                  parts.ring().append(0, StderrRing.Kind.NOTE, problem);
                  log.warn("certificates", "server", name, "problem", problem);
                })
            : Optional.empty();
    Wire wire = Wire.to(endpoint.uri(), tls);
    return new Http(parts, endpoint, wire, Thread.ofVirtual().factory(), start, directory);
  }

  private static Optional<SSLContext> trusted(
      Function<String, Optional<String>> environment, Path directory, Consumer<String> problems) {
    Trust trust = new Trust();
    for (String variable : CERTIFICATES) {
      Optional<String> file = environment.apply(variable).filter(f -> !f.isBlank());
      if (file.isPresent()) {
        try {
          trust.add(directory.resolve(file.get()));
        } catch (BadSetting e) {
          problems.accept(variable + ": " + e.getMessage());
        }
      }
    }
    return trust.context();
  }

  /// @param wire the way to the daemon
  /// @param threads makes virtual threads
  /// @param start starts the daemon if nobody listens, if the user has given a command for that
  /// @param directory Pitstop's own
  Http(
      ChannelParts parts,
      Endpoint endpoint,
      Wire wire,
      ThreadFactory threads,
      Optional<DaemonStart> start,
      Path directory) {
    this.daemon = new HttpDaemon(parts, endpoint, wire, threads, start);
    this.directory = directory;
  }

  @Override
  public Link open(int number, Events events) {
    RunLog log = daemon.parts.log(number);
    HttpLink link = open(log, new Teller(log, events), Optional.empty());
    link.start();
    return link;
  }

  /// A run still to be started; see [HttpRun].
  HttpLink open(RunLog log, Teller teller, Optional<CompletableFuture<End>> ofProcess) {
    return new HttpLink(new HttpRun(daemon, log, teller, ofProcess));
  }

  /// Whether anybody listens at the URL: connects once, for a few seconds at most.
  ///
  /// @throws Wire.NotSent saying why it is not reached
  void connect() throws Wire.NotSent, InterruptedException {
    daemon.wire.connect(daemon.endpoint.uri());
  }

  int port() {
    return Uris.port(daemon.endpoint.uri());
  }

  @Override
  public RunKind kind() {
    return RunKind.SESSION;
  }

  @Override
  public String display() {
    return daemon.endpoint.display();
  }

  @Override
  public Optional<Away> away() {
    return daemon.away();
  }

  /// Pitstop's own working directory: the daemon's is unknown.
  @Override
  public Path directory() {
    return directory;
  }
}
