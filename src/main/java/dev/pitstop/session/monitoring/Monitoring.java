package dev.pitstop.session.monitoring;

import dev.pitstop.hub.Hub;
import dev.pitstop.journal.Journal;
import dev.pitstop.journal.JournalFile;
import dev.pitstop.log.Log;
import dev.pitstop.monitoring.SessionPlaces;
import dev.pitstop.recording.Recording;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything of a session that is for those beside the agent: its journal, the journal's file, the
/// recording and the socket. It begins after the first answer, and ends with the session.
public final class Monitoring {
  /// From the beginning of the journal in memory to the file and the socket: the client begins its
  /// work first.
  private static final long OPEN_MILLIS = Grace.millis(250);

  /// How long the end of a session waits for the end of each file.
  private static final long LAST_WRITE_MILLIS = Grace.millis(500);

  private final About about;
  private final OwnTools tools;
  private final Log log;
  private final Optional<Path> record;
  private final Journal journal;
  private final Recorder recorder;
  private final Map<String, JournalWitness> witnesses = new HashMap<>(); // by server, in turns

  // Guarded by `this`.
  private Optional<SessionSocket> socket = Optional.empty();
  private final List<Thread> writers = new ArrayList<>();

  /// @param record the file of a recording, if there is one
  public Monitoring(About about, OwnTools tools, Optional<Path> record) {
    this.about = about;
    this.tools = tools;
    this.log = tools.wiring().log();
    this.record = record;
    this.journal =
        record.isPresent()
            ? new Journal(Journal.MOST_BYTES, Recording.MOST_MESSAGE)
            : new Journal();
    this.recorder = new Recorder(journal);
  }

  /// Begins the journal. Called in a turn.
  public Recorder begin(Hub hub) {
    hub.watch(b -> witnesses.put(b.name(), JournalWitness.begin(b, journal)));
    record.ifPresent(file -> write("recording", new Recording(journal, file, this::header, log)));
    tools.wiring().after(OPEN_MILLIS, () -> thread("beside", this::serve).start());
    return recorder;
  }

  private static Thread thread(String name, Runnable work) {
    return Thread.ofPlatform().daemon().name(name).unstarted(work);
  }

  private synchronized void write(String name, Runnable writer) {
    writers.add(thread(name, writer));
    writers.getLast().start();
  }

  /// Opens the file and the socket, and takes connections.
  private void serve() {
    try {
      opened().ifPresent(SessionSocket::serve);
    } catch (IOException | RuntimeException | Error e) {
      // too long a path, no such sockets, or no descriptors, which the JDK says with an error
      log.warn("no-socket", "why", e + ", " + e.getCause());
    }
  }

  private synchronized Optional<SessionSocket> opened() throws IOException {
    if (about.places().isPresent() && !journal.closed()) { // otherwise the log says so
      SessionPlaces places = about.places().get();
      long pid = ProcessHandle.current().pid();
      if (about.onDisk()) {
        Path file = places.journal(about.started(), pid);
        write("journal", new JournalFile(journal, file, this::header, log));
      }
      ReaderRequests requests =
          new ReaderRequests(
              journal, tools, () -> line().status(tools::servers).toString(), this::header);
      socket = Optional.of(SessionSocket.open(places.socket(pid), requests, log));
    }
    return socket;
  }

  private StatusLine line() {
    return new StatusLine(about, tools.wiring(), recorder, witnesses);
  }

  private String header() {
    return tools.wiring().monitor().inTurn(() -> line().session().toString());
  }

  /// The session is over. Waits a moment for its readers, and for the end of its files. Outside
  /// turns.
  public void close() {
    List<Thread> last;
    synchronized (this) {
      journal.close(); // nothing begins any more
      last = List.copyOf(writers);
    }
    try {
      if (socket.isPresent()) {
        socket.get().close();
      }
      for (Thread writer : last) {
        writer.join(LAST_WRITE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: stop waiting
    }
  }
}
