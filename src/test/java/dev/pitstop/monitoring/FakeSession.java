package dev.pitstop.monitoring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/// A socket that answers as a session does: to each request the lines that it was told. It notes
/// the requests. One thread answers, one request after the other.
public final class FakeSession implements AutoCloseable {
  private final List<Map.Entry<String, List<String>>> answers = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  private final ServerSocketChannel server;
  private final Thread thread;

  private FakeSession(ServerSocketChannel server) {
    this.server = server;
    this.thread = Thread.ofPlatform().daemon().unstarted(this::answer);
  }

  private static ServerSocketChannel listen(SessionPlaces places, long pid) throws IOException {
    Files.createDirectories(places.sockets());
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(places.socket(pid)));
    return server;
  }

  /// A session that says this of itself.
  ///
  /// @param more members of its status line, after a comma
  public static FakeSession start(SessionPlaces places, long pid, Path directory, String more)
      throws IOException {
    FakeSession session = new FakeSession(listen(places, pid));
    session.answers(
        "\"status\"",
        "{\"type\":\"status\",\"pid\":%d,\"directory\":\"%s\"%s}".formatted(pid, directory, more));
    session.thread.start();
    return session;
  }

  /// A session that accepts connections, as the system does for it, and does nothing.
  public static FakeSession hung(SessionPlaces places, long pid) throws IOException {
    return new FakeSession(listen(places, pid));
  }

  /// Goes away as a session does that is killed: a reader's request stays unread.
  public void drop() throws IOException {
    server.accept().close();
  }

  /// A socket whose session is gone.
  public static Path stale(SessionPlaces places, long pid) throws IOException {
    listen(places, pid).close();
    return places.socket(pid);
  }

  /// What to answer to a request that contains a text. What is said later counts first.
  public FakeSession answers(String part, String... lines) {
    answers.addFirst(Map.entry(part, List.of(lines)));
    return this;
  }

  /// The requests other than for the status, so far.
  public List<String> requests() {
    return requests.stream().filter(r -> !r.contains("\"status\"")).toList();
  }

  private void answer() {
    while (server.isOpen()) {
      try (SocketChannel client = server.accept()) {
        answer(client);
      } catch (IOException gone) {
        // the reader has gone, or the session ends
      }
    }
  }

  private void answer(SocketChannel client) throws IOException {
    String request = line(Channels.newInputStream(client));
    requests.add(request);
    OutputStream out = Channels.newOutputStream(client);
    List<String> lines =
        answers.stream()
            .filter(e -> request.contains(e.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(List.of("{\"type\":\"error\",\"text\":\"unknown: " + request.length() + "\"}"));
    for (String line : lines) {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new ClosedChannelException();
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    String address = server.getLocalAddress().toString();
    server.close();
    Files.deleteIfExists(Path.of(address));
  }
}
