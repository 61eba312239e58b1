package dev.pitstop.session.monitoring;

import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/// Someone beside the session who has connected to its socket, for one request. Whoever does not
/// send it or does not read the answer in time is dropped. Used on the connection's own thread.
record Reader(SocketChannel channel, Timers timers, Log log) {
  /// The longest request, in bytes.
  private static final int MOST_REQUEST = 1024 * 1024;

  /// For sending the request, and for reading each piece of the answer.
  private static final long PATIENCE_MILLIS = 10_000;

  private void drop() {
    try {
      channel.close(); // wakes the thread that reads or writes
    } catch (IOException e) {
      log.debug("reader-gone", "why", String.valueOf(e.getMessage()));
    }
  }

  /// The request; empty if there is none. A wrong one is answered.
  Optional<JsonLine> request() throws IOException {
    InputStream in = Channels.newInputStream(channel);
    Line line = new Line.End();
    Timers.Timer limit = timers.after(PATIENCE_MILLIS, this::drop);
    try {
      line = new LineReader<RuntimeException>(in, MOST_REQUEST, () -> {}).next();
    } finally {
      limit.cancel();
    }
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
    ByteBuffer rest = ByteBuffer.wrap(lines);
    while (rest.hasRemaining()) {
      Timers.Timer limit = timers.after(PATIENCE_MILLIS, this::drop);
      try {
        channel.write(rest);
      } catch (IOException gone) {
        throw new UncheckedIOException(gone);
      } finally {
        limit.cancel();
      }
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
