package dev.pitstop.http;

import dev.pitstop.rpc.Parts;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Parses event streams from bytes cut anywhere (HTML Living Standard, "Server-sent events", 9.2.5
/// and 9.2.6), in bounded memory. Events with only an id or only empty data are reported too:
/// servers prime a stream with them (2025-11-25, "Sending Messages to the Server", 6). Anything
/// after the last blank line at the end of the stream is not an event.
///
/// For one stream and one thread.
public final class SseParser {
  /// The longest id or type.
  private static final int MOST_VALUE = Parts.ENDS;

  /// The most digits of a retry time; longer ones are ignored.
  private static final int MOST_DIGITS = 15;

  /// The longest known field names: `event`, `retry`.
  private static final int MOST_NAME = 5;

  private static final byte[] LINE_END = {'\n'};
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /// Takes the content of the stream, on the feeding thread. Exceptions pass through [#feed]; the
  /// rest of that call's bytes is lost.
  public interface Sink {
    void event(SseEvent event);

    /// The server asks the client to wait this long before it reconnects. Called when the field is
    /// read, before the event that contains it.
    void retry(long millis);

    /// An event with more data than allowed. Later events are reported normally.
    ///
    /// @param head the first bytes of its data
    /// @param tail the last bytes of its data
    /// @param length of its data in bytes
    void tooLong(byte[] head, byte[] tail, long length);
  }

  /// The field of the present line, as far as it is known.
  private enum Field {
    /// Its name has not ended yet.
    NAME,
    DATA,
    EVENT,
    ID,
    RETRY,
    /// A comment or an unknown field.
    OTHER
  }

  private final int maxBytes;
  private final Sink sink;

  private int ofBom; // bytes of a BOM seen at the beginning; -1 after that
  private boolean afterCr;

  // The present line.
  private Field field = Field.NAME;
  private boolean blankMayFollow; // one space after the colon is not part of the value
  private final Parts name = new Parts(MOST_NAME);
  private final Parts value = new Parts(MOST_VALUE);

  // The present event.
  private final Parts data;
  private boolean anyData;
  private String type = "";
  private Optional<String> id = Optional.empty();

  private String lastEventId = "";

  /// @param maxBytes the most data in one event
  public SseParser(int maxBytes, Sink sink) {
    this.maxBytes = maxBytes;
    this.sink = sink;
    this.data = new Parts(maxBytes);
  }

  /// The id of the last complete event that had one; empty if there is none or it was cancelled. A
  /// resumption sends it as `Last-Event-ID`.
  public String lastEventId() {
    return lastEventId;
  }

  /// Takes `len` bytes. The caller may reuse the array afterwards.
  public void feed(byte[] b, int off, int len) {
    int i = off;
    int end = off + len;
    while (ofBom >= 0 && i < end) {
      i += bom(b[i]);
    }
    while (i < end) {
      if (afterCr) {
        afterCr = false;
        if (b[i] == '\n') {
          i++;
          continue;
        }
      }
      int stop = lineEnd(b, i, end);
      if (stop > i) {
        take(b, i, stop);
      }
      if (stop < end) {
        afterCr = b[stop] == '\r';
        endLine();
      }
      i = stop + 1;
    }
  }

  /// Finds the end of the line. No other loop visits each byte of a long line.
  private static int lineEnd(byte[] b, int from, int end) {
    int i = from;
    while (i < end) {
      byte c = b[i];
      if (c == '\n' || c == '\r') {
        return i;
      }
      i++;
    }
    return end;
  }

  /// Takes a byte that may belong to a BOM at the beginning of the stream. Returns how many bytes
  /// it has consumed.
  private int bom(byte b) {
    if (b == BOM[ofBom]) {
      ofBom = ofBom == BOM.length - 1 ? -1 : ofBom + 1;
      return 1;
    }
    int begun = ofBom;
    ofBom = -1;
    if (begun > 0) {
      take(BOM, 0, begun);
    }
    return 0;
  }

  /// Takes bytes of one line, at least one.
  private void take(byte[] b, int start, int to) {
    int from = start;
    while (field == Field.NAME && from < to) {
      if (b[from] == ':') {
        blankMayFollow = true;
        endName();
      } else {
        name.add(b, from, from + 1);
        if (name.length() > MOST_NAME) {
          field = Field.OTHER;
        }
      }
      from++;
    }
    if (blankMayFollow && from < to) {
      blankMayFollow = false;
      from += b[from] == ' ' ? 1 : 0;
    }
    switch (field) {
      case DATA -> data.add(b, from, to);
      case EVENT, ID, RETRY -> value.add(b, from, to);
      case NAME, OTHER -> {}
    }
  }

  private void endName() {
    field =
        switch (text(name)) {
          case "data" -> Field.DATA;
          case "event" -> Field.EVENT;
          case "id" -> Field.ID;
          case "retry" -> Field.RETRY;
          default -> Field.OTHER;
        };
    if (field == Field.DATA) {
      if (anyData) {
        data.add(LINE_END, 0, 1);
      }
      anyData = true;
    }
  }

  /// The text; its beginning if it is too long.
  private static String text(Parts of) {
    return new String(of.whole().orElse(of.head()), StandardCharsets.UTF_8);
  }

  private void endLine() {
    if (field == Field.NAME && name.length() == 0) {
      endEvent();
      return;
    }
    if (field == Field.NAME) {
      endName(); // a line without a colon is a field with an empty value
    }
    Field ended = field;
    boolean whole = value.length() <= MOST_VALUE;
    String text = text(value);
    field = Field.NAME;
    blankMayFollow = false;
    name.clear();
    value.clear();
    switch (ended) {
      case EVENT -> type = text;
      case ID -> {
        if (whole && text.indexOf(0) < 0) {
          id = Optional.of(text);
        }
      }
      case RETRY -> {
        if (Words.isNumber(text, MOST_DIGITS)) {
          sink.retry(Long.parseLong(text));
        }
      }
      case DATA, NAME, OTHER -> {}
    }
  }

  /// Reports the event. Resets the state first, because a sink may throw.
  private void endEvent() {
    boolean told = anyData || id.isPresent();
    Optional<byte[]> whole = data.whole();
    long length = data.length();
    byte[] head = data.head();
    byte[] tail = data.tail();
    String ofType = type.isEmpty() ? "message" : type;
    Optional<String> ownId = id;
    lastEventId = id.orElse(lastEventId);
    data.clear();
    anyData = false;
    type = "";
    id = Optional.empty();
    if (length > maxBytes) {
      sink.tooLong(head, tail, length);
    } else if (told) {
      sink.event(new SseEvent(ofType, whole.orElseThrow(), ownId));
    }
  }
}
