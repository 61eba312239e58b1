package dev.pitstop.channel.wire;

import dev.pitstop.http.Uris;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Optional;
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
  public static Network to(URI uri, Optional<SSLContext> tls) {
    boolean secure = Uris.isHttps(uri);
    Optional<SSLContext> context = secure ? tls : Optional.of(new NoTls());
    return new Network(new JdkWire(isDirect(uri), secure, context), new TcpReach());
  }

  /// Whether there is no proxy for this URL, as for this machine: only then does a connection end
  /// with the daemon.
  public static boolean isDirect(URI uri) {
    return Uris.isLoopback(Uris.host(uri))
        || ProxySelector.getDefault().select(uri).getFirst().type() == Proxy.Type.DIRECT;
  }
}
