package dev.pitstop.ui;

import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import dev.pitstop.rpc.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The lines of a session as server-sent events. An event holds one line or more, and its id is the
/// number of the last: a page that reconnects with it misses nothing. One thread.
final class EventStream {
  /// Bytes of an event, about.
  private static final int MOST = 64 * 1024;

  /// How long an event waits for more lines.
  private static final long GATHER_MILLIS = 5;

  /// How long nothing is written to a page. Writing finds out that a page is gone.
  private static final long QUIET_MILLIS = 2_000;

  private static final String END = "{\"type\":\"end\"}";

  private final OutputStream out;
  private final long after;
  private final ConcurrentLinkedQueue<String> damaged;
  private final StringBuilder event = new StringBuilder();
  private long last;

  /// @param after lines up to this number are left out
  /// @param damaged sentences about lines that were left out
  EventStream(OutputStream out, long after, ConcurrentLinkedQueue<String> damaged) {
    this.out = out;
    this.after = after;
    this.last = after;
    this.damaged = damaged;
  }

  /// Writes all, until the session ends or the page is gone. The last event is `end`, unless the
  /// connection to the session broke: then the page may ask again.
  void write(Lines lines) throws IOException {
    write("retry: 500\n\n");
    boolean more = true;
    while (more) {
      try {
        more = add(lines.next(event.isEmpty() ? QUIET_MILLIS : GATHER_MILLIS));
      } catch (SocketTimeoutException quiet) {
        flush(":\n\n");
      }
    }
    flush("");
  }

  private boolean add(Optional<JsonLine> line) throws IOException {
    if (line.isEmpty()) {
      return false;
    }
    JsonLine one = line.get();
    boolean ends = one.type().equals("end");
    long seq = one.number("seq");
    if (ends) {
      add(END);
    } else if (seq == 0 || seq > after) {
      last = Math.max(last, seq);
      add(Brief.of(one));
    }
    return !ends;
  }

  private void add(String line) throws IOException {
    event.append("data: ").append(line).append('\n');
    if (event.length() > MOST) {
      flush("");
    }
  }

  private void flush(String ifEmpty) throws IOException {
    for (String text = damaged.poll(); text != null; text = damaged.poll()) {
      String line = "{\"type\":\"damaged\",\"text\":" + Json.quote(text) + "}";
      event.append("data: ").append(line).append('\n');
    }
    String text = event.isEmpty() ? ifEmpty : "id: " + last + "\n" + event + "\n";
    event.setLength(0);
    write(text);
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
