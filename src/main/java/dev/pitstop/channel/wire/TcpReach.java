package dev.pitstop.channel.wire;

import dev.pitstop.http.Uris;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// [Reach] by a TCP connection that is closed at once. A daemon behind a proxy counts as reached,
/// as only a request can show.
final class TcpReach implements Reach {
  private static final int CONNECT_MILLIS = 3_000;

  @Override
  public Optional<InetAddress> connect(URI endpoint) throws Wire.NotSent, InterruptedException {
    if (!Network.isDirect(endpoint)) {
      return Optional.empty();
    }
    Optional<Wire.NotSent> why = Optional.empty();
    boolean byName = !isSubdomainOfLocalhost(Uris.host(endpoint));
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

  /// `localhost` and all names below it are this machine by either protocol (RFC 6761, 6.3),
  /// whatever the hosts file says; systems resolve only the former.
  private static Set<InetAddress> addresses(URI endpoint) throws Wire.NotSent {
    String host = Uris.host(endpoint);
    Set<InetAddress> all = new LinkedHashSet<>();
    if (!isSubdomainOfLocalhost(host)) {
      try {
        all.addAll(Arrays.asList(InetAddress.getAllByName(host)));
      } catch (UnknownHostException e) {
        if (!Uris.isLocalhost(host)) {
          throw new Wire.NotSent(Wire.NotSent.Shows.NO_WAY, "unknown host " + host, e);
        }
      }
    }
    if (Uris.isLocalhost(host)) {
      all.add(InetAddress.ofLiteral("127.0.0.1"));
      all.add(InetAddress.ofLiteral("::1"));
    }
    return all;
  }

  private static boolean isSubdomainOfLocalhost(String host) {
    return Uris.isLocalhost(host) && !host.equals("localhost");
  }
}
