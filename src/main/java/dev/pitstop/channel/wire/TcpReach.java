package dev.pitstop.channel.wire;

import dev.pitstop.http.Uris;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
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
    Connected first = connected(endpoint);
    close(first.channel);
    // with TLS the certificate names the host, so it must be reached by its name
    boolean byName = first.index == 0 && !isSubdomainOfLocalhost(Uris.host(endpoint));
    return byName || !endpoint.getScheme().equals("http")
        ? Optional.empty()
        : Optional.of(first.address);
  }

  @Override
  public Held hold(URI endpoint) throws Wire.NotSent, InterruptedException {
    return new Quiet(connected(endpoint).channel);
  }

  @Override
  public void visit(URI endpoint) throws Wire.NotSent, InterruptedException {
    try (SocketChannel channel = connected(endpoint).channel) {
      channel.shutdownOutput();
      spokeBeforeEnd(channel);
    } catch (Wire.NotSent e) {
      throw e;
    } catch (IOException e) {
      // it was there, and has closed first
    }
  }

  @Override
  public boolean untilClosed(URI endpoint, Runnable opened)
      throws Wire.NotSent, InterruptedException {
    SocketChannel channel = connected(endpoint).channel;
    try {
      opened.run();
      return spokeBeforeEnd(channel);
    } finally {
      close(channel);
    }
  }

  private record Quiet(SocketChannel channel) implements Held {
    @Override
    public boolean isQuiet() {
      try {
        channel.configureBlocking(false);
        return channel.read(ByteBuffer.allocate(1)) == 0;
      } catch (IOException e) {
        return false; // closed or reset: the answer is the same
      }
    }

    @Override
    public void close() {
      TcpReach.close(channel);
    }
  }

  private static SocketChannel connected(InetSocketAddress address)
      throws Wire.NotSent, InterruptedException {
    try {
      SocketChannel channel = SocketChannel.open();
      try {
        channel.socket().connect(address, CONNECT_MILLIS);
        return channel;
      } catch (IOException e) {
        close(channel);
        throw e;
      }
    } catch (IOException e) {
      interrupted();
      throw Wire.NotSent.of(e, CONNECT_MILLIS);
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // nothing is expected of it any more
    }
  }

  /// A connection to one of the addresses of a host.
  private record Connected(int index, InetAddress address, SocketChannel channel) {}

  private static Connected connected(URI endpoint) throws Wire.NotSent, InterruptedException {
    InetAddress[] all = addresses(endpoint);
    Optional<Wire.NotSent> why = Optional.empty();
    for (int i = 0; i < all.length; i++) {
      InetSocketAddress at = new InetSocketAddress(all[i], Uris.port(endpoint));
      try {
        return new Connected(i, all[i], connected(at));
      } catch (Wire.NotSent e) {
        why = Optional.of(why.isPresent() ? why.get().and(e) : e);
      }
    }
    throw why.orElseThrow(); // a host has an address, or is unknown
  }

  /// A channel hides an interrupt in an ordinary exception.
  private static void interrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private static boolean spokeBeforeEnd(SocketChannel channel) throws InterruptedException {
    boolean spoke = false;
    try {
      ByteBuffer said = ByteBuffer.allocate(64);
      while (channel.read(said.clear()) >= 0) {
        spoke = true;
      }
    } catch (IOException e) {
      interrupted(); // otherwise it was reset instead of closed: over all the same
    }
    return spoke;
  }

  /// `localhost` and all names below it are this machine by either protocol (RFC 6761, 6.3),
  /// whatever the hosts file says; systems resolve only the former.
  private static InetAddress[] addresses(URI endpoint) throws Wire.NotSent {
    String host = Uris.host(endpoint);
    Set<InetAddress> all = new LinkedHashSet<>();
    if (!isSubdomainOfLocalhost(host)) {
      try {
        all.addAll(List.of(InetAddress.getAllByName(host)));
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
    return all.toArray(InetAddress[]::new);
  }

  private static boolean isSubdomainOfLocalhost(String host) {
    return Uris.isLocalhost(host) && !host.equals("localhost");
  }
}
