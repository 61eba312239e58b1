package dev.pitstop.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The journal of a session: what happened last, up to [#MOST_BYTES], as lines of JSON. When it is
/// full, the oldest entries fall out, and a reader that missed some learns how many. It never waits
/// for a reader. On any thread.
///
/// Entries are kept as bytes in a few large arrays, not as objects: a busy session makes very many,
/// and the garbage collector would copy each of them.
public final class Journal {
  /// How much is kept in memory, messages included.
  public static final int MOST_BYTES = 16 * 1024 * 1024;

  /// The longest message that is kept whole, in bytes.
  private static final int MOST_MESSAGE = 64 * 1024;

  /// How much is kept of a longer one.
  private static final int BEGINNING = 4 * 1024;

  /// The size of a piece of memory. The oldest entries fall out a piece at a time.
  static final int PIECE = 128 * 1024;

  /// Bytes of a page, about.
  private static final int PAGE = 64 * 1024;

  private static final byte[] NONE = {};
  private static final Outgoing NOTHING = Outgoing.of(NONE);

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

    /// Each line, without its end.
    public List<String> texts() {
      // a message may hold a carriage return
      return isEmpty() ? List.of() : List.of(new String(lines, UTF_8).split("\n"));
    }
  }

  /// Takes pages.
  ///
  /// @param <X> what it may throw
  public interface Taker<X extends Exception> {
    void take(Page page) throws X;
  }

  /// How somebody follows the journal.
  ///
  /// @param betweenMillis between two looks, so that a flood of entries costs few
  /// @param idleMillis between two empty pages if nothing comes
  /// @param atOnce how many bytes a look passes on, about: what falls out meanwhile is a gap
  public record Pace(long betweenMillis, long idleMillis, long atOnce) {}

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

  /// Adds what has no message.
  public void append(JournalLine what) {
    put(what.bytes(), NONE, NOTHING);
  }

  /// Adds an entry with a message. A message that is whole becomes part of the line's JSON. Of a
  /// longer one, the beginning becomes a string.
  ///
  /// @param name of the member that it becomes
  /// @param message empty if there was none
  public void add(JournalLine what, String name, Outgoing message) {
    int length = message.length();
    byte[] line = what.number(name + "Bytes", length).bytes();
    if (length > longest) {
      byte[] begin = new byte[Math.min(length, BEGINNING)];
      message.copy(0, begin.length, begin, 0);
      put(line, member(name + "Begins", Json.quote(new String(begin, UTF_8))), NOTHING);
    } else {
      put(line, length > 0 ? member(name, "") : NONE, message);
    }
  }

  private static byte[] member(String name, String value) {
    return (",\"" + name + "\":" + value).getBytes(UTF_8);
  }

  private void put(byte[] line, byte[] member, Outgoing message) {
    int needed = Piece.length(line, member, message);
    synchronized (this) {
      if (pieces.isEmpty() || !pieces.getLast().takes(needed)) {
        pieces.addLast(next(Math.max(Math.min(PIECE, most / 16), needed)));
      }
      pieces.getLast().add(line, member, message);
      last++;
      notifyAll();
    }
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
  synchronized Page after(long seq, long atLeast, boolean messages) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    long next = Math.max(seq + 1, pieces.isEmpty() ? last + 1 : pieces.getFirst().first());
    if (next > seq + 1 && next <= last) {
      String gap = "{\"type\":\"gap\",\"events\":" + (next - seq - 1) + "}\n";
      lines.writeBytes(gap.getBytes(UTF_8));
    }
    long until = lines.size() + atLeast;
    for (Piece p : pieces) {
      next += p.write(next, until, messages, lines);
    }
    return new Page(lines.toByteArray(), next - 1);
  }

  /// Passes on the entries after this one that there are now, a page at a time. Outside turns.
  ///
  /// @param messages whether requests and responses are in them
  /// @return the number of the last one
  public <X extends Exception> long pass(long after, boolean messages, Taker<X> taker) throws X {
    return pass(after, Long.MAX_VALUE, messages, taker);
  }

  private <X extends Exception> long pass(long after, long atOnce, boolean messages, Taker<X> taker)
      throws X {
    long end = last();
    long seq = after;
    long left = atOnce;
    while (seq < end && left > 0) {
      Page page = after(seq, PAGE, messages);
      taker.take(page);
      seq = page.next();
      left -= page.lines().length;
    }
    return seq;
  }

  /// Passes on also what comes, until the journal is closed and all of it was passed on. An empty
  /// page follows what came together, and comes now and then if nothing does. Outside turns.
  ///
  /// @return the number of the last one
  public <X extends Exception> long follow(long after, Pace pace, boolean messages, Taker<X> taker)
      throws X, InterruptedException {
    long seq = pass(after, pace.atOnce(), messages, taker);
    boolean open = true;
    while (open) {
      taker.take(new Page(NONE, seq));
      await(seq, pace.idleMillis());
      open = !closed.await(pace.betweenMillis(), TimeUnit.MILLISECONDS);
      seq = pass(seq, open ? pace.atOnce() : Long.MAX_VALUE, messages, taker);
    }
    return seq;
  }

  private synchronized void await(long seq, long millis) throws InterruptedException {
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

  /// The session is over: nothing more will be read after what is here now.
  public synchronized void close() {
    closed.countDown();
    notifyAll();
  }
}
