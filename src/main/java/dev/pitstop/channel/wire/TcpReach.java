package dev.pitstop.channel.wire;

import dev.pitstop.http.Uris;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Finds out whether anybody accepts connections, by a TCP connection that is closed at once; see
/// [Wire#connect]. Stateless.
final class TcpReach {
  private static final int CONNECT_MILLIS = 3_000;

  private TcpReach() {}

  /// Whether there is no proxy for this URL, as for this machine: only then does a connection end
  /// with the daemon.
  static boolean isDirect(URI uri) {
    return Uris.isLoopback(Uris.host(uri))
        || ProxySelector.getDefault().select(uri).getFirst().type() == Proxy.Type.DIRECT;
  }

  static Optional<InetAddress> connect(URI endpoint) throws Wire.NotSent, InterruptedException {
    if (!isDirect(endpoint)) {
      return Optional.empty();
    }
    Optional<Wire.NotSent> why = Optional.empty();
    boolean byName = true;
    for (InetAddress address : addresses(endpoint)) {
      try {
        connect(new InetSocketAddress(address, Uris.port(endpoint)));
        // with TLS the certificate names the host, so it must be reached by its name
        return byName || Uris.isHttps(endpoint) ? Optional.empty() : Optional.of(address);
      } catch (Wire.NotSent e) {
        why = Optional.of(why.isPresent() ? why.get().and(e) : e);
        byName = false;
      }
    }
    throw why.orElseThrow(); // a host has an address, or is unknown
  }

  private static void connect(InetSocketAddress address) throws Wire.NotSent, InterruptedException {
    try (SocketChannel channel = SocketChannel.open()) {
      channel.socket().connect(address, CONNECT_MILLIS);
    } catch (IOException e) {
      if (Thread.interrupted()) { // a channel hides that in an ordinary exception
        throw new InterruptedException();
      }
      throw Wire.NotSent.of(e, CONNECT_MILLIS);
    }
  }

  /// `localhost` is this machine by either protocol, whatever the hosts file says.
  private static Set<InetAddress> addresses(URI endpoint) throws Wire.NotSent {
    String host = Uris.host(endpoint);
    Set<InetAddress> all = new LinkedHashSet<>();
    try {
      all.addAll(Arrays.asList(InetAddress.getAllByName(host)));
    } catch (UnknownHostException e) {
      if (!host.equals("localhost")) {
        throw new Wire.NotSent(Wire.NotSent.Shows.NO_WAY, "unknown host " + host, e);
      }
    }
    if (host.equals("localhost")) {
      all.add(InetAddress.ofLiteral("127.0.0.1"));
      all.add(InetAddress.ofLiteral("::1"));
    }
    return all;
  }
}
