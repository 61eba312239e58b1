package dev.pitstop.journal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/// The journal of a session: what happened last, up to [#MOST_BYTES], as lines of JSON. When it is
/// full, the oldest entries fall out, and a reader that missed some learns how many. It never waits
/// for a reader. On any thread.
///
/// Entries are kept as bytes in a few large arrays, not as objects: a busy session makes a hundred
/// thousand entries a second, and the garbage collector would copy each of them.
public final class Journal {
  /// How much is kept in memory, messages included.
  public static final int MOST_BYTES = 16 * 1024 * 1024;

  /// The size of a piece of memory. The oldest entries fall out a piece at a time.
  static final int PIECE = 256 * 1024;

  /// Before each line: its length, and its length without the message.
  private static final int HEADER = 8;

  /// What a reader gets.
  ///
  /// @param missed how many entries before the first of these fell out unread
  /// @param lines in order, each with its line end
  /// @param next where to go on: the number of the last entry that was read or missed
  public record Page(long missed, byte[] lines, long next) {
    /// Whether there was nothing new.
    public boolean isEmpty() {
      return lines.length == 0;
    }

    public String text() {
      return new String(lines, StandardCharsets.UTF_8);
    }
  }

  /// Entries beside each other in memory.
  private static final class Piece {
    final byte[] bytes;
    final long first; // number of its first entry
    int used;
    int count;

    Piece(int size, long first) {
      this.bytes = new byte[size];
      this.first = first;
    }

    private int number(int at) {
      return (bytes[at] & 0xff) << 24
          | (bytes[at + 1] & 0xff) << 16
          | (bytes[at + 2] & 0xff) << 8
          | bytes[at + 3] & 0xff;
    }

    private void number(int at, int value) {
      bytes[at] = (byte) (value >> 24);
      bytes[at + 1] = (byte) (value >> 16);
      bytes[at + 2] = (byte) (value >> 8);
      bytes[at + 3] = (byte) value;
    }

    void add(JournalLine line) {
      number(used, line.length());
      number(used + 4, line.bare());
      System.arraycopy(line.bytes(), 0, bytes, used + HEADER, line.length());
      used += HEADER + line.length();
      count++;
    }

    /// Where the next entry is.
    int after(int at) {
      return at + HEADER + number(at);
    }

    void copy(int at, boolean messages, ByteArrayOutputStream to) {
      if (messages) {
        to.write(bytes, at + HEADER, number(at));
      } else {
        to.write(bytes, at + HEADER, number(at + 4));
        to.write('}');
      }
      to.write('\n');
    }
  }

  private final int most;
  private final int piece;

  // Guarded by `this`, like all that follows.
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private final JournalLine line = new JournalLine();
  private long last; // number of the newest entry
  private long bytes; // sizes of the pieces
  private int waiting; // readers
  private long calls;
  private boolean closed;

  public Journal() {
    this(MOST_BYTES, PIECE);
  }

  /// @param most how many bytes are kept
  Journal(int most, int piece) {
    this.most = most;
    this.piece = piece;
  }

  /// The number of a new call.
  public synchronized long newCall() {
    return ++calls;
  }

  /// How many calls there were.
  public synchronized long calls() {
    return calls;
  }

  /// Adds an entry.
  public void append(Happened what) {
    long now = System.currentTimeMillis();
    synchronized (this) {
      line.begin(++last, now);
      what.into(line);
      line.end();
      place(line.length() + HEADER).add(line);
      if (waiting > 0) {
        notifyAll();
      }
    }
  }

  /// The piece that takes so many bytes more.
  private Piece place(int needed) {
    Piece newest = pieces.isEmpty() ? new Piece(0, last) : pieces.getLast();
    if (newest.used + needed <= newest.bytes.length) {
      return newest;
    }
    Piece next = new Piece(Math.max(piece, needed), last);
    pieces.addLast(next);
    bytes += next.bytes.length;
    while (bytes > most && pieces.size() > 1) {
      bytes -= pieces.removeFirst().bytes.length;
    }
    return next;
  }

  /// The number of the newest entry; 0 if there is none.
  public synchronized long last() {
    return last;
  }

  /// The entries after this one.
  ///
  /// @param atLeast stops after so many bytes
  /// @param messages whether requests and responses are in them, and not only their sizes
  public synchronized Page after(long seq, int atLeast, boolean messages) {
    long oldest = pieces.isEmpty() ? last + 1 : pieces.getFirst().first;
    long from = Math.max(seq + 1, oldest);
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    long next = from;
    for (Piece p : pieces) {
      int at = 0;
      for (long n = p.first; n < p.first + p.count && lines.size() < atLeast; n++) {
        if (n >= next) {
          p.copy(at, messages, lines);
          next = n + 1;
        }
        at = p.after(at);
      }
    }
    return new Page(Math.max(0, from - seq - 1), lines.toByteArray(), Math.max(seq, next - 1));
  }

  /// Waits until there is an entry after this one, until the journal is closed, or until this time
  /// has passed.
  public synchronized void await(long seq, long millis) throws InterruptedException {
    waiting++;
    try {
      if (last <= seq && !closed) {
        wait(millis);
      }
    } finally {
      waiting--;
    }
  }

  /// Whether the session is over.
  public synchronized boolean closed() {
    return closed;
  }

  /// Waits until the journal is closed.
  ///
  /// @return whether it is
  public synchronized boolean awaitClose(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = millis; !closed && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
      wait(left); // new entries wake it too
    }
    return closed;
  }

  /// The session is over: nothing more will be read after what is here now.
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /// What stands for entries that a reader missed, as a line.
  public static String gap(long missed) {
    return "{\"type\":\"gap\",\"events\":" + missed + "}\n";
  }
}
