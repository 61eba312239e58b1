package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// The journal of a session: what happened last, up to [#MOST_BYTES], as lines of JSON. When it is
/// full, the oldest entries fall out, and a reader that missed some learns how many. It never waits
/// for a reader. On any thread.
public final class Journal {
  /// How much is kept in memory, messages included.
  public static final int MOST_BYTES = 16 * 1024 * 1024;

  /// The longest message that is kept whole, in bytes.
  public static final int MOST_MESSAGE = 64 * 1024;

  /// What an entry takes besides its texts, about.
  private static final int OVERHEAD = 200;

  private static final int CHUNK = 128 * 1024;

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

  /// An entry.
  ///
  /// @param message its beginning
  /// @param length of the whole message
  private record Kept(long seq, byte[] members, String name, byte[] message, int length) {
    int bytes() {
      return OVERHEAD + members.length + message.length;
    }

    void write(boolean messages, ByteArrayOutputStream to) {
      to.writeBytes(members);
      if (!name.isEmpty()) {
        to.writeBytes(utf8(",\"" + name + "Bytes\":" + length));
      }
      if (messages && length > 0) {
        boolean whole = message.length == length;
        to.writeBytes(utf8(",\"" + name + (whole ? "\":" : "Begins\":")));
        to.writeBytes(
            whole ? message : utf8(Json.quote(new String(message, StandardCharsets.UTF_8))));
      }
      to.writeBytes(utf8("}\n"));
    }
  }

  private final int most;
  private final int longest;
  private final CountDownLatch closed = new CountDownLatch(1);

  // Guarded by `this`, like all that follows.
  private final TreeMap<Long, Kept> entries = new TreeMap<>(); // by number
  private long last; // number of the newest entry
  private long bytes;
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

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// The number of a new call.
  public synchronized long newCall() {
    return ++calls;
  }

  /// How many calls there were.
  public synchronized long calls() {
    return calls;
  }

  /// Adds an entry, which happened now.
  public void append(JournalLine what) {
    byte[] message = new byte[Math.min(what.message().length(), longest)];
    what.message().copy(0, message.length, message, 0);
    synchronized (this) {
      last++;
      byte[] members =
          utf8("{\"seq\":" + last + ",\"t\":" + System.currentTimeMillis() + what.members());
      Kept kept = new Kept(last, members, what.messageName(), message, what.message().length());
      entries.put(last, kept);
      bytes += kept.bytes();
      while (bytes > most && entries.size() > 1) {
        bytes -= entries.pollFirstEntry().getValue().bytes();
      }
      notifyAll();
    }
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
    List<Kept> found = new ArrayList<>();
    synchronized (this) {
      int size = 0;
      for (Kept each : entries.tailMap(seq, false).values()) {
        found.add(each);
        size += each.members().length + (messages ? each.message().length : 0);
        if (size >= atLeast) {
          break;
        }
      }
    }
    if (found.isEmpty()) {
      return new Page(0, new byte[0], seq);
    }
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    found.forEach(each -> each.write(messages, lines));
    return new Page(found.getFirst().seq() - seq - 1, lines.toByteArray(), found.getLast().seq());
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
      Page page = after(seq, CHUNK, true);
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

  /// What stands for entries that a reader missed, as a line.
  public static String gap(long missed) {
    return "{\"type\":\"gap\",\"events\":" + missed + "}\n";
  }
}
