package dev.pitstop.session.monitoring;

import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.monitoring.JsonLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The session's Unix domain socket. Only the user can reach it, because its directory is the
/// user's own. A connection carries one request, which costs a bounded amount. Nothing of the
/// session waits for it.
///
/// @param free for connections
record SessionSocket(
    Path path, ServerSocketChannel server, ReaderRequests requests, Log log, Semaphore free) {
  /// Connections at a time.
  private static final int MOST = 16;

  private static final long PAUSE_NANOS = 1_000_000_000;

  /// How long the end of a session waits for its readers.
  private static final long LAST_MILLIS = 250;

  /// Opens the socket. It gets its name when it listens, so that whoever finds it can connect.
  ///
  /// @param path of the socket. What is there is of an earlier process with the same number
  static SessionSocket open(Path path, ReaderRequests requests, Log log) throws IOException {
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
    return new SessionSocket(path, server, requests, log, new Semaphore(MOST));
  }

  /// Takes connections until the socket is closed.
  void serve() {
    while (server.isOpen()) {
      try {
        begin(server.accept());
      } catch (IOException | OutOfMemoryError e) {
        if (server.isOpen()) {
          log.warn("socket", "why", e.toString());
          // no file descriptors or no threads: they may come back
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }

  private void begin(SocketChannel connection) throws IOException {
    if (!free.tryAcquire()) {
      connection.close();
      return;
    }
    try {
      Thread.ofPlatform().daemon().name("beside reader").start(() -> take(connection));
    } catch (OutOfMemoryError noThread) {
      free.release();
      connection.close();
      throw noThread;
    }
  }

  private void take(SocketChannel connection) {
    try (connection) {
      answer(connection);
    } catch (IOException gone) {
      log.debug("reader-gone", "why", String.valueOf(gone.getMessage()));
    } catch (UncheckedIOException gone) {
      log.debug("reader-gone", "while", "it was answered");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nothing follows
    } catch (RuntimeException | Error e) { // a bug in Pitstop costs this reader only
      log.error("defect", "in", "socket", "why", e.toString());
    }
  }

  /// Whoever sees the end of the connection finds its place free.
  private void answer(SocketChannel connection) throws IOException, InterruptedException {
    try {
      Reader reader = new Reader(connection);
      Optional<JsonLine> request = reader.request();
      if (request.isPresent()) {
        requests.answer(request.get(), reader);
      }
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
}
