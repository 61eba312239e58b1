package dev.pitstop.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// The framing of MCP's stdio transport (F1): each message is a line. A line ends at `\n` (one `\r`
/// before it is removed), never at U+2028. Blank lines and a byte order mark at the beginning of
/// the stream are skipped. A last line without a newline counts. Has its own buffer, so the stream
/// needs no `BufferedInputStream`. One thread, which blocks in [#next].
public final class LineReader {
  private static final int BUFFER = 64 * 1024;

  /// Enough for a server that says little. There may be many such servers.
  private static final int FIRST_BUFFER = 8 * 1024;

  private static final byte[] NOTHING = {};
  private static final int MAX_CHUNK = 1024 * 1024;
  private static final int HEAD = 4 * 1024;

  /// The bytes that may surround a line of `maxBytes` bytes: the byte order mark and `\r`.
  private static final int FRAME = 4;

  /// Called before each read, because a read can block: it passes on the messages collected so far.
  /// May itself wait.
  public interface BeforeRead {
    void run() throws InterruptedException;
  }

  /// Copies a part of an array into a new one.
  interface Copier {
    /// @throws OutOfMemoryError if there is no room for it
    byte[] copy(byte[] from, int start, int end);
  }

  private final InputStream in;
  private final int maxBytes;
  private final BeforeRead beforeRead;
  private final Copier copier;
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int from;
  private int to;
  private boolean first = true;
  private final LongLines store;
  private boolean stores; // set once a long line has come

  /// A reader for a stream from its beginning.
  ///
  /// @param in the stream; never closed here
  /// @param maxBytes the most bytes of a line; longer lines are dropped
  /// @param beforeRead called before every read of the stream
  public LineReader(InputStream in, int maxBytes, BeforeRead beforeRead) {
    this(in, maxBytes, beforeRead, Arrays::copyOfRange, new HeapTrim());
  }

  /// @param copier copies a line out of the buffer
  LineReader(InputStream in, int maxBytes, BeforeRead beforeRead, Copier copier, HeapTrim trim) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.beforeRead = beforeRead;
    this.copier = copier;
    this.store = new LongLines(trim);
  }

  /// The next line that is not blank, or what replaces it. After [Line.End], every further call
  /// returns [Line.End] again.
  ///
  /// @throws IOException if the stream fails
  /// @throws InterruptedException if the call before a read was interrupted
  public Line next() throws IOException, InterruptedException {
    int searched = from;
    for (; ; ) {
      int newline = newline(buffer, searched, to);
      if (newline < to) {
        int start = from;
        from = newline + 1;
        Line line = line(start, newline, true);
        if (!isBlank(line)) {
          return line;
        }
        searched = from;
        continue;
      }
      if (to == buffer.length) {
        if (buffer.length < BUFFER) {
          buffer = Arrays.copyOf(buffer, BUFFER);
          searched = to;
          continue;
        }
        if (from == 0) {
          Line line = longLine();
          if (!isBlank(line)) {
            return line;
          }
          searched = from;
          continue;
        }
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
      }
      searched = to;
      if (!fill()) {
        int start = from;
        from = to;
        Line line = line(start, to, false);
        return isBlank(line) ? new Line.End() : line;
      }
    }
  }

  /// Nothing is read any more: gives back what is kept for long lines.
  public void end() {
    if (stores) {
      store.collect();
      store.clear();
    }
  }

  /// The first newline in `[from, to)`, or `to`.
  private static int newline(byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] != '\n') {
      i++;
    }
    return i;
  }

  /// Fills the free part of the buffer. Returns false at the end of the stream.
  private boolean fill() throws IOException, InterruptedException {
    beforeRead.run();
    if (stores) {
      store.collect();
    }
    int n = in.read(buffer, to, buffer.length - to);
    if (n > 0) {
      to += n;
    }
    return n >= 0;
  }

  /// Reads a line that is longer than the buffer. Collects the line in chunks, each as long as all
  /// before it, and joins them once at the end.
  private Line longLine() throws IOException, InterruptedException {
    long length = BUFFER;
    int used = BUFFER;
    int chunks = 1;
    byte last = buffer[BUFFER - 1];
    from = 0;
    to = 0;
    boolean terminated = false;
    stores = true;
    try {
      byte[] chunk = store.chunk(0, BUFFER);
      System.arraycopy(buffer, 0, chunk, 0, BUFFER);
      while (!terminated && length <= (long) maxBytes + FRAME) {
        if (used == chunk.length) {
          chunk = store.chunk(chunks++, (int) Math.min(length, MAX_CHUNK));
          used = 0;
        }
        beforeRead.run();
        int n = in.read(chunk, used, Math.min(chunk.length - used, BUFFER));
        if (n < 0) {
          break;
        }
        int newline = newline(chunk, used, used + n);
        if (newline < used + n) {
          // The bytes behind the newline belong to the next lines; they are less than a buffer.
          terminated = true;
          to = used + n - (newline + 1);
          System.arraycopy(chunk, newline + 1, buffer, 0, to);
          n = newline - used;
        }
        used += n;
        length += n;
        last = n > 0 ? chunk[used - 1] : last;
      }
    } catch (OutOfMemoryError e) {
      // the line is lost, and its chunks make room again
      byte[] begin = chunks > 1 ? store.chunk(0, BUFFER) : buffer.clone();
      store.clear();
      return rest(begin, NOTHING, length, last, terminated);
    }
    byte[] begin = store.chunk(0, BUFFER);
    byte[] tail = tail(NOTHING, store.chunk(chunks - 1, BUFFER), 0, used);
    if (length > (long) maxBytes + FRAME) {
      store.clear();
      return rest(begin, tail, length, last, terminated);
    }
    int start = contentStart(begin, 0, begin.length);
    int end = (int) length - (terminated && last == '\r' ? 1 : 0);
    if (end - start <= maxBytes) {
      try {
        return new Line.Text(store.join(start, end), terminated);
      } catch (OutOfMemoryError e) {
        // the line is lost
      }
    }
    store.clear();
    return dropped(end - start, head(begin, start, begin.length), tail);
  }

  /// Discards the rest of a line that is too long, or that has no memory.
  private Line rest(
      byte[] begin, byte[] tailAlready, long already, byte lastAlready, boolean terminated)
      throws IOException, InterruptedException {
    long length = already;
    byte last = lastAlready;
    byte[] tail = tailAlready;
    boolean ended = terminated;
    while (!ended) {
      from = 0;
      to = 0;
      if (!fill()) {
        break;
      }
      int newline = newline(buffer, 0, to);
      length += newline;
      last = newline > 0 ? buffer[newline - 1] : last;
      tail = tail(tail, buffer, 0, newline);
      if (newline < to) {
        from = newline + 1;
        ended = true;
      }
    }
    int start = contentStart(begin, 0, begin.length);
    length -= (ended && last == '\r' ? 1 : 0) + start;
    return dropped(length, head(begin, start, begin.length), tail);
  }

  /// Replaces a line that is too long or has no memory.
  private Line dropped(long length, byte[] head, byte[] tail) {
    return length > maxBytes
        ? new Line.TooLong(length, head, tail)
        : new Line.NoMemory(length, head, tail);
  }

  /// A line that lies in the buffer.
  private Line line(int lineFrom, int lineTo, boolean terminated) {
    int start = contentStart(buffer, lineFrom, lineTo);
    int end = terminated && lineTo > start && buffer[lineTo - 1] == '\r' ? lineTo - 1 : lineTo;
    if (end - start <= maxBytes) {
      if (stores) {
        store.shortLine();
      }
      try {
        return new Line.Text(copier.copy(buffer, start, end), terminated);
      } catch (OutOfMemoryError e) {
        store.clear(); // the line is lost
      }
    }
    return dropped(end - start, head(buffer, start, end), tail(NOTHING, buffer, start, end));
  }

  /// The last bytes of `before` and of the part of `b`.
  private static byte[] tail(byte[] before, byte[] b, int start, int end) {
    int fromB = Math.min(end - start, HEAD);
    int fromBefore = Math.min(before.length, HEAD - fromB);
    byte[] tail = new byte[fromBefore + fromB];
    System.arraycopy(before, before.length - fromBefore, tail, 0, fromBefore);
    System.arraycopy(b, end - fromB, tail, fromBefore, fromB);
    return tail;
  }

  private static byte[] head(byte[] b, int start, int end) {
    return Arrays.copyOfRange(b, start, Math.min(end, start + HEAD));
  }

  /// Where the line begins, behind the byte order mark if this is the stream's first line.
  private int contentStart(byte[] b, int lineFrom, int lineTo) {
    boolean mark =
        first
            && lineTo - lineFrom >= 3
            && b[lineFrom] == (byte) 0xEF
            && b[lineFrom + 1] == (byte) 0xBB
            && b[lineFrom + 2] == (byte) 0xBF;
    first = false;
    return mark ? lineFrom + 3 : lineFrom;
  }

  private static boolean isBlank(Line line) {
    if (!(line instanceof Line.Text text)) {
      return false;
    }
    for (byte b : text.bytes()) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
