package dev.pitstop.channel;

import dev.pitstop.http.Uris;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// [Reach] by a TCP connection that is closed at once. What lies behind a proxy counts as there, as
/// only a request can tell.
final class TcpReach implements Reach {
  private static final int CONNECT_MILLIS = 3_000;

  private final ProxySelector proxies;

  TcpReach(ProxySelector proxies) {
    this.proxies = proxies;
  }

  @Override
  public Optional<InetAddress> connect(URI endpoint) throws IOException {
    if (!direct(endpoint)) {
      return Optional.empty();
    }
    InetAddress[] all = addresses(endpoint);
    IOException why = new ConnectException("connection refused");
    for (int i = 0; i < all.length; i++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(all[i], Uris.port(endpoint)), CONNECT_MILLIS);
        // with TLS the certificate names the host, so that it must be reached by its name
        boolean byName = i == 0 && !isSubdomainOfLocalhost(Uris.host(endpoint));
        return byName || !endpoint.getScheme().equals("http")
            ? Optional.empty()
            : Optional.of(all[i]);
      } catch (IOException e) {
        why = told(e);
      }
    }
    throw why;
  }

  @Override
  public Held hold(URI endpoint) throws IOException {
    IOException why = new ConnectException("connection refused");
    for (InetAddress address : addresses(endpoint)) {
      try {
        return SocketConnection.open(
            Uris.hostAndPort(endpoint), new InetSocketAddress(address, Uris.port(endpoint)));
      } catch (IOException e) {
        why = e;
      }
    }
    throw why;
  }

  @Override
  public void visit(URI endpoint) throws IOException {
    try (Socket socket = connected(endpoint)) {
      socket.shutdownOutput();
      spokeBeforeEnd(socket);
    }
  }

  @Override
  public boolean untilClosed(URI endpoint, Runnable opened) throws IOException {
    try (Socket socket = connected(endpoint)) {
      opened.run();
      return spokeBeforeEnd(socket);
    }
  }

  private static Socket connected(URI endpoint) throws IOException {
    IOException why = new ConnectException("connection refused");
    for (InetAddress address : addresses(endpoint)) {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address, Uris.port(endpoint)), CONNECT_MILLIS);
        return socket;
      } catch (IOException e) {
        socket.close();
        why = told(e);
      }
    }
    throw why;
  }

  private static boolean spokeBeforeEnd(Socket socket) {
    boolean spoke = false;
    try {
      while (socket.getInputStream().read() >= 0) {
        spoke = true;
      }
    } catch (IOException e) {
      // reset instead of closed: over all the same
    }
    return spoke;
  }

  @Override
  public boolean direct(URI endpoint) {
    for (Proxy p : proxies.select(endpoint)) {
      return p.type() == Proxy.Type.DIRECT;
    }
    return true;
  }

  /// `localhost` and all names below it are this machine by either protocol (RFC 6761, 6.3),
  /// whatever its table of hosts has; systems look up the former only.
  private static InetAddress[] addresses(URI endpoint) throws IOException {
    String host = Uris.host(endpoint);
    Set<InetAddress> all = new LinkedHashSet<>();
    if (!isSubdomainOfLocalhost(host)) {
      try {
        all.addAll(List.of(InetAddress.getAllByName(host)));
      } catch (UnknownHostException e) {
        throw new IOException("unknown host " + host, e);
      }
    }
    if (Uris.isLocalhost(host)) {
      all.add(InetAddress.ofLiteral("127.0.0.1"));
      all.add(InetAddress.ofLiteral("::1"));
    }
    return all.toArray(InetAddress[]::new);
  }

  private static boolean isSubdomainOfLocalhost(String host) {
    return Uris.isLocalhost(host) && !host.equals("localhost");
  }

  /// In words that an agent can read.
  private static IOException told(IOException e) {
    if (e instanceof SocketTimeoutException) {
      return new IOException("no connection within " + CONNECT_MILLIS / 1000 + " s", e);
    }
    if (e instanceof NoRouteToHostException) {
      return new IOException("no route to the host", e);
    }
    if (e instanceof ConnectException) {
      return new IOException("connection refused", e);
    }
    return e;
  }
}
