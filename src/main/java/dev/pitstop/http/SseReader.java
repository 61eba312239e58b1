package dev.pitstop.http;

import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.Parts;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads event streams (HTML Living Standard, "Server-sent events", 9.2.5 and 9.2.6), in bounded
/// memory. Events with only an id or only empty data count too: servers prime a stream with them
/// (2025-11-25, "Sending Messages to the Server", 6). Anything after the last blank line at the end
/// of a stream is not an event. A CR alone does not end a line: nobody writes that.
///
/// For one stream at a time and one thread.
public final class SseReader {
  /// The most digits of a retry time; longer ones are ignored.
  private static final int MOST_DIGITS = 15;

  private static final byte[] LINE_END = {'\n'};
  private static final String DATA = "data";

  private final int maxBytes;
  private final Parts data;
  private String lastEventId = "";
  private OptionalLong retryMillis = OptionalLong.empty();

  /// @param maxBytes the most data in one event
  public SseReader(int maxBytes) {
    this.maxBytes = maxBytes;
    this.data = new Parts(maxBytes);
  }

  /// The lines of a stream, for [#next].
  ///
  /// @param beforeRead called before each read, which may wait
  public LineReader<InterruptedException> lines(
      InputStream stream, LineReader.BeforeRead<InterruptedException> beforeRead) {
    return new LineReader<>(stream, maxBytes + DATA.length() + 2, beforeRead);
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

  /// Waits for the next event; empty at the end of the stream.
  public Optional<SseEvent> next(LineReader<InterruptedException> lines)
      throws IOException, InterruptedException {
    data.clear();
    String type = "";
    Optional<String> id = Optional.empty();
    Optional<Line> tooLong = Optional.empty();
    boolean any = false; // data
    while (true) {
      Line line = lines.any();
      if (line instanceof Line.Text text && !text.terminated()) {
        return Optional.empty();
      }
      byte[] b = line instanceof Line.TooLong l ? l.head() : ((Line.Text) line).bytes();
      if (b.length == 0) {
        if (any || id.isPresent()) {
          lastEventId = id.orElse(lastEventId);
          Line content = tooLong.orElseGet(this::content);
          return Optional.of(new SseEvent(type.isEmpty() ? "message" : type, content));
        }
        type = "";
        continue;
      }
      int colon = colon(b);
      int from = colon + 1 < b.length && b[colon + 1] == ' ' ? colon + 2 : colon + 1;
      switch (new String(b, 0, colon, StandardCharsets.ISO_8859_1)) {
        case DATA -> {
          if (any) {
            data.add(LINE_END, 0, 1);
          }
          any = true;
          data.add(b, Math.min(from, b.length), b.length);
          if (line instanceof Line.TooLong l) {
            byte[] head = Arrays.copyOfRange(b, from, b.length);
            tooLong = Optional.of(new Line.TooLong(l.length() - from, head, l.tail()));
          }
        }
        case "event" -> type = value(line, from);
        case "id" -> {
          String said = value(line, from);
          id = said.indexOf(0) < 0 ? Optional.of(said) : id;
        }
        case "retry" -> {
          String said = value(line, from);
          if (Words.isNumber(said, MOST_DIGITS)) {
            retryMillis = OptionalLong.of(Long.parseLong(said));
          }
        }
        default -> {} // a comment, or a field that nobody knows
      }
    }
  }

  private Line content() {
    return data.whole()
        .<Line>map(bytes -> new Line.Text(bytes, true))
        .orElseGet(() -> new Line.TooLong(data.length(), data.head(), data.tail()));
  }

  /// The end of the field's name.
  private static int colon(byte[] line) {
    int at = 0;
    while (at < line.length && line[at] != ':') {
      at++;
    }
    return at;
  }

  /// The value of a short field. Of a line that is too long it is a character that no id may
  /// contain.
  private static String value(Line line, int from) {
    if (!(line instanceof Line.Text t)) {
      return "\0";
    }
    int at = Math.min(from, t.bytes().length);
    return new String(t.bytes(), at, t.bytes().length - at, StandardCharsets.UTF_8);
  }
}
