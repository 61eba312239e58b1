package dev.pitstop.session.monitoring;

import dev.pitstop.hub.Hub;
import dev.pitstop.journal.Journal;
import dev.pitstop.journal.JournalFile;
import dev.pitstop.monitoring.SessionPlaces;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Everything of a session that is for those beside the agent: its journal, the journal's file and
/// the socket. It begins after the first answer, and ends with the session.
public final class Monitoring {
  /// From the beginning of the journal in memory to the file and the socket: the client begins its
  /// work first.
  private static final long OPEN_MILLIS = Grace.millis(250);

  /// How long the end of a session waits for the end of its journal on disk.
  private static final long LAST_WRITE_MILLIS = Grace.millis(250);

  private final About about;
  private final OwnTools tools;
  private final Journal journal = new Journal();
  private final Recorder recorder = new Recorder(journal);
  private final Map<String, JournalWitness> witnesses = new HashMap<>(); // by server, in turns

  // Guarded by `this`.
  private Optional<SessionSocket> socket = Optional.empty();
  private Optional<Thread> writer = Optional.empty();

  public Monitoring(About about, OwnTools tools) {
    this.about = about;
    this.tools = tools;
  }

  /// Begins the journal. Called in a turn.
  public Recorder begin(Hub hub) {
    hub.watch(b -> witnesses.put(b.name(), JournalWitness.begin(b, journal)));
    tools
        .wiring()
        .after(
            OPEN_MILLIS,
            () ->
                Thread.ofPlatform()
                    .daemon()
                    .name("beside")
                    .start(() -> opened().ifPresent(SessionSocket::serve)));
    return recorder;
  }

  /// Opens the file and the socket, on a thread of its own, which then takes connections.
  private synchronized Optional<SessionSocket> opened() {
    try {
      if (about.places().isPresent() && !journal.closed()) { // otherwise the log says so
        SessionPlaces places = about.places().get();
        long pid = ProcessHandle.current().pid();
        if (about.onDisk()) {
          Path file = places.journal(about.started(), pid);
          JournalFile writes = new JournalFile(journal, file, this::header, tools.wiring().log());
          writer = Optional.of(Thread.ofPlatform().daemon().name("journal").start(writes));
        }
        ReaderRequests requests =
            new ReaderRequests(
                journal, tools, () -> line().status(tools::servers).toString(), this::header);
        socket =
            Optional.of(
                SessionSocket.open(
                    places.socket(pid), requests, tools.wiring().timers(), tools.wiring().log()));
      }
    } catch (IOException | RuntimeException | Error e) {
      // too long a path, no such sockets, or no descriptors, which the JDK says with an error
      tools.wiring().log().warn("no-socket", "why", e + ", " + e.getCause());
    }
    return socket;
  }

  private StatusLine line() {
    return new StatusLine(about, tools.wiring(), recorder, witnesses);
  }

  private String header() {
    return tools.wiring().monitor().inTurn(() -> line().session().toString());
  }

  /// The session is over. Waits a moment for its readers, and for the end of the journal on disk.
  /// Outside turns.
  public void close() {
    try {
      synchronized (this) {
        journal.close(); // nothing begins any more
      }
      if (socket.isPresent()) {
        socket.get().close();
      }
      if (writer.isPresent()) {
        writer.get().join(LAST_WRITE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: stop waiting
    }
  }
}
