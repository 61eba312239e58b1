package dev.pitstop.beside;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /// All sessions. Removes the sockets of those that are gone. Takes at most [#MILLIS], and a
  /// moment for each session.
  ///
  /// @throws IOException if the directory cannot be read
  public static Sessions find(SessionPlaces places) throws IOException {
    return find(places, MILLIS);
  }

  static Sessions find(SessionPlaces places, long millis) throws IOException {
    long end = System.nanoTime() + millis * 1_000_000;
    List<Live> alive = new ArrayList<>();
    List<Silent> silent = new ArrayList<>();
    Map<Path, Question> asked = new LinkedHashMap<>(); // all, before the first wait
    try {
      for (Path socket : sockets(places.sockets())) {
        long pid = SessionPlaces.pid(socket).orElseThrow();
        try {
          asked.put(socket, Question.ask(socket, "{\"do\":\"status\"}", UNTOLD, millis));
        } catch (ConnectException refused) {
          removeStale(pid, socket);
        } catch (IOException e) {
          silent(silent, pid, socket, e);
        }
      }
      for (Map.Entry<Path, Question> each : asked.entrySet()) {
        long pid = SessionPlaces.pid(each.getKey()).orElseThrow();
        try {
          long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
          Optional<JsonLine> status =
              each.getValue().next(left).filter(l -> l.type().equals("status"));
          if (status.isPresent()) {
            alive.add(new Live(pid, each.getKey(), status.get()));
          } else {
            silent.add(new Silent(pid, "it did not say its status"));
          }
        } catch (IOException e) {
          silent(silent, pid, each.getKey(), e);
        }
      }
    } finally {
      for (Question question : asked.values()) {
        question.close();
      }
    }
    return new Sessions(List.copyOf(alive), List.copyOf(silent));
  }

  private static void silent(List<Silent> silent, long pid, Path socket, IOException e) {
    if (Files.exists(socket)) { // otherwise it has just ended
      boolean late = e instanceof SocketTimeoutException;
      silent.add(new Silent(pid, late ? "it does not answer" : String.valueOf(e.getMessage())));
    }
  }

  /// A session that begins at this moment refuses connections, too.
  private static void removeStale(long pid, Path socket) throws IOException {
    if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
      Files.deleteIfExists(socket);
    }
  }

  private static List<Path> sockets(Path directory) throws IOException {
    List<Path> sockets = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path file : all) {
        if (SessionPlaces.pid(file).isPresent()) {
          sockets.add(file);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException none) {
      return sockets;
    }
    sockets.sort(Comparator.comparing(socket -> SessionPlaces.pid(socket).orElseThrow()));
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
