package dev.pitstop.monitoring;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// This user's sessions, by their sockets: those that answer, and those that should but do not.
/// Both are in the order of their pids.
///
/// @param silent sessions that exist and did not answer
public record Sessions(List<Live> alive, List<Silent> silent) {
  /// How long the sessions may take to say that they are alive.
  private static final long MILLIS = 1_500;

  /// A session that does not answer.
  ///
  /// @param why a clause
  public record Silent(long pid, String why) {}

  /// All sessions. Removes the sockets of those that are gone. Takes at most [#MILLIS].
  ///
  /// @throws IOException if the directory cannot be read
  public static Sessions find(SessionPlaces places) throws IOException {
    return find(places, MILLIS);
  }

  static Sessions find(SessionPlaces places, long millis) throws IOException {
    List<Live> alive = new ArrayList<>();
    List<Silent> silent = new ArrayList<>();
    Map<Long, Path> sockets = sockets(places.sockets());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<JsonLine>> asks = new ArrayList<>();
      sockets.values().forEach(socket -> asks.add(() -> status(socket)));
      // who is late is interrupted, which closes the connection
      Iterator<Future<JsonLine>> all = threads.invokeAll(asks, millis, MILLISECONDS).iterator();
      for (Map.Entry<Long, Path> each : sockets.entrySet()) {
        long pid = each.getKey();
        Path socket = each.getValue();
        Future<JsonLine> said = all.next();
        switch (said.state()) {
          case SUCCESS -> alive.add(new Live(pid, socket, said.resultNow()));
          case CANCELLED, RUNNING -> silent.add(new Silent(pid, "it does not answer"));
          case FAILED -> {
            if (said.exceptionNow() instanceof ConnectException) {
              removeStale(pid, socket);
            } else if (Files.exists(socket)) { // otherwise it has just ended
              silent.add(new Silent(pid, String.valueOf(said.exceptionNow().getMessage())));
            }
          }
        }
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    return new Sessions(List.copyOf(alive), List.copyOf(silent));
  }

  private static JsonLine status(Path socket) throws IOException {
    try (Lines answer = Live.ask(socket, "{\"do\":\"status\"}")) {
      return answer
          .next()
          .filter(line -> line.type().equals("status"))
          .orElseThrow(() -> new IOException("it did not say its status"));
    }
  }

  /// A session that begins at this moment refuses connections, too.
  private static void removeStale(long pid, Path socket) throws IOException {
    if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
      Files.deleteIfExists(socket);
    }
  }

  private static Map<Long, Path> sockets(Path directory) throws IOException {
    Map<Long, Path> sockets = new TreeMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path file : all) {
        SessionPlaces.pid(file).ifPresent(pid -> sockets.put(pid, file));
      }
    } catch (NoSuchFileException | NotDirectoryException none) {
      return Map.of();
    }
    return sockets;
  }

  /// The session of this process.
  public Optional<Live> of(long pid) {
    return alive.stream().filter(s -> s.pid() == pid).findFirst();
  }

  /// The sessions that were started in this directory.
  public List<Live> in(Path directory) {
    return alive.stream().filter(s -> isSame(s.directory(), directory)).toList();
  }

  /// Whether a session's directory is this one, by whatever path.
  static boolean isSame(String directory, Path here) {
    try {
      Path theirs = Path.of(directory);
      return theirs.equals(here) || Files.isSameFile(theirs, here);
    } catch (IOException | IllegalArgumentException gone) {
      return false;
    }
  }
}
