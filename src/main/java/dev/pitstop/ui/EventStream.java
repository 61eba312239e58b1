package dev.pitstop.ui;

import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import dev.pitstop.rpc.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The lines of a session as server-sent events. An event holds the lines that came together, and
/// its id is the number of the last: a page that reconnects with it misses nothing. One thread
/// writes; another may look whether the page is still there.
final class EventStream {
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
    lines.beforeRead(this::flush);
    Optional<JsonLine> line = lines.next();
    while (line.isPresent() && !line.get().type().equals("end")) {
      long seq = line.get().number("seq");
      if (seq == 0 || seq > after) {
        last = Math.max(last, seq);
        add(Brief.of(line.get()));
      }
      line = lines.next();
    }
    line.ifPresent(end -> add("{\"type\":\"end\"}"));
    flush();
  }

  private void add(String line) {
    event.append("data: ").append(line).append('\n');
  }

  private void flush() throws IOException {
    for (String text = damaged.poll(); text != null; text = damaged.poll()) {
      add("{\"type\":\"damaged\",\"text\":" + Json.quote(text) + "}");
    }
    if (!event.isEmpty()) {
      write("id: " + last + "\n" + event + "\n");
      event.setLength(0);
    }
  }

  /// Finds out whether the page is gone: then it throws.
  void look() throws IOException {
    write(":\n\n");
  }

  private synchronized void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
