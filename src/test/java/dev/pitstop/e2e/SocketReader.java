package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A connection to the socket of a session; `ReaderRequests` has what can be asked.
record SocketReader(SocketChannel channel, BufferedReader in) implements AutoCloseable {
  /// Waits until the session of this directory of sockets listens.
  static Path await(Path sockets) {
    Await.until(
        () -> all(sockets).stream().anyMatch(s -> s.toString().endsWith(".sock")),
        () -> "no socket in " + sockets);
    return all(sockets).getFirst(); // the only one
  }

  static List<Path> all(Path sockets) {
    if (!Files.isDirectory(sockets)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(sockets)) {
      return files.toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static SocketReader open(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    return new SocketReader(
        channel, new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)));
  }

  /// The lines of the answer to a request.
  static List<JsonObject> ask(Path socket, String request) throws IOException {
    try (SocketReader reader = open(socket)) {
      reader.send(request + "\n");
      return reader.in().lines().map(Json::object).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  void send(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
