package dev.pitstop.session.monitoring;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.rpc.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The session's Unix domain socket. Only the user can reach it, because its directory is the
/// user's own. A connection carries one request, which costs a bounded amount: whoever does not
/// send it or does not read the answer in time is dropped.
final class SessionSocket {
  /// Connections at a time.
  private static final int MOST = 16;

  /// The longest request, in bytes.
  static final int MOST_REQUEST = 1024 * 1024;

  /// For sending the request, and for reading each piece of the answer.
  private static final long PATIENCE_MILLIS = 10_000;

  /// How long the end of a session waits for its readers.
  private static final long LAST_MILLIS = 250;

  private static final int CHUNK = 16 * 1024;

  private final Path path;
  private final ServerSocketChannel server;
  private final Requests requests;
  private final Timers timers;
  private final Log log;
  private final Semaphore free = new Semaphore(MOST);

  private SessionSocket(
      Path path, ServerSocketChannel server, Requests requests, Timers timers, Log log) {
    this.path = path;
    this.server = server;
    this.requests = requests;
    this.timers = timers;
    this.log = log;
  }

  /// Opens the socket. It gets its name when it listens, because whoever finds a socket that
  /// refuses connections takes it for one of a session that was killed.
  ///
  /// @param path of the socket. What is there is of an earlier process with the same number
  static SessionSocket open(Path path, Requests requests, Timers timers, Log log)
      throws IOException {
    UserDirectories.makeDirectoryOf(path);
    Path unnamed = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(unnamed);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(unnamed));
      Files.move(unnamed, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException refused) {
      server.close();
      throw refused;
    }
    return new SessionSocket(path, server, requests, timers, log);
  }

  /// Takes connections until the socket is closed.
  void serve() {
    while (server.isOpen()) {
      try {
        SocketChannel connection = server.accept();
        if (!free.tryAcquire()) {
          connection.close();
        } else {
          begin(connection);
        }
      } catch (IOException | OutOfMemoryError e) {
        if (server.isOpen()) {
          log.warn("socket", "why", e.toString());
          pause(); // no file descriptors or no threads: they may come back
        }
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the next wait ends at once
    }
  }

  private void begin(SocketChannel connection) throws IOException {
    boolean began = false;
    try {
      Thread.ofPlatform().daemon().name("beside reader").start(() -> talk(connection));
      began = true;
    } finally {
      if (!began) {
        free.release();
        connection.close();
      }
    }
  }

  private void talk(SocketChannel channel) {
    try (channel) {
      Connection connection = new Connection(channel);
      Optional<JsonObject> request = connection.request();
      if (request.isPresent()) {
        requests.answer(request.get(), connection);
      }
    } catch (IOException gone) {
      log.debug("reader-gone", "why", String.valueOf(gone.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nothing follows
    } catch (RuntimeException | Error e) { // a bug in Pitstop costs this reader only
      log.error("defect", "in", "socket", "why", e.toString());
    } finally {
      free.release();
    }
  }

  /// Removes the socket. Readers that wait for something new get their last lines; they have
  /// [#LAST_MILLIS] for that.
  void close() throws InterruptedException {
    try {
      server.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      log.warn("socket", "why", e.toString());
    }
    if (!free.tryAcquire(MOST, LAST_MILLIS, TimeUnit.MILLISECONDS)) {
      log.debug("reader-slow");
    }
  }

  /// A connection, on its own thread.
  private final class Connection implements Requests.Reader {
    private final SocketChannel channel;

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    private void drop() {
      try {
        channel.close(); // wakes the thread that reads or writes
      } catch (IOException e) {
        log.debug("reader-gone", "why", String.valueOf(e.getMessage()));
      }
    }

    /// The request; empty if there is none. A wrong one is answered.
    Optional<JsonObject> request() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      Timers.Timer limit = timers.after(PATIENCE_MILLIS, this::drop);
      try {
        ByteBuffer part = ByteBuffer.allocate(CHUNK);
        while (line.size() <= MOST_REQUEST && channel.read(part) >= 0) {
          int end = end(part);
          line.write(part.array(), 0, end < 0 ? part.position() : end);
          if (end >= 0) {
            return parsed(line.toString(StandardCharsets.UTF_8));
          }
          part.clear();
        }
      } finally {
        limit.cancel();
      }
      if (line.size() > MOST_REQUEST) {
        say(Requests.error("the request is longer than 1 MiB."));
      }
      return Optional.empty();
    }

    private static int end(ByteBuffer part) {
      for (int i = 0; i < part.position(); i++) {
        if (part.get(i) == '\n') {
          return i;
        }
      }
      return -1;
    }

    private Optional<JsonObject> parsed(String line) throws IOException {
      try {
        if (JsonParser.parseString(line) instanceof JsonObject o) {
          return Optional.of(o);
        }
        say(Requests.error("the request is not a JSON object."));
      } catch (JsonParseException | StackOverflowError e) {
        say(Requests.error("the request is not JSON."));
      }
      return Optional.empty();
    }

    @Override
    public void say(String line) throws IOException {
      say((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void say(byte[] lines) throws IOException {
      for (int at = 0; at < lines.length; at += CHUNK) {
        ByteBuffer part = ByteBuffer.wrap(lines, at, Math.min(CHUNK, lines.length - at));
        Timers.Timer limit = timers.after(PATIENCE_MILLIS, this::drop);
        try {
          while (part.hasRemaining()) {
            channel.write(part);
          }
        } finally {
          limit.cancel();
        }
      }
    }

    @Override
    public boolean gone() throws IOException {
      channel.configureBlocking(false);
      try {
        return channel.read(ByteBuffer.allocate(1)) < 0;
      } finally {
        channel.configureBlocking(true);
      }
    }
  }
}
