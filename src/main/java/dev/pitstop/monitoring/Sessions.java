package dev.pitstop.monitoring;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// This user's sessions, by their sockets: those that answer, and those that should but do not.
/// Both are in the order of their pids.
///
/// @param silent sessions that exist and did not answer
public record Sessions(List<Live> alive, List<Silent> silent) {
  /// How long a session may take to say that it is alive.
  private static final long MILLIS = 1_500;

  private static final Consumer<String> UNTOLD = damaged -> {}; // it is no status, which is told

  /// A session that does not answer.
  ///
  /// @param why a clause
  public record Silent(long pid, String why) {}

  /// All sessions. Removes the sockets of those that are gone. Takes at most twice [#MILLIS] for
  /// each that does not answer.
  ///
  /// @throws IOException if the directory cannot be read
  public static Sessions find(SessionPlaces places) throws IOException {
    return find(places, MILLIS);
  }

  static Sessions find(SessionPlaces places, long millis) throws IOException {
    List<Live> alive = new ArrayList<>();
    List<Silent> silent = new ArrayList<>();
    for (Map.Entry<Long, Path> each : sockets(places.sockets()).entrySet()) {
      long pid = each.getKey();
      Path socket = each.getValue();
      try (Lines answer = Live.ask(socket, "{\"do\":\"status\"}", UNTOLD, millis)) {
        Optional<JsonLine> status =
            Live.within(millis, answer, answer::next).filter(l -> l.type().equals("status"));
        status.ifPresent(s -> alive.add(new Live(pid, socket, s)));
        if (status.isEmpty()) {
          silent.add(new Silent(pid, "it did not say its status"));
        }
      } catch (ConnectException refused) {
        removeStale(pid, socket);
      } catch (SocketTimeoutException late) {
        silent.add(new Silent(pid, "it does not answer"));
      } catch (IOException e) {
        if (Files.exists(socket)) { // otherwise it has just ended
          silent.add(new Silent(pid, String.valueOf(e.getMessage())));
        }
      }
    }
    return new Sessions(List.copyOf(alive), List.copyOf(silent));
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
