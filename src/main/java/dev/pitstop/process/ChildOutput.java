package dev.pitstop.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// A child's stdout or stderr, which can be let go of while another process holds the other end of
/// the pipe. For one reader at a time; [#letGo] is for any thread.
///
/// A thread that is blocked in reading a pipe is woken by neither a close nor an interrupt, and the
/// JDK's own thread for the child's end then waits for it too. So a line end is written into the
/// pipe: the reader wakes, sees that nobody wants more, and closes.
final class ChildOutput extends InputStream {
  /// What may still be read after letting go: as much as a pipe can hold. More comes only from a
  /// process that goes on writing.
  private static final int MOST_LEFT = 1 << 20;

  private final Platform platform;
  private final InputStream pipe;

  /// Empty where it is not known; a blocked reader is not woken then.
  private final Optional<Path> name;

  private volatile boolean letGo; // set by anybody
  private volatile boolean ended; // set by the reader, or whoever closes

  /// The reader's own.
  private int left = MOST_LEFT;

  /// @param name which pipe it is, as the [Platform] told when the child began
  ChildOutput(Platform platform, InputStream pipe, Optional<Path> name) {
    this.platform = platform;
    this.pipe = pipe;
    this.name = name;
  }

  /// Lets the pipe go: what is in it can still be read, then the stream ends. Never blocks.
  ///
  /// @return whether a reader may be blocked, so that [#wake] has to be called
  boolean letGo() {
    boolean first = !letGo;
    letGo = true;
    return first && !ended && name.isPresent();
  }

  /// Wakes a blocked reader. Some work with files: for a thread that may take its time.
  void wake() {
    if (!ended && name.isPresent()) {
      platform.wakeReaderOf(name.get());
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, to.length);
    if (length == 0) {
      return 0;
    }
    if (letGo) {
      return readWhatIsLeft(to, offset, length);
    }
    int count = pipe.read(to, offset, length);
    if (count < 0) {
      ended = true;
    }
    boolean woken = letGo && count == 1 && to[offset] == '\n'; // not a word of the child's
    return woken ? readWhatIsLeft(to, offset, length) : count;
  }

  private int readWhatIsLeft(byte[] to, int offset, int length) throws IOException {
    int there = ended ? 0 : Math.min(pipe.available(), left);
    if (there <= 0) {
      close();
      return -1;
    }
    int count = pipe.read(to, offset, Math.min(there, length));
    left -= Math.max(count, 0);
    return count;
  }

  @Override
  public int available() throws IOException {
    return ended ? 0 : pipe.available();
  }

  @Override
  public void close() throws IOException {
    ended = true;
    pipe.close();
  }
}
