package dev.pitstop.http;

import dev.pitstop.rpc.Parts;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads event streams (HTML Living Standard, "Server-sent events", 9.2.5 and 9.2.6), in bounded
/// memory. Events with only an id or only empty data count too: servers prime a stream with them
/// (2025-11-25, "Sending Messages to the Server", 6). Anything after the last blank line at the end
/// of a stream is not an event.
///
/// For one stream at a time and one thread.
public final class SseReader {
  /// Gives the bytes of a stream.
  public interface Source {
    /// Writes bytes to the beginning of an array; waits for at least one.
    ///
    /// @return how many; negative at the end
    int read(byte[] to) throws IOException, InterruptedException;
  }

  private static final int CHUNK = 16 * 1024;

  /// More than a known field name with a BOM before it.
  private static final int MOST_NAME = 8;

  /// The most digits of a retry time; longer ones are ignored.
  private static final int MOST_DIGITS = 15;

  private static final byte[] LINE_END = {'\n'};

  /// The value of a field that is too long to be one: no id may contain it.
  private static final byte[] NUL = {0};

  /// The bytes of a BOM as characters.
  private static final String BOM = "\u00EF\u00BB\u00BF";

  private final Parts data;
  private final Parts value = new Parts(Parts.ENDS);
  private final StringBuilder name = new StringBuilder();
  private final byte[] chunk = new byte[CHUNK];
  private int at; // the next byte in it
  private int end;
  private boolean afterCr;
  private boolean begun; // the first line of the stream was read
  private Source from = to -> -1;
  private String lastEventId = "";
  private OptionalLong retryMillis = OptionalLong.empty();

  /// @param maxBytes the most data in one event
  public SseReader(int maxBytes) {
    this.data = new Parts(maxBytes);
  }

  /// Begins a stream. The rest of the one before is not joined to it.
  public void begin(Source stream) {
    from = stream;
    at = 0;
    end = 0;
    afterCr = false;
    begun = false;
  }

  /// The id of the last complete event that had one, in all streams so far; empty if there is none
  /// or it was cancelled. A resumption sends it as `Last-Event-ID`.
  public String lastEventId() {
    return lastEventId;
  }

  /// How long the server has asked clients to wait before they reconnect.
  public OptionalLong retryMillis() {
    return retryMillis;
  }

  /// Waits for the next event; empty at the end of the stream. The event is valid until the next
  /// call.
  public Optional<SseEvent> next() throws IOException, InterruptedException {
    data.clear();
    String type = "";
    Optional<String> id = Optional.empty();
    boolean any = false; // data
    while (true) {
      int after = name();
      String field = name.toString();
      if (after >= 0 && after != ':' && field.isEmpty()) {
        if (any || id.isPresent()) {
          lastEventId = id.orElse(lastEventId);
          return Optional.of(new SseEvent(type.isEmpty() ? "message" : type, data, id));
        }
        type = "";
        continue;
      }
      boolean isData = field.equals("data");
      if (isData && any) {
        data.add(LINE_END, 0, 1);
      }
      any |= isData;
      value.clear();
      if (after < 0 || (after == ':' && !value(isData ? data : value))) {
        return Optional.empty();
      }
      String text = new String(value.whole().orElse(NUL), StandardCharsets.UTF_8);
      if (field.equals("event")) {
        type = text;
      } else if (field.equals("id") && text.indexOf(0) < 0) {
        id = Optional.of(text);
      } else if (field.equals("retry") && Words.isNumber(text, MOST_DIGITS)) {
        retryMillis = OptionalLong.of(Long.parseLong(text));
      }
    }
  }

  /// Reads the name of a field.
  ///
  /// @return what follows it: a colon or the end of the line; negative at the end of the stream
  private int name() throws IOException, InterruptedException {
    name.setLength(0);
    int c = read();
    while (c >= 0 && c != ':' && c != '\n' && c != '\r') {
      if (name.length() <= MOST_NAME) {
        name.append((char) c);
      }
      c = read();
    }
    if (!begun && name.indexOf(BOM) == 0) {
      name.delete(0, BOM.length());
    }
    begun = true;
    return c;
  }

  /// Reads the rest of a line, without one space after the colon. No other loop visits each byte of
  /// a long line.
  ///
  /// @return false at the end of the stream
  private boolean value(Parts to) throws IOException, InterruptedException {
    boolean first = true;
    while (at < end || fill()) {
      at += first && chunk[at] == ' ' ? 1 : 0;
      first = false;
      int stop = at;
      while (stop < end && chunk[stop] != '\n' && chunk[stop] != '\r') {
        stop++;
      }
      to.add(chunk, at, stop);
      at = stop;
      if (at < end) {
        return read() >= 0; // the line's end
      }
    }
    return false;
  }

  /// The next byte, without an LF after a CR; negative at the end.
  private int read() throws IOException, InterruptedException {
    if (at == end && !fill()) {
      return -1;
    }
    int c = chunk[at++] & 0xFF;
    boolean second = afterCr && c == '\n';
    afterCr = c == '\r';
    return second ? read() : c;
  }

  private boolean fill() throws IOException, InterruptedException {
    int n = from.read(chunk);
    at = 0;
    end = Math.max(n, 0);
    return n > 0;
  }
}
