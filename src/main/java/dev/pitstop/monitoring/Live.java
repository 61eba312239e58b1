package dev.pitstop.monitoring;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A session that answers.
///
/// @param pid of its process
/// @param status what it said about itself: a `status` line
public record Live(long pid, Path socket, JsonLine status) implements Session {
  /// How long a session may take to accept a request.
  private static final long ACCEPT_MILLIS = 5_000;

  /// Something that may wait for a session.
  interface Work<T> {
    T run() throws IOException;
  }

  public String directory() {
    return status.text("directory");
  }

  /// The names of its servers.
  public List<String> servers() {
    return status.objects("servers").stream().map(s -> s.text("name")).toList();
  }

  @Override
  public Lines read(Consumer<String> damaged) throws IOException {
    return read(0, false, damaged);
  }

  /// The entries after a number, without messages, with `follow` until the session ends.
  public Lines read(long after, boolean follow, Consumer<String> damaged) throws IOException {
    return ask(
        "{\"do\":\"read\",\"after\":%d,\"follow\":%b,\"messages\":false}".formatted(after, follow),
        damaged);
  }

  /// Asks it.
  ///
  /// @param request a line of JSON, without its end
  /// @param damaged gets a sentence about each line of the answer that is no JSON
  /// @throws java.net.ConnectException if nobody listens
  /// @throws SocketTimeoutException if it leaves the request unread
  public Lines ask(String request, Consumer<String> damaged) throws IOException {
    return ask(socket, request, damaged, ACCEPT_MILLIS);
  }

  /// @param millis how long the session may leave the request unread
  static Lines ask(Path socket, String request, Consumer<String> damaged, long millis)
      throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      within(
          millis,
          channel,
          () -> {
            channel.connect(UnixDomainSocketAddress.of(socket));
            byte[] line = (request + "\n").getBytes(StandardCharsets.UTF_8);
            Channels.newOutputStream(channel).write(line);
            return line;
          });
      return new Lines(Channels.newInputStream(channel), socket.toString(), damaged);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// Does something that may wait for a session, and closes its connection if it takes too long.
  ///
  /// @throws SocketTimeoutException if it took longer
  static <T> T within(long millis, Closeable connection, Work<T> work) throws IOException {
    CompletableFuture<Void> limit = new CompletableFuture<>();
    limit.thenRunAsync(() -> { // it is over before the work wakes, which then sees that
      try {
        connection.close();
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    });
    limit.completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
    try {
      T done = work.run();
      if (limit.cancel(false)) {
        return done;
      }
    } catch (IOException e) {
      if (limit.cancel(false)) {
        throw e;
      }
    }
    throw new SocketTimeoutException("no answer within " + millis + " ms");
  }
}
