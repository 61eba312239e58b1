package dev.pitstop.recording;

import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records a session in a file that only its owner can read: each message in a line, byte for byte
/// except for secrets. A thread of its own writes, and the session never waits for it. What finds
/// no room in the queue is counted as a gap; if the file cannot be written, the recording ends.
/// docs/terminal.md has the format.
public final class Recording {
  /// The most bytes of messages that wait. One message may be longer.
  static final long MOST = 16L << 20;

  private static final int PIECE = 64 * 1024;

  private record Frame(
      long seq, long millis, Direction way, String server, int run, int build, Outgoing message) {}

  private final WritableByteChannel file;
  private final String name;
  private final long session;
  private final Log log;
  private final Thread thread = new Thread(this::write, "pitstop-record");

  // Guarded by this, between the threads of the session and the writer.
  private List<Frame> queue = new ArrayList<>();
  private final Map<String, Integer> builds = new HashMap<>();
  private long bytes; // in the queue, or being written
  private long seq;
  private long lost;
  private boolean closed;

  // The writer's own.
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream(PIECE);
  private long gap; // messages that no line tells of yet

  /// @param session the number of its process
  /// @param name of the file, for the log
  Recording(WritableByteChannel file, long session, String name, Log log) {
    this.session = session;
    this.file = file;
    this.name = name;
    this.log = log;
    thread.setDaemon(true);
  }

  /// Begins to record into a file. If it exists, the recording is added to it.
  ///
  /// @param session the number of its process
  /// @param version of Pitstop
  public static Recording to(Path file, long session, String version, Log log) throws IOException {
    UserDirectories.make(file);
    Recording recording =
        new Recording(
            FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
            session,
            file.toString(),
            log);
    recording.begin(version);
    return recording;
  }

  /// Writes the first line and starts the thread.
  void begin(String version) {
    long now = System.currentTimeMillis();
    lines.writeBytes(
        Messages.utf8(
            "{\"recording\":1,\"t\":%d,\"session\":%d,\"pitstop\":%s}\n"
                .formatted(now, session, Json.quote(version))));
    thread.start();
  }

  /// A message between Pitstop and its client. On any thread; never waits.
  public void client(Direction way, Outgoing message) {
    server(way, "", 0, message);
  }

  /// A build of this server has succeeded.
  public synchronized void built(String server) {
    builds.merge(server, 1, Integer::sum);
  }

  /// A message between Pitstop and a run of a server. On any thread; never waits.
  public synchronized void server(Direction way, String server, int run, Outgoing message) {
    seq++;
    if (closed || (bytes > 0 && bytes + message.length() > MOST)) {
      lost++;
      return;
    }
    bytes += message.length();
    int build = builds.getOrDefault(server, 0);
    queue.add(new Frame(seq, System.currentTimeMillis(), way, server, run, build, message));
    notifyAll();
  }

  /// Ends the recording, and waits for the writer for at most so long.
  public void close(long millis) {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      thread.join(Math.max(1, millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a second signal: stop waiting
    }
  }

  /// What there is to write; empty at the end.
  private synchronized Optional<List<Frame>> next() throws InterruptedException {
    while (queue.isEmpty() && lost == 0 && !closed) {
      wait();
    }
    if (queue.isEmpty() && lost == 0) {
      return Optional.empty();
    }
    List<Frame> frames = queue;
    queue = new ArrayList<>();
    gap += lost;
    lost = 0;
    return Optional.of(frames);
  }

  private synchronized void written(long length) {
    bytes -= length;
  }

  private void write() {
    try {
      for (Optional<List<Frame>> some = next(); some.isPresent(); some = next()) {
        write(some.get());
      }
      flush();
      file.close();
    } catch (IOException | InterruptedException e) {
      log.warn("recording-ended", "file", name, "why", e.toString());
    } catch (RuntimeException | Error e) {
      log.error("defect", "in", "recording", "why", e.toString());
    }
    synchronized (this) {
      closed = true;
      queue = new ArrayList<>();
    }
  }

  private void write(List<Frame> frames) throws IOException {
    for (Frame frame : frames) {
      line(frame);
      if (lines.size() >= PIECE) {
        flush();
      }
      written(frame.message().length());
    }
    if (gap > 0) {
      lines.writeBytes(Messages.utf8("{\"gap\":" + gap + ",\"session\":" + session + "}\n"));
      gap = 0;
    }
    flush();
  }

  private void line(Frame f) {
    byte[] message = f.message().bytes();
    String text = new String(message, StandardCharsets.UTF_8);
    Optional<Span> root = Json.validate(message);
    StringBuilder head = new StringBuilder(160).append("{\"seq\":").append(f.seq());
    head.append(",\"t\":").append(f.millis()).append(",\"session\":").append(session);
    head.append(",\"dir\":\"").append(f.way().word()).append('"');
    if (f.run() > 0) {
      head.append(",\"server\":").append(Json.quote(f.server()));
      head.append(",\"run\":").append(f.run()).append(",\"build\":").append(f.build());
    }
    if (root.isEmpty() || text.indexOf('\n') >= 0) { // over HTTP, there may be line ends
      lines.writeBytes(
          Messages.utf8(
              head.append(",\"text\":").append(Json.quote(text)).append("}\n").toString()));
      return;
    }
    Redaction.Redacted redacted = Redaction.of(message, root.get());
    if (!redacted.places().isEmpty()) {
      head.append(",\"redacted\":").append(Redaction.list(redacted.places()));
    }
    lines.writeBytes(Messages.utf8(head.append(",\"raw\":").toString()));
    lines.writeBytes(redacted.message());
    lines.writeBytes(Messages.utf8("}\n"));
  }

  private void flush() throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(lines.toByteArray());
    while (rest.hasRemaining()) {
      file.write(rest);
    }
    lines.reset();
  }
}
