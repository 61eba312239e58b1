package dev.pitstop.journal;

import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Predicate;

/// The journal of a session: what happened last, up to [#MOST_BYTES], as lines of JSON. When it is
/// full, the oldest entries fall out, and a reader that missed some learns how many. It never waits
/// for a reader. On any thread.
///
/// Entries are kept as bytes in a few large arrays, not as objects: a busy session makes hundreds
/// of thousands of entries a second, and the garbage collector would copy each of them. They become
/// text when somebody reads them.
public final class Journal {
  /// How much is kept in memory, messages included.
  public static final int MOST_BYTES = 16 * 1024 * 1024;

  /// The size of a piece of memory. The oldest entries fall out a piece at a time.
  static final int PIECE = 256 * 1024;

  /// The size of the first piece; each next one is twice as large. Most sessions have few entries,
  /// and many may be in one process.
  private static final int FIRST_PIECE = 8 * 1024;

  /// The longest message that is kept whole, in bytes.
  public static final int MOST_MESSAGE = 64 * 1024;

  /// The longest name that is kept, in bytes.
  static final int MOST_NAME = 4_000;

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

  private final int most;
  private final int piece;

  // Guarded by `this`, like all that follows.
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private final JournalLine text = new JournalLine();
  private long last; // number of the newest entry
  private long bytes; // sizes of the pieces
  private int size; // of the next piece
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
    this.size = Math.min(piece, FIRST_PIECE);
  }

  /// The number of a new call.
  public synchronized long newCall() {
    return ++calls;
  }

  /// How many calls there were.
  public synchronized long calls() {
    return calls;
  }

  /// A request arrived.
  ///
  /// @param call its number
  /// @param by who asked; empty if it was the agent
  /// @param name where in the request the client's name of a tool or prompt is, or a URI, as a JSON
  ///   string; or [Span#NONE]
  public void began(long call, String by, String method, Span name, byte[] request) {
    byte[] who = bytes(by);
    byte[] what = bytes(method);
    int kept = Math.min(request.length, MOST_MESSAGE);
    long now = System.currentTimeMillis();
    synchronized (this) {
      place(Piece.OVERHEAD + MOST_NAME + who.length + what.length + kept)
          .began(now, call, who, what, name, request);
      added();
    }
  }

  /// A call has ended.
  ///
  /// @param server empty if Pitstop answered by itself
  /// @param run the number of the run that had it last; 0 if none had
  /// @param deliveries how many times a run was given the call
  /// @param micros from the request's arrival to its end
  /// @param response the message for the client, with notices; empty if there was none
  public void ended(
      long call,
      String server,
      int run,
      int deliveries,
      Status status,
      long micros,
      Outgoing response) {
    byte[] at = bytes(server);
    int kept = Math.min(response.length(), MOST_MESSAGE);
    long now = System.currentTimeMillis();
    synchronized (this) {
      place(Piece.OVERHEAD + at.length + kept)
          .ended(now, call, at, run, deliveries, status.code(), micros, response);
      added();
    }
  }

  private static byte[] bytes(String name) {
    return (name.length() > MOST_NAME / 4 ? name.substring(0, MOST_NAME / 4) : name)
        .getBytes(StandardCharsets.UTF_8);
  }

  /// Adds any other entry.
  public void append(Happened what) {
    long now = System.currentTimeMillis();
    synchronized (this) {
      text.clear();
      what.into(text);
      place(Piece.OVERHEAD + text.length()).text(now, text.bytes(), text.length());
      added();
    }
  }

  private void added() {
    last++;
    if (waiting > 0) {
      notifyAll();
    }
  }

  /// The piece that takes so many bytes more.
  private Piece place(int needed) {
    if (!pieces.isEmpty() && pieces.getLast().takes(needed)) {
      return pieces.getLast();
    }
    Piece next = needed <= piece ? emptied(needed) : new Piece(needed, last + 1);
    pieces.addLast(next);
    bytes += next.size();
    while (bytes > most && pieces.size() > 1) {
      bytes -= pieces.removeFirst().size();
    }
    return next;
  }

  /// A piece for the next entries: the oldest one if there are enough, so that a busy session makes
  /// no garbage.
  private Piece emptied(int needed) {
    boolean full = bytes + piece > most && pieces.size() > 1;
    if (!full || pieces.getFirst().size() != piece) {
      int now = Math.max(size, needed);
      size = Math.min(piece, 2 * size);
      return new Piece(now, last + 1);
    }
    Piece oldest = pieces.removeFirst();
    bytes -= piece;
    oldest.clear(last + 1);
    return oldest;
  }

  /// How many bytes of memory it takes.
  public synchronized long memory() {
    return bytes;
  }

  /// The number of the newest entry; 0 if there is none.
  public synchronized long last() {
    return last;
  }

  /// Entries as they are kept, to be made into text outside the lock.
  private static final class Copied implements Piece.Copy {
    private byte[] bytes;
    private int size;

    Copied(int room) {
      bytes = new byte[room];
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public void add(byte[] from, int at, int length) {
      if (size + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + length));
      }
      System.arraycopy(from, at, bytes, size, length);
      size += length;
    }
  }

  /// The entries after this one.
  ///
  /// @param atLeast stops after so many bytes
  /// @param messages whether requests and responses are in them, and not only their sizes
  public Page after(long seq, int atLeast, boolean messages) {
    Copied copied = new Copied(Math.min(atLeast, 64 * 1024) + 4 * 1024);
    long from;
    long next;
    synchronized (this) {
      long oldest = pieces.isEmpty() ? last + 1 : pieces.getFirst().first();
      from = Math.max(seq + 1, oldest);
      next = from;
      for (Piece p : pieces) {
        if (p.next() > next) {
          next += p.copy(next, atLeast, messages, copied);
        }
      }
    }
    JournalLine lines = new JournalLine();
    ByteBuffer at = ByteBuffer.wrap(copied.bytes, 0, copied.size);
    int begin = 0;
    for (long n = from; n < next; n++) {
      int length = at.getInt(messages ? begin : begin + Piece.BARE);
      Entry.write(n, at.slice(begin, length), messages, lines);
      begin += length;
    }
    byte[] text = Arrays.copyOf(lines.bytes(), lines.length());
    return new Page(Math.max(0, from - seq - 1), text, Math.max(seq, next - 1));
  }

  /// Passes the lines of the entries that there are now, with their messages, without line ends.
  /// Outside turns: it may read all of them.
  ///
  /// @param take returns whether it wants another
  public void scan(Predicate<String> take) {
    long end = last();
    long seq = 0;
    boolean more = true;
    while (more && seq < end) {
      Page page = after(seq, PIECE, true);
      String[] lines = page.text().split("\n"); // a message may hold a carriage return
      for (int i = 0; more && i < lines.length; i++) {
        more = take.test(lines[i]);
      }
      seq = page.next();
    }
  }

  /// Waits until there is an entry after this one, until the journal is closed, or until this time
  /// has passed.
  public synchronized void await(long seq, long millis) throws InterruptedException {
    waiting++;
    long end = System.nanoTime() + millis * 1_000_000;
    try {
      long left = millis;
      while (last <= seq && !closed && left > 0) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
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
