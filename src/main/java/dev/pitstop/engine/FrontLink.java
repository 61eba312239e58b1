package dev.pitstop.engine;

import dev.pitstop.process.Hand;
import dev.pitstop.process.Hands;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/// The connection with the front of one session (docs/design/engine.md). One thread reads it; any
/// thread may send. After its end nothing is started, and all processes count as ended.
final class FrontLink implements Hand {
  /// The longest message that is taken.
  private static final int LONGEST = 64 << 20;

  private static final int LOST = 128 + 9;
  private static final int CHUNK = 64 << 10;

  private final int socket;
  private final Deque<int[]> descriptors =
      new ArrayDeque<>(); // of messages that come; the reader's
  private byte[] held = new byte[CHUNK]; // the reader's, like the next
  private int count;

  /// Guards sending, so that messages stay whole, and the field below.
  private final Object sending = new Object();

  private boolean closed; // the number of the socket may be another's

  /// Guards the fields below.
  private final Object lock = new Object();

  private final Map<Long, CompletableFuture<Started>> orders = new HashMap<>();
  private final Map<Integer, CompletableFuture<Integer>> ends = new HashMap<>();
  private long lastOrder;
  private boolean over;

  /// @param socket a descriptor; closed by [#close]
  FrontLink(int socket) {
    this.socket = socket;
  }

  // ---- reading ----

  /// Limits how long [#next] waits; 0 is for ever.
  void within(int millis) {
    Hands.within(socket, millis);
  }

  /// The next message. Blocks.
  ///
  /// @throws EOFException if the front is gone
  Packet next() throws IOException {
    while (true) {
      int length = count < Integer.BYTES ? -1 : length();
      if (length >= 0 && count >= Integer.BYTES + length) {
        byte[] content = Arrays.copyOfRange(held, Integer.BYTES, Integer.BYTES + length);
        count -= Integer.BYTES + length;
        System.arraycopy(held, Integer.BYTES + length, held, 0, count);
        return new Packet(content);
      }
      fill();
    }
  }

  private int length() throws IOException {
    int length = ByteBuffer.wrap(held).order(ByteOrder.nativeOrder()).getInt();
    if (length < 1 || length > LONGEST) {
      throw new IOException("a message of " + length + " bytes");
    }
    return length;
  }

  private void fill() throws IOException {
    if (held.length - count < CHUNK) {
      held = Arrays.copyOf(held, 2 * held.length);
    }
    int[] came = new int[Hands.MOST_DESCRIPTORS];
    int n = Hands.receive(socket, held, count, CHUNK, came);
    if (n == Hands.INTERRUPTED) {
      return;
    }
    if (n <= 0) {
      throw new EOFException("the front is gone");
    }
    count += n;
    int many = 0;
    while (many < came.length && came[many] >= 0) {
      many++;
    }
    if (many > 0) {
      descriptors.add(Arrays.copyOf(came, many));
    }
  }

  /// The descriptors that came with the message that was read last, if it brings some.
  int[] descriptors() throws IOException {
    if (descriptors.isEmpty()) {
      throw new IOException("descriptors are missing");
    }
    return descriptors.remove();
  }

  /// Reads until the front is gone. Returns then.
  ///
  /// @param signal gets the number of each signal that the front was sent
  void serve(IntConsumer signal) {
    try {
      while (true) {
        Packet p = next();
        switch (p.kind()) {
          case 'C' -> started(p);
          case 'E' -> ended((int) p.number(), (int) p.number());
          case 'S' -> signal.accept((int) p.number());
          default -> throw new IOException("an unknown message");
        }
      }
    } catch (IOException gone) {
      // it ends in any case
    } finally {
      lost();
    }
  }

  private void started(Packet p) throws IOException {
    long order = p.number();
    int problem = (int) p.number();
    int pid = (int) p.number();
    long nanos = p.number();
    CompletableFuture<Started> waits;
    synchronized (lock) {
      waits = Optional.ofNullable(orders.remove(order)).orElseThrow(FrontLink::unasked);
    }
    if (problem != 0) {
      waits.completeExceptionally(new IOException(Errno.text(problem)));
      return;
    }
    boolean piped = p.number() != 0;
    try {
      waits.complete(
          new Started(pid, piped ? descriptors() : new int[0], nanos, end(pid), over(pid)));
    } finally {
      waits.completeExceptionally(new IOException("its pipes have not come"));
    }
  }

  private static IOException unasked() {
    return new IOException("the front has started what nobody asked for");
  }

  /// Waits for the end of a process of the front. From now on that is noticed.
  IntSupplier end(int pid) {
    CompletableFuture<Integer> end;
    synchronized (lock) {
      end = ends.computeIfAbsent(pid, x -> new CompletableFuture<>());
      if (over) {
        end.complete(LOST);
      }
    }
    return () -> {
      int code = end.join();
      synchronized (lock) {
        ends.remove(pid);
      }
      return code;
    };
  }

  /// Nothing is left of a process that has ended: its number may be another's from now on. Until
  /// then the front ends what is left, should this engine end.
  Runnable over(int pid) {
    return () -> send(new Packet.Writer('R').number(pid));
  }

  private void ended(int pid, int code) {
    synchronized (lock) {
      ends.computeIfAbsent(pid, x -> new CompletableFuture<>()).complete(code);
    }
  }

  private void lost() {
    List<CompletableFuture<Started>> waiting;
    synchronized (lock) {
      over = true;
      waiting = new ArrayList<>(orders.values());
      orders.clear();
      ends.values().forEach(end -> end.complete(LOST));
    }
    waiting.forEach(w -> w.completeExceptionally(new IOException("Pitstop is shutting down")));
  }

  // ---- sending ----

  /// Sends a message. A front that is gone gets nothing: whoever reads notices that.
  void send(Packet.Writer message) {
    byte[] bytes = message.bytes();
    synchronized (sending) {
      int done = closed ? bytes.length : 0;
      while (done < bytes.length) {
        int n = Hands.send(socket, bytes, done, bytes.length - done);
        if (n == Hands.INTERRUPTED) {
          continue;
        }
        if (n <= 0) {
          return;
        }
        done += n;
      }
    }
  }

  @Override
  public Started start(
      List<String> argv, Map<String, String> environment, Path directory, Optional<Path> output)
      throws IOException {
    List<String> variables = new ArrayList<>();
    environment.forEach((name, value) -> variables.add(name + "=" + value));
    for (List<String> texts : List.of(argv, variables)) {
      if (texts.stream().anyMatch(t -> t.indexOf('\0') >= 0)) {
        throw new IOException("a word or a variable contains NUL");
      }
    }
    CompletableFuture<Started> waits = new CompletableFuture<>();
    long order;
    synchronized (lock) {
      if (over) {
        throw new IOException("Pitstop is shutting down");
      }
      order = ++lastOrder;
      orders.put(order, waits);
    }
    send(
        new Packet.Writer('P')
            .number(order)
            .text(directory.toString())
            .text(output.map(Path::toString).orElse(""))
            .texts(argv)
            .texts(variables));
    try {
      return waits.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof IOException refused ? refused : new IOException(e);
    }
  }

  /// Tells the front how its process is to end, which ends it.
  void exit(int code) {
    send(new Packet.Writer('X').number(code));
  }

  /// Tells the front to give the session to another engine.
  void move() {
    send(new Packet.Writer('M'));
  }

  /// Closes the connection, and what came through it and was not taken. Nobody reads any more.
  void close() {
    Hands.refuse(socket); // who sends to a front that does not read, returns
    synchronized (sending) {
      closed = true;
      Hands.close(socket);
    }
    for (int[] some : descriptors) {
      for (int one : some) {
        Hands.close(one);
      }
    }
  }
}
