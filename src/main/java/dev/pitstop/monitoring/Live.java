package dev.pitstop.monitoring;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// A session that answers.
///
/// @param pid of its process
/// @param status what it said about itself: a `status` line
public record Live(long pid, Path socket, JsonLine status) implements Session {
  public String directory() {
    return status.text("directory");
  }

  /// The names of its servers.
  public List<String> servers() {
    return status.objects("servers").stream().map(s -> s.text("name")).toList();
  }

  @Override
  public Lines read(boolean messages) throws IOException {
    return read(0, false, messages);
  }

  /// The entries after a number, with `follow` until the session ends.
  public Lines read(long after, boolean follow, boolean messages) throws IOException {
    return ask(
        "{\"do\":\"read\",\"after\":%d,\"follow\":%b,\"messages\":%b}"
            .formatted(after, follow, messages));
  }

  /// Asks it.
  ///
  /// @param request a line of JSON, without its end
  public Lines ask(String request) throws IOException {
    return ask(socket, request);
  }

  /// @throws java.net.ConnectException if nobody listens
  static Lines ask(Path socket, String request) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    try {
      byte[] line = (request + "\n").getBytes(StandardCharsets.UTF_8);
      Channels.newOutputStream(channel).write(line);
      return new Lines(Channels.newInputStream(channel), socket.toString());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
