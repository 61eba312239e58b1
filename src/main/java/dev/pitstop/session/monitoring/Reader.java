package dev.pitstop.session.monitoring;

import dev.pitstop.mcp.Messages;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/// Someone beside the session who has connected to its socket, for one request. Used on the
/// connection's own thread, which waits for it.
record Reader(SocketChannel channel) {
  /// The longest request, in bytes.
  private static final int MOST_REQUEST = 1024 * 1024;

  /// The request; empty if there is none. A wrong one is answered.
  Optional<JsonLine> request() throws IOException {
    InputStream in = Channels.newInputStream(channel);
    Line line = new LineReader<RuntimeException>(in, MOST_REQUEST, () -> {}).next();
    Optional<JsonLine> request =
        line instanceof Line.Text text && text.terminated()
            ? JsonLine.of(text.bytes())
            : Optional.empty();
    if (request.isEmpty() && !(line instanceof Line.End)) {
      say(ReaderRequests.error("the request is not a line of JSON, an object of at most 1 MiB."));
    }
    return request;
  }

  void say(String line) {
    say(Messages.utf8(line + "\n"));
  }

  /// @param lines each with its line end
  void say(byte[] lines) {
    try {
      Channels.newOutputStream(channel).write(lines);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  /// Whether it has closed the connection.
  boolean gone() {
    try {
      channel.configureBlocking(false);
      boolean gone = channel.read(ByteBuffer.allocate(1)) < 0;
      channel.configureBlocking(true);
      return gone;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
