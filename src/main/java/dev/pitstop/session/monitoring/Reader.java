package dev.pitstop.session.monitoring;

import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Timers;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
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
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    Timers.Timer limit = timers.after(PATIENCE_MILLIS, this::drop);
    try {
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
      int next = in.read();
      while (next >= 0 && next != '\n' && line.size() <= MOST_REQUEST) {
        line.write(next);
        next = in.read();
      }
      if (next < 0) {
        return Optional.empty();
      }
    } finally {
      limit.cancel();
    }
    boolean tooLong = line.size() > MOST_REQUEST;
    Optional<JsonLine> request = tooLong ? Optional.empty() : JsonLine.of(line.toByteArray());
    if (request.isEmpty()) {
      String is = tooLong ? "is longer than 1 MiB." : "is not a JSON object.";
      say(ReaderRequests.error("the request " + is));
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
