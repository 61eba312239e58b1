package dev.pitstop.channel.wire;

import dev.pitstop.http.Header;
import dev.pitstop.http.Uris;
import dev.pitstop.rpc.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// [Wire] by Pitstop's own sockets, for `http` without a proxy: most daemons on a developer's
/// machine. An exchange is a write and a read on the calling thread; the JDK's client needs twice
/// the processor time and memory (docs/benchmarks.md). Long messages are left to that client, as a
/// daemon may answer them before it has read them.
///
/// Thread-safe; its lock is held for an instant.
final class SocketWire implements Wire {
  /// How long an idle connection is kept at most.
  static final long KEPT_MILLIS = 30_000;

  /// How often to check whether the daemon has closed one of them.
  static final long SWEEP_MILLIS = 1_000;

  /// The length from which a body is a long message.
  static final int LONG = 64 * 1024;

  private static final String AGENT = "Java-http-client/" + System.getProperty("java.version");

  private final Timers timers;
  private final Supplier<Wire> makesOther;
  private final ArrayDeque<SocketConnection> kept = new ArrayDeque<>(); // guarded by `this`
  private final List<SocketConnection> used = new ArrayList<>(); // guarded by `this`, as all below
  private Optional<Wire> other = Optional.empty();
  private boolean sweeping;
  private boolean resting; // until the next request
  private boolean closed;
  private volatile Optional<Place> place = Optional.empty(); // where the last request went
  private volatile boolean heard; // something that is HTTP; written by the sending threads

  /// A URL, and its host and port as in a `Host` header.
  private record Place(URI url, String host) {}

  /// @param timers for idle connections
  /// @param other makes the wire for long messages, when the first one is sent
  SocketWire(Timers timers, Supplier<Wire> other) {
    this.timers = timers;
    this.makesOther = other;
  }

  @Override
  public Answer send(Ask ask) throws IOException, InterruptedException {
    if (ask.body().isPresent() && ask.body().get().length > LONG) {
      return other().send(ask);
    }
    String host = host(ask.to());
    byte[] request = request(ask, host);
    SocketConnection connection = connection(ask, host);
    try {
      connection.write(request);
      SocketAnswer.Kept free = ask.alone() ? (c, millis) -> drop(c) : this::keep;
      SocketAnswer answer = new SocketAnswer(connection, free, this::drop);
      heard = true;
      return answer;
    } catch (IOException | RuntimeException e) {
      drop(connection);
      boolean wordless = !heard && e instanceof IOException && connection.unread().length == 0;
      throw interrupted(wordless ? perhapsTls(e, ask) : e);
    } catch (Error e) {
      drop(connection);
      throw e;
    }
  }

  /// Nearly all requests go where the one before went.
  private String host(URI to) {
    Optional<Place> last = place;
    if (last.isPresent() && last.get().url().equals(to)) {
      return last.get().host();
    }
    String host = Uris.hostAndPort(to);
    place = Optional.of(new Place(to, host));
    return host;
  }

  private synchronized Wire other() throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    if (other.isEmpty()) {
      other = Optional.of(makesOther.get());
    }
    return other.get();
  }

  /// A daemon that has never said anything may be waiting for TLS.
  private static Exception perhapsTls(Exception e, Ask ask) {
    return !Thread.currentThread().isInterrupted() && TlsProbe.speaksTls(address(ask))
        ? new Unreadable(TlsProbe.SPEAKS_TLS, e)
        : e;
  }

  private static InetSocketAddress address(Ask ask) {
    int port = Uris.port(ask.to());
    return ask.at().isPresent()
        ? new InetSocketAddress(ask.at().get(), port)
        : new InetSocketAddress(Uris.host(ask.to()), port);
  }

  /// Turns the exception of an interrupted socket into an [InterruptedException].
  private static IOException interrupted(Exception e) throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      InterruptedException interrupted = new InterruptedException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
    if (e instanceof IOException io) {
      throw io;
    }
    throw new IOException(e);
  }

  // Connections.

  /// A stream has a connection of its own: it lasts, and a kept one may be about to close.
  private SocketConnection connection(Ask ask, String host)
      throws IOException, InterruptedException {
    String authority = ask.at().isPresent() ? host + "@" + ask.at().get() : host;
    if (ask.body().isPresent() && !ask.alone()) {
      Optional<SocketConnection> one = kept(authority);
      if (one.isPresent()) {
        return one.get();
      }
    }
    SocketConnection fresh;
    try {
      fresh = SocketConnection.open(authority, address(ask));
    } catch (NotSent e) {
      throw interrupted(e);
    }
    synchronized (this) {
      if (!closed) {
        resting = false;
        used.add(fresh);
        return fresh;
      }
    }
    fresh.close();
    throw new IOException("closed");
  }

  private synchronized Optional<SocketConnection> kept(String authority) {
    for (Iterator<SocketConnection> all = kept.descendingIterator(); all.hasNext(); ) {
      SocketConnection c = all.next();
      if (c.authority().equals(authority)) {
        all.remove();
        if (c.isQuiet() && c.keptUntilMillis() > timers.nowMillis()) {
          used.add(c);
          return Optional.of(c);
        }
        c.close();
      }
    }
    return Optional.empty();
  }

  /// @param millis how long the daemon keeps it, if it has said so
  private void keep(SocketConnection c, Optional<Long> millis) {
    boolean begins;
    synchronized (this) {
      used.remove(c);
      if (closed || resting) {
        c.close();
        return;
      }
      long most = Math.min(KEPT_MILLIS, millis.orElse(KEPT_MILLIS));
      c.keptUntilMillis(timers.nowMillis() + most);
      kept.addLast(c);
      begins = !sweeping;
      sweeping = true;
    }
    if (begins) {
      timers.after(SWEEP_MILLIS, this::sweep);
    }
  }

  private void drop(SocketConnection c) {
    synchronized (this) {
      used.remove(c);
    }
    c.close();
  }

  /// On the timers' thread.
  private void sweep() {
    synchronized (this) {
      long now = timers.nowMillis();
      for (Iterator<SocketConnection> all = kept.iterator(); all.hasNext(); ) {
        SocketConnection c = all.next();
        if (c.keptUntilMillis() <= now || !c.isQuiet()) {
          all.remove();
          c.close();
        }
      }
      sweeping = !kept.isEmpty();
      if (!sweeping) {
        return;
      }
    }
    timers.after(SWEEP_MILLIS, this::sweep);
  }

  @Override
  public void rest() {
    Optional<Wire> alsoOther;
    synchronized (this) {
      resting = true;
      kept.forEach(SocketConnection::close);
      kept.clear();
      alsoOther = other;
    }
    alsoOther.ifPresent(Wire::rest);
  }

  @Override
  public void close() {
    rest();
    Optional<Wire> alsoOther;
    synchronized (this) {
      closed = true;
      used.forEach(SocketConnection::close);
      used.clear();
      alsoOther = other;
    }
    alsoOther.ifPresent(Wire::close);
  }

  // The request.

  private static byte[] request(Ask ask, String host) {
    URI to = ask.to();
    StringBuilder head = new StringBuilder(512).append(ask.method()).append(' ');
    String path = to.getRawPath();
    head.append(path == null || path.isEmpty() ? "/" : path);
    if (to.getRawQuery() != null) {
      head.append('?').append(to.getRawQuery());
    }
    head.append(" HTTP/1.1\r\n");
    boolean agent = false;
    for (Header h : ask.headers()) {
      agent |= h.name().equalsIgnoreCase("User-Agent");
      add(head, h.name(), h.value());
    }
    add(head, "Host", host);
    if (!agent) {
      add(head, "User-Agent", AGENT);
    }
    if (ask.alone()) {
      add(head, "Connection", "close");
    }
    if (ask.body().isPresent()) {
      add(head, "Content-Length", Integer.toString(ask.body().get().length));
    }
    byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    if (ask.body().isEmpty()) {
      return bytes;
    }
    byte[] body = ask.body().get();
    ByteArrayOutputStream whole = new ByteArrayOutputStream(bytes.length + body.length);
    whole.writeBytes(bytes);
    whole.writeBytes(body);
    return whole.toByteArray();
  }

  private static void add(StringBuilder head, String name, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7F) {
        throw new IllegalArgumentException("header " + name + " has a control character");
      }
    }
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
