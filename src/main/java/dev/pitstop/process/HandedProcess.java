package dev.pitstop.process;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/// A process that the front has started, in the form in which the JDK has the others. One thread
/// has to call [#waitFor] soon, and then [#over]: nothing else notices its end.
final class HandedProcess extends Process {
  private final ProcessHandle handle;
  private final Descriptor[] descriptors;
  private final OutputStream stdin;
  private final InputStream stdout;
  private final InputStream stderr;
  private final IntSupplier end;
  private final Runnable over;
  private final AtomicBoolean waiting = new AtomicBoolean();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  /// @throws IOException if there is no such process
  HandedProcess(Hand.Started started) throws IOException {
    int pid = started.pid();
    int[] pipes = started.pipes();
    descriptors = new Descriptor[pipes.length];
    for (int i = 0; i < pipes.length; i++) {
      descriptors[i] = new Descriptor(pipes[i]);
    }
    Optional<ProcessHandle> found = ProcessHandle.of(pid);
    if (found.isEmpty()) {
      letGo();
      throw new IOException("there is no process " + pid);
    }
    handle = found.get();
    boolean piped = pipes.length > 0;
    stdin =
        piped ? new BufferedOutputStream(descriptors[0].output()) : OutputStream.nullOutputStream();
    stdout = piped ? descriptors[1].input() : InputStream.nullInputStream();
    stderr = piped ? descriptors[2].input() : InputStream.nullInputStream();
    this.end = started.end();
    this.over = started.over();
  }

  @Override
  public OutputStream getOutputStream() {
    return stdin;
  }

  /// See [Child#stdinRoom]. The JDK does not tell how large the pipes are that it makes; these can
  /// be asked.
  int stdinRoom() {
    return descriptors.length > 0 ? descriptors[0].room() : 0;
  }

  @Override
  public InputStream getInputStream() {
    return stdout;
  }

  @Override
  public InputStream getErrorStream() {
    return stderr;
  }

  /// Waits for its end, because nobody else does.
  void awaitEnd() {
    if (waiting.compareAndSet(false, true)) {
      exit.complete(end.getAsInt());
      over.run();
    }
  }

  /// Nothing is left of it and its descendants. To be called by who has waited for it.
  void over() {
    over.run();
  }

  @Override
  public int waitFor() throws InterruptedException {
    if (waiting.compareAndSet(false, true)) {
      exit.complete(end.getAsInt());
    }
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
    abandon();
  }

  @Override
  public Process destroyForcibly() {
    handle.destroyForcibly();
    abandon();
    return this;
  }

  /// As the JDK does with its own: whoever ends a process this way wants nothing of it any more.
  /// The process must not stay as a zombie, nor its pipes as descriptors of a JVM that goes on.
  private void abandon() {
    letGo();
    if (waiting.get()) {
      return;
    }
    try {
      Thread.ofPlatform().daemon().name("pitstop-ended-" + pid()).start(this::awaitEnd);
    } catch (OutOfMemoryError noThread) {
      // its entry stays until the session ends
    }
  }

  private void letGo() {
    for (Descriptor descriptor : descriptors) {
      descriptor.letGo();
    }
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
