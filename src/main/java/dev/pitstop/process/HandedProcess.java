package dev.pitstop.process;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/// A process that the front has started, in the form in which the JDK has the others. One thread
/// has to call [#waitFor] soon: nothing else notices its end.
final class HandedProcess extends Process {
  private final ProcessHandle handle;
  private final OutputStream stdin;
  private final InputStream stdout;
  private final InputStream stderr;
  private final IntSupplier end;
  private final AtomicBoolean waiting = new AtomicBoolean();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  /// @throws IOException if there is no such process
  HandedProcess(Hand.Started started) throws IOException {
    int pid = started.pid();
    int[] pipes = started.pipes();
    handle = ProcessHandle.of(pid).orElseThrow(() -> new IOException("there is no process " + pid));
    boolean piped = pipes.length > 0;
    stdin =
        piped
            ? new BufferedOutputStream(new Descriptor(pipes[0]).output())
            : OutputStream.nullOutputStream();
    stdout = piped ? new Descriptor(pipes[1]).input() : InputStream.nullInputStream();
    stderr = piped ? new Descriptor(pipes[2]).input() : InputStream.nullInputStream();
    this.end = started.end();
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

  /// Waits for its end, so that others need not.
  void awaitEnd() {
    if (waiting.compareAndSet(false, true)) {
      exit.complete(end.getAsInt());
    }
  }

  @Override
  public int waitFor() throws InterruptedException {
    awaitEnd();
    try {
      return exit.get();
    } catch (ExecutionException never) {
      throw new IllegalStateException(never);
    }
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
