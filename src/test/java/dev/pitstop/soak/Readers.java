package dev.pitstop.soak;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Readers of the session's socket while there is noise: some read as they should, and what they
/// read must be right; others stop reading, go away in the middle, flood, or say nonsense. The
/// session must not notice. On a thread of their own.
final class Readers {
  private static final int MOST_OPEN = 6;

  private final Pitstop pitstop;
  private final Problems problems;
  private final Random random;
  private final List<SocketChannel> open = new ArrayList<>(); // those that never read
  private volatile boolean ends;
  private Optional<Thread> thread = Optional.empty();
  private int served; // how often a proper reader was served

  Readers(Pitstop pitstop, Problems problems, long seed) {
    this.pitstop = pitstop;
    this.problems = problems;
    this.random = new Random(seed);
  }

  void noise() {
    ends = false;
    thread = Optional.of(Thread.ofPlatform().daemon().name("readers").start(this::run));
  }

  /// They are all gone.
  void calm() throws InterruptedException {
    ends = true;
    if (thread.isPresent()) {
      thread.get().join();
    }
    for (SocketChannel c : open) {
      close(c);
    }
    open.clear();
  }

  int served() {
    return served;
  }

  private void run() {
    while (!ends) {
      Optional<Path> socket = pitstop.socket();
      if (socket.isPresent()) {
        step(socket.get());
      }
      Wire.pause(random.nextInt(40));
    }
  }

  private void step(Path socket) {
    try {
      SocketChannel c = SocketChannel.open(UnixDomainSocketAddress.of(socket));
      switch (served == 0 ? 0 : random.nextInt(7)) {
        case 0 -> reads(c, "{\"do\":\"status\"}");
        case 1 -> reads(c, "{\"do\":\"read\",\"after\":0,\"messages\":true}");
        case 2 -> {
          say(c, "{\"do\":\"read\",\"after\":0,\"follow\":true,\"messages\":true}\n");
          keep(c);
        }
        case 3 -> {
          say(c, "{\"do\":\"rea");
          keep(c);
        }
        case 4 -> {
          say(c, "{\"do\":\"read\",\"after\":0,\"follow\":true,\"messages\":true}\n");
          c.read(ByteBuffer.allocate(100));
          c.close();
        }
        case 5 -> {
          say(c, "nonsense ".repeat(200_000));
          c.close();
        }
        default -> {
          say(c, "{\"do\":\"reload\"}\n");
          c.close(); // takes the reload along, unless somebody else wants it
        }
      }
    } catch (IOException dropped) {
      // a session may drop its readers, and will when it ends; whether it serves is counted
    }
  }

  private void keep(SocketChannel c) {
    open.add(c);
    if (open.size() > MOST_OPEN) {
      close(open.removeFirst());
    }
  }

  private static void close(SocketChannel c) {
    try {
      c.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void say(SocketChannel c, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      c.write(bytes);
    }
  }

  /// Reads an answer to its end: each line must be JSON with a type, and the numbers must rise.
  private void reads(SocketChannel c, String request) throws IOException {
    try (c) {
      say(c, request + "\n");
      BufferedReader in = new BufferedReader(Channels.newReader(c, StandardCharsets.UTF_8));
      long last = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        last = check(line, last);
      }
      served++;
    }
  }

  private long check(String line, long last) {
    if (!(parsed(line) instanceof JsonObject o) || !o.has("type")) {
      problems.add("journal", line.substring(0, Math.min(300, line.length())));
      return last;
    }
    long seq = o.has("seq") ? o.get("seq").getAsLong() : last;
    if (o.has("seq") && seq <= last) {
      problems.add("journal", "number " + seq + " after " + last);
    }
    return seq;
  }

  private static Object parsed(String line) {
    try {
      return JsonParser.parseString(line);
    } catch (RuntimeException damaged) {
      return damaged;
    }
  }

  /// How much memory the session's journal takes; 0 if nobody says so.
  static long journalKib(Pitstop pitstop) {
    Optional<Path> socket = pitstop.socket();
    if (socket.isEmpty()) {
      return 0;
    }
    try (SocketChannel c = SocketChannel.open(UnixDomainSocketAddress.of(socket.get()))) {
      say(c, "{\"do\":\"status\"}\n");
      BufferedReader in = new BufferedReader(Channels.newReader(c, StandardCharsets.UTF_8));
      String line = in.readLine();
      return line == null
          ? 0
          : JsonParser.parseString(line).getAsJsonObject().get("journalBytes").getAsLong() >> 10;
    } catch (IOException dropped) {
      return 0;
    }
  }
}
