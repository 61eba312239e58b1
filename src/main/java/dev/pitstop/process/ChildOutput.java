package dev.pitstop.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// A child's stdout or stderr. It can be let go while another process holds the other end of the
/// pipe. For one reader at a time; any thread may call [#letGo].
///
/// Neither a close nor an interrupt wakes a thread that is blocked in reading a pipe, and the JDK's
/// own thread for the child's end then waits for that thread too. So [#wake] writes a line end into
/// the pipe: the reader wakes, sees that nobody wants more, and closes.
final class ChildOutput extends InputStream {
  /// How many bytes may still be read after [#letGo]: as many as a pipe can hold. Only a process
  /// that still writes has more.
  private static final int MOST_LEFT = 1 << 20;

  private final Platform platform;
  private final InputStream pipe;

  /// The pipe's name. Empty if it is unknown: then nothing wakes a blocked reader.
  private final Optional<Path> name;

  private volatile boolean letGo; // set by any thread
  private volatile boolean ended; // set by the reader, or by the thread that closes

  /// Used by the reader only.
  private int left = MOST_LEFT;

  /// @param name the pipe's name, as the [Platform] gave it when the child began
  ChildOutput(Platform platform, InputStream pipe, Optional<Path> name) {
    this.platform = platform;
    this.pipe = pipe;
    this.name = name;
  }

  /// Lets the pipe go: its content can still be read, then the stream ends. Never blocks.
  ///
  /// @return whether a reader may be blocked, so that [#wake] has to be called
  boolean letGo() {
    boolean first = !letGo;
    letGo = true;
    return first && !ended && name.isPresent();
  }

  /// Wakes a blocked reader. Does some work with files: for a thread that may take its time.
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
    boolean woken = letGo && count == 1 && to[offset] == '\n'; // from wake(), not from the child
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
