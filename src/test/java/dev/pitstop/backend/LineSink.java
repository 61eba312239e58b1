package dev.pitstop.backend;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Where somebody writes lines that the test takes one by one. Can be stuck, as a pipe whose reader
/// sleeps, and broken, as one whose reader is gone.
public final class LineSink extends OutputStream {
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream(); // guarded by this
  private boolean stuck;
  private boolean broken;
  private int waiting; // writers that are stuck

  public BlockingQueue<String> lines() {
    return lines;
  }

  /// Writes block until [#release].
  public synchronized void stick() {
    stuck = true;
  }

  public synchronized void release() {
    stuck = false;
    notifyAll();
  }

  /// Whether a write is stuck.
  public synchronized boolean writing() {
    return waiting > 0;
  }

  /// Writes fail from now on, also those that are stuck.
  public synchronized void shatter() {
    broken = true;
    notifyAll();
  }

  public synchronized boolean broken() {
    return broken;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] b, int from, int length) throws IOException {
    while (stuck && !broken) {
      waiting++;
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      } finally {
        waiting--;
      }
    }
    if (broken) {
      throw new IOException("Broken pipe");
    }
    for (int i = from; i < from + length; i++) {
      if (b[i] == '\n') {
        lines.add(partial.toString(StandardCharsets.UTF_8));
        partial.reset();
      } else {
        partial.write(b[i]);
      }
    }
  }
}
