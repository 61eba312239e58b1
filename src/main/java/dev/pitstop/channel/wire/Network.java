package dev.pitstop.channel.wire;

import dev.pitstop.http.Uris;
import dev.pitstop.rpc.Timers;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/// The way to one daemon.
///
/// @param wire sends requests
/// @param reach finds out whether anybody listens
public record Network(Wire wire, Reach reach) {
  /// The way to the origin of a URL, which requests never leave: what is reached once without TLS
  /// or a proxy always is.
  ///
  /// @param tls the TLS context for `https`, if not only the system's certificates are trusted
  /// @param timers for idle connections
  public static Network to(
      URI uri, ProxySelector proxies, Optional<SSLContext> tls, Timers timers) {
    TcpReach reach = new TcpReach(proxies);
    if (Uris.isHttps(uri)) {
      return new Network(new JdkWire(proxies, tls), reach);
    }
    Supplier<Wire> jdks = () -> new JdkWire(proxies, Optional.of(new NoTls()));
    return new Network(reach.direct(uri) ? new SocketWire(timers, jdks) : jdks.get(), reach);
  }
}
