package dev.pitstop.channel.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PushbackInputStream;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// The body of an answer as [Wire.Answer#body] specifies it, from the JDK's client, which hides an
/// interrupt in an ordinary [IOException]. Compressed bodies are decompressed: Pitstop asks for
/// `identity`, but some daemons compress anyway. For one thread.
final class JdkBody extends InputStream {
  private final InputStream raw;
  private final boolean zipped;
  private InputStream plain;
  private boolean begun;

  /// @param coding its `Content-Encoding`; an empty body is not compressed, whatever that says
  JdkBody(InputStream raw, Optional<String> coding) {
    this.raw = raw;
    this.zipped =
        coding.filter(c -> c.equalsIgnoreCase("gzip") || c.equalsIgnoreCase("x-gzip")).isPresent();
    this.plain = raw;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] to, int at, int most) throws IOException {
    try {
      begin();
      return plain.read(to, at, most);
    } catch (IOException e) {
      throw orInterrupt(e);
    }
  }

  /// The exception to throw for one that a read has thrown: an [InterruptedIOException] if the
  /// thread was interrupted.
  static IOException orInterrupt(IOException e) {
    if (!Thread.currentThread().isInterrupted()) {
      return e;
    }
    InterruptedIOException interrupted = new InterruptedIOException("interrupted");
    interrupted.initCause(e);
    return interrupted;
  }

  private void begin() throws IOException {
    if (zipped && !begun) {
      PushbackInputStream peeked = new PushbackInputStream(raw, 1);
      int first = peeked.read();
      if (first >= 0) {
        peeked.unread(first);
        plain = new GZIPInputStream(peeked);
      }
    }
    begun = true;
  }

  @Override
  public void close() throws IOException {
    raw.close();
  }
}
