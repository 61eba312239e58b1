package dev.pitstop.process;

import dev.pitstop.process.StderrRing.Kind;
import dev.pitstop.text.LineSplitter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/// Reads a child's stderr into the ring and passes it to a consumer, so that the child never blocks
/// when it writes there. Runs on a platform daemon thread, which ends with the stream.
public final class StderrPump {
  /// The size of the JDK's own buffer. With it, that buffer is not used.
  private static final int BUFFER = 8 * 1024;

  /// How many bytes of a line are kept. With the mark of a cut, the line fits the ring's limit.
  private static final int LINE_BYTES = StderrRing.LINE_LIMIT - 64;

  /// Where the stderr of one run goes.
  ///
  /// @param incarnation of the ring, asked for each line: a process may serve several runs
  /// @param copy gets the lines of each read, on the pump's thread; must not block, throw or keep
  ///   the list
  public record To(IntSupplier incarnation, StderrRing ring, Consumer<List<String>> copy) {}

  private final InputStream stderr;
  private final To to;
  private final CompletableFuture<Void> drained = new CompletableFuture<>();

  // Used by the pump's thread only.
  private final List<String> read = new ArrayList<>(); // lines that came with one read

  private StderrPump(InputStream stderr, To to) {
    this.stderr = stderr;
    this.to = to;
  }

  /// Starts reading. If this throws, nobody reads: kill the child, because it would block when it
  /// writes.
  ///
  /// @return completes, never exceptionally, when the stream has ended and its last line is in the
  ///   ring. Wait for it with a limit before you quote a dead child: a daemon that the child left
  ///   behind can hold the pipe open forever
  public static CompletableFuture<Void> start(Child child, To to) {
    return start("pitstop-stderr-" + child.pid(), child.stderr(), to);
  }

  /// [#start] for the stdout of a child that writes no messages there.
  public static CompletableFuture<Void> startStdout(Child child, To to) {
    return start("pitstop-stdout-" + child.pid(), child.stdout(), to);
  }

  /// [#start] for any stream.
  static CompletableFuture<Void> start(String threadName, InputStream stderr, To to) {
    StderrPump pump = new StderrPump(stderr, to);
    to.ring.begin(to.incarnation.getAsInt());
    Thread.ofPlatform().daemon().name(threadName).start(pump::run);
    return pump.drained;
  }

  private void run() {
    try {
      readAll();
    } catch (Throwable broken) {
      note("reading stderr failed: " + broken.getMessage());
    } finally {
      drained.complete(null);
    }
  }

  private void readAll() throws IOException {
    LineSplitter splitter = new LineSplitter(LINE_BYTES, this::take);
    byte[] buffer = new byte[BUFFER];
    try {
      for (int n = stderr.read(buffer); n >= 0; n = stderr.read(buffer)) {
        splitter.add(buffer, 0, n);
        copy();
      }
    } finally {
      splitter.end();
      copy();
    }
  }

  private void take(String line) {
    to.ring.appendPlain(to.incarnation.getAsInt(), Kind.STDERR, line);
    read.add(line);
  }

  private void copy() {
    if (!read.isEmpty()) {
      to.copy.accept(read);
      read.clear();
    }
  }

  private void note(String text) {
    to.ring.append(to.incarnation.getAsInt(), Kind.NOTE, text);
  }
}
