package dev.pitstop.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// The framing of MCP's stdio transport: each message is a line. A line ends at `\n` (one `\r`
/// before it is removed), never at U+2028. Blank lines and a byte order mark at the beginning of
/// the stream are skipped. A last line without a newline counts. Has its own buffer, so the stream
/// needs no `BufferedInputStream`. One thread, which blocks in [#next].
public final class LineReader {
  private static final int BUFFER = 64 * 1024;

  /// Enough for a server that says little. There may be many such servers.
  private static final int FIRST_BUFFER = 8 * 1024;

  private static final byte[] NOTHING = {};
  private static final int HEAD = 4 * 1024;

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
  private final Parts parts = new Parts(); // of a longer line
  private int from;
  private int to;
  private boolean first = true;

  /// A reader for a stream from its beginning.
  ///
  /// @param in the stream; never closed here
  /// @param maxBytes the most bytes of a line; longer lines are dropped
  /// @param beforeRead called before every read of the stream
  public LineReader(InputStream in, int maxBytes, BeforeRead beforeRead) {
    this(in, maxBytes, beforeRead, Arrays::copyOfRange);
  }

  /// @param copier copies a line out of the buffer
  LineReader(InputStream in, int maxBytes, BeforeRead beforeRead, Copier copier) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.beforeRead = beforeRead;
    this.copier = copier;
  }

  /// The next line that is not blank, or what replaces it. After [Line.End], every further call
  /// returns [Line.End] again.
  ///
  /// @throws IOException if the stream fails
  /// @throws InterruptedException if the call before a read was interrupted
  public Line next() throws IOException, InterruptedException {
    Line line = line();
    while (isBlank(line)) {
      line = line();
    }
    return line;
  }

  private Line line() throws IOException, InterruptedException {
    int searched = from;
    for (; ; ) {
      int newline = newline(searched);
      if (newline < to) {
        int start = from;
        from = newline + 1;
        return line(start, newline, true);
      }
      if (to == buffer.length) {
        if (buffer.length < BUFFER) {
          buffer = Arrays.copyOf(buffer, BUFFER);
        } else if (from > 0) {
          System.arraycopy(buffer, from, buffer, 0, to - from);
          to -= from;
          from = 0;
        } else {
          return longLine();
        }
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

  /// The first newline from `start` on, or the end of what was read.
  private int newline(int start) {
    byte[] bytes = buffer;
    int end = to;
    int i = Swar.skipLine(bytes, start, end);
    while (i < end && bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  /// Fills the free part of the buffer. Returns false at the end of the stream.
  private boolean fill() throws IOException, InterruptedException {
    beforeRead.run();
    int n = in.read(buffer, to, buffer.length - to);
    if (n > 0) {
      to += n;
    }
    return n >= 0;
  }

  /// Reads a line that is longer than the buffer, which is full of its beginning. It is collected
  /// in parts. If it becomes too long or finds no memory, its rest is read and dropped.
  private Line longLine() throws IOException, InterruptedException {
    int start = contentStart(buffer, 0, to);
    byte[] head = head(buffer, start, to);
    byte[] tail = NOTHING;
    boolean lost = false;
    long length = 0;
    int newline = to;
    boolean more = true;
    while (more) {
      length += newline - start;
      tail = tail(tail, buffer, start, newline);
      lost = lost || length > maxBytes + 1L || !collect(start, newline); // 1 for `\r`
      if (lost) {
        parts.clear();
      }
      if (newline < to) {
        break;
      }
      start = 0;
      to = 0;
      more = fill();
      newline = newline(0);
    }
    from = more ? newline + 1 : to;
    if (more && tail[tail.length - 1] == '\r') {
      length--;
    }
    try {
      return lost || length > maxBytes
          ? dropped(length, head, tail)
          : new Line.Text(parts.copy(0, length), more);
    } catch (OutOfMemoryError e) {
      return dropped(length, head, tail);
    } finally {
      parts.clear();
    }
  }

  /// Returns false if there is no memory.
  private boolean collect(int start, int end) {
    try {
      parts.add(buffer, start, end);
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
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
      try {
        return new Line.Text(copier.copy(buffer, start, end), terminated);
      } catch (OutOfMemoryError e) {
        // the line is lost
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
