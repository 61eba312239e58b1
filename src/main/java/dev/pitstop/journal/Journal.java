package dev.pitstop.journal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// The journal of a session: what happened last, up to [#MOST_BYTES], as lines of JSON. When it is
/// full, the oldest entries fall out, and a reader that missed some learns how many. It never waits
/// for a reader. On any thread.
///
/// Entries are kept as bytes in a few large arrays, not as objects: a busy session makes very many,
/// and the garbage collector would copy each of them. They become text when somebody reads them, so
/// that a call costs little.
public final class Journal {
  /// How much is kept in memory, messages included.
  public static final int MOST_BYTES = 16 * 1024 * 1024;

  /// The longest message that is kept whole, in bytes.
  private static final int MOST_MESSAGE = 64 * 1024;

  /// The size of a piece of memory. The oldest entries fall out a piece at a time.
  static final int PIECE = 128 * 1024;

  /// What a reader gets.
  ///
  /// @param lines in order, each with its line end. The first says how many entries before the
  ///   others fell out unread, if any did
  /// @param next where to go on: the number of the last entry that was read or missed
  public record Page(byte[] lines, long next) {
    /// Whether there was nothing new.
    public boolean isEmpty() {
      return lines.length == 0;
    }

    public String text() {
      return new String(lines, StandardCharsets.UTF_8);
    }
  }

  private final int most;
  private final int longest;
  private final CountDownLatch closed = new CountDownLatch(1);

  // Guarded by `this`, like all that follows.
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private long last; // number of the newest entry
  private long bytes; // sizes of the pieces
  private long calls;

  public Journal() {
    this(MOST_BYTES, MOST_MESSAGE);
  }

  /// @param most how many bytes are kept
  /// @param longest a longer message is cut: its beginning becomes a string
  public Journal(int most, int longest) {
    this.most = most;
    this.longest = longest;
  }

  /// The number of a new call.
  public synchronized long newCall() {
    return ++calls;
  }

  /// How many calls there were.
  public synchronized long calls() {
    return calls;
  }

  /// Adds what is not about a call.
  public void append(JournalLine what) {
    add(Entry.text(what));
  }

  /// Adds an entry, which happened now.
  public synchronized void add(Entry entry) {
    int needed = entry.length(longest);
    if (pieces.isEmpty() || !pieces.getLast().takes(needed)) {
      pieces.addLast(next(Math.max(Math.min(PIECE, most / 16), needed)));
    }
    pieces.getLast().add(System.currentTimeMillis(), entry, longest);
    last++;
    notifyAll();
  }

  /// An empty piece. In a full journal it is the oldest one, so that a busy session makes no
  /// garbage.
  private Piece next(int size) {
    Optional<Piece> spare = Optional.empty();
    while (bytes + size > most && !pieces.isEmpty()) {
      Piece oldest = pieces.removeFirst();
      bytes -= oldest.size();
      spare = Optional.of(oldest);
    }
    bytes += size;
    Piece next = spare.filter(p -> p.size() == size).orElseGet(() -> new Piece(size));
    next.clear(last + 1);
    return next;
  }

  /// How many bytes of memory it takes.
  public synchronized long memory() {
    return bytes;
  }

  /// The number of the newest entry; 0 if there is none.
  public synchronized long last() {
    return last;
  }

  /// The entries after this one.
  ///
  /// @param atLeast stops after so many bytes
  /// @param messages whether requests and responses are in them, and not only their sizes
  public Page after(long seq, int atLeast, boolean messages) {
    ByteArrayOutputStream copied = new ByteArrayOutputStream();
    long from;
    long next;
    synchronized (this) {
      long oldest = pieces.isEmpty() ? last + 1 : pieces.getFirst().first();
      from = Math.max(seq + 1, oldest);
      next = from;
      for (Piece p : pieces) {
        next += p.copy(next, atLeast, messages, copied);
      }
    }
    ByteBuffer entries = ByteBuffer.wrap(copied.toByteArray());
    ByteArrayOutputStream lines = new ByteArrayOutputStream(entries.capacity());
    if (next > from && from > seq + 1) {
      String gap = "{\"type\":\"gap\",\"events\":" + (from - seq - 1) + "}\n";
      lines.writeBytes(gap.getBytes(StandardCharsets.UTF_8));
    }
    for (long n = from; n < next; n++) {
      Entry.write(n, entries, messages, lines);
    }
    return new Page(lines.toByteArray(), next - 1);
  }

  /// Passes the lines of the entries that there are now, with their messages, without line ends, as
  /// [#after] has them. Outside turns: it may read all of them.
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
    long end = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (last <= seq && !closed() && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
  }

  /// Whether the session is over.
  public boolean closed() {
    return closed.getCount() == 0;
  }

  /// Waits until the journal is closed, or until this time has passed. Entries do not wake it.
  ///
  /// @return whether it is
  public boolean awaitClose(long millis) throws InterruptedException {
    return closed.await(millis, TimeUnit.MILLISECONDS);
  }

  /// The session is over: nothing more will be read after what is here now.
  public synchronized void close() {
    closed.countDown();
    notifyAll();
  }
}
