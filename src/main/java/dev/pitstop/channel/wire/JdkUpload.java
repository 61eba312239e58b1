package dev.pitstop.channel.wire;

import java.io.InputStream;
import java.net.http.HttpRequest;

/// The body of a request for the JDK's client, which keeps a request as long as its connection. A
/// large one releases its bytes as soon as they were taken. For one thread at a time.
final class JdkUpload extends InputStream {
  private static final byte[] NOTHING = {};
  private static final int SMALL = 16 * 1024;

  private byte[] bytes;
  private int at;

  private JdkUpload(byte[] bytes) {
    this.bytes = bytes;
  }

  static HttpRequest.BodyPublisher of(byte[] bytes) {
    if (bytes.length <= SMALL) {
      return HttpRequest.BodyPublishers.ofByteArray(bytes);
    }
    JdkUpload once = new JdkUpload(bytes);
    return HttpRequest.BodyPublishers.fromPublisher(
        HttpRequest.BodyPublishers.ofInputStream(() -> once), bytes.length);
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int from, int most) {
    int n = Math.min(most, bytes.length - at);
    if (n <= 0) {
      return most == 0 ? 0 : -1;
    }
    System.arraycopy(bytes, at, into, from, n);
    at += n;
    if (at == bytes.length) {
      close();
    }
    return n;
  }

  @Override
  public void close() {
    bytes = NOTHING;
    at = 0;
  }
}
