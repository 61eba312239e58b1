package dev.pitstop.ui;

import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The lines of a session as server-sent events. An event holds the lines that came together, and
/// its id is the number of the last: a page that reconnects with it misses nothing. One thread.
final class EventStream {
  private static final int MOST = 32 * 1024; // characters of an event, about

  private final OutputStream out;
  private final long after;
  private final StringBuilder event = new StringBuilder();
  private long last;

  /// @param after lines up to this number are left out
  EventStream(OutputStream out, long after) {
    this.out = out;
    this.after = after;
    this.last = after;
  }

  /// Writes all, until the session ends or the page is gone. The last event is `end`, unless the
  /// connection to the session broke: then the page may ask again.
  void write(Lines lines) throws IOException {
    write("retry: 500\n\n");
    Optional<JsonLine> line = lines.next();
    while (line.isPresent() && !line.get().type().equals("end")) {
      boolean idle = line.get().type().equals("idle");
      long seq = line.get().number("seq");
      if (!idle && (seq == 0 || seq > after)) {
        last = Math.max(last, seq);
        add(Brief.of(line.get()));
      }
      if (idle || event.length() > MOST) {
        flush();
      }
      line = lines.next();
    }
    line.ifPresent(end -> add("{\"type\":\"end\"}"));
    flush();
  }

  private void add(String line) {
    event.append("data: ").append(line).append('\n');
  }

  /// Writes also if there is nothing: that shows whether the page is gone.
  private void flush() throws IOException {
    write(event.isEmpty() ? ":\n\n" : "id: " + last + "\n" + event + "\n");
    event.setLength(0);
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
