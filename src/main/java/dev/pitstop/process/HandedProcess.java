package dev.pitstop.process;

import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/// A process that the front has started, in the form in which the JDK has the others. One thread
/// has to call [#waitFor] soon: it takes the process out of the system's table when it ends.
///
/// The JDK cannot open a descriptor that it did not make. So each pipe is opened once more through
/// `/proc`, and the descriptor that came with it is closed.
final class HandedProcess extends Process {
  private final ProcessHandle handle;
  private final OutputStream stdin;
  private final InputStream stdout;
  private final InputStream stderr;
  private final AtomicBoolean waiting = new AtomicBoolean();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  /// @throws IOException if `/proc` does not show it, or it is gone
  /// @throws UnsatisfiedLinkError if the native code cannot be loaded
  HandedProcess(Handed handed) throws IOException {
    Hands.load(handed.library());
    handle =
        ProcessHandle.of(handed.pid())
            .orElseThrow(() -> new IOException("there is no process " + handed.pid()));
    stdin = new BufferedOutputStream(new FileOutputStream(ours(handed.in())));
    stdout = new FileInputStream(ours(handed.out()));
    stderr = new FileInputStream(ours(handed.err()));
    Hands.close(handed.in());
    Hands.close(handed.out());
    Hands.close(handed.err());
  }

  private static String ours(int descriptor) {
    return "/proc/self/fd/" + descriptor;
  }

  @Override
  public OutputStream getOutputStream() {
    return stdin;
  }

  @Override
  public InputStream getInputStream() {
    return stdout;
  }

  @Override
  public InputStream getErrorStream() {
    return stderr;
  }

  @Override
  public int waitFor() throws InterruptedException {
    if (waiting.compareAndSet(false, true)) {
      exit.complete(Hands.reap((int) handle.pid()));
    }
    return exit.join();
  }

  @Override
  public int exitValue() {
    if (!exit.isDone()) {
      throw new IllegalThreadStateException("process " + pid() + " has not ended");
    }
    return exit.join();
  }

  @Override
  public boolean isAlive() {
    return !exit.isDone();
  }

  @Override
  public void destroy() {
    handle.destroy();
  }

  @Override
  public Process destroyForcibly() {
    handle.destroyForcibly();
    return this;
  }

  @Override
  public long pid() {
    return handle.pid();
  }

  @Override
  public ProcessHandle toHandle() {
    return handle;
  }
}
