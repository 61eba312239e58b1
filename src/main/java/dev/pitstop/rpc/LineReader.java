package dev.pitstop.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/// The framing of MCP's stdio transport: each message is a line. A line ends at `\n` (one `\r`
/// before it is removed), never at U+2028. Blank lines and a byte order mark at the beginning of
/// the stream are skipped. A last line without a newline counts. Has its own buffer, so the stream
/// needs no `BufferedInputStream`. One thread, which blocks in [#next].
///
/// @param <X> what the call before a read may throw
public final class LineReader<X extends Exception> {
  private static final int BUFFER = 64 * 1024;

  /// Enough for a server that says little. There may be many such servers.
  private static final int FIRST_BUFFER = 8 * 1024;

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /// Called before each read, because a read can block: it passes on the messages collected so far.
  /// May itself wait.
  public interface BeforeRead<X extends Exception> {
    void run() throws X;
  }

  private final InputStream in;
  private final BeforeRead<X> beforeRead;
  private final Parts parts; // of the line under way
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int from; // of what was read and is not in `parts`
  private int to;
  private long read; // bytes of the stream
  private long begins; // where the last line began in the stream
  private long following; // where the one after it begins
  private long number; // of the last line
  private boolean ended;

  /// A reader for a stream from its beginning.
  ///
  /// @param in the stream; never closed here
  /// @param maxBytes the most bytes of a line; longer lines are dropped
  public LineReader(InputStream in, int maxBytes, BeforeRead<X> beforeRead) {
    this.in = in;
    this.beforeRead = beforeRead;
    this.parts = new Parts(maxBytes);
  }

  /// The next line that is not blank, or what replaces it. After [Line.End], every further call
  /// returns [Line.End] again.
  ///
  /// @throws IOException if the stream fails, for instance as nothing came in time: the line can be
  ///   read on
  public Line next() throws IOException, X {
    Line line = any();
    while (line instanceof Line.Text text && isBlank(text.bytes())) {
      line = text.terminated() ? any() : new Line.End();
    }
    return line;
  }

  /// The number of the last line, from 1; blank ones count.
  public long number() {
    return number;
  }

  /// The offset in the stream at which the last line began.
  public long begins() {
    return begins;
  }

  /// The next line, which may be blank, or what replaces it. The end of the stream is a line that
  /// is not terminated.
  public Line any() throws IOException, X {
    while (true) {
      int newline = newline(buffer, from, to);
      // The `\r` of a line's end does not belong to the line. The newline may still be to come.
      int end = newline > from && buffer[newline - 1] == '\r' ? newline - 1 : newline;
      parts.add(buffer, from, end);
      if (newline < to) {
        from = newline + 1;
        return line(true);
      }
      if (to == buffer.length && to < BUFFER) {
        buffer = new byte[BUFFER]; // all of it is in `parts`
      }
      buffer[0] = '\r';
      from = 0;
      to = newline - end;
      if (!fill()) {
        parts.add(buffer, 0, to);
        to = 0;
        return line(false);
      }
    }
  }

  /// The first newline in `[from, to)`, or `to`. On variables of its own: with fields, the loop
  /// would be slow.
  private static int newline(byte[] b, int from, int to) {
    int i = Swar.skipLine(b, from, to);
    while (i < to && b[i] != '\n') {
      i++;
    }
    return i;
  }

  /// Reads into the free part of the buffer. Returns false at the end of the stream.
  private boolean fill() throws IOException, X {
    beforeRead.run(); // also at the end: there may be a last message to pass on
    if (ended) {
      return false; // a terminal would be read anew after its end
    }
    int n = in.read(buffer, to, buffer.length - to);
    to += Math.max(0, n);
    read += Math.max(0, n);
    ended = n < 0;
    return !ended;
  }

  /// The line that has been collected, or what replaces it.
  private Line line(boolean terminated) {
    number++;
    begins = following;
    following = read - (to - from);
    Optional<byte[]> whole = parts.whole();
    Line line =
        whole.isPresent()
            ? new Line.Text(number == 1 ? unmarked(whole.get()) : whole.get(), terminated)
            : new Line.TooLong(parts.length(), parts.head(), parts.tail());
    parts.clear();
    return line;
  }

  private static byte[] unmarked(byte[] line) {
    boolean marked =
        Arrays.equals(line, 0, Math.min(line.length, MARK.length), MARK, 0, MARK.length);
    return marked ? Arrays.copyOfRange(line, MARK.length, line.length) : line;
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
