package dev.pitstop.channel.http;

import dev.pitstop.rpc.Parts;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads the body of an answer that is not an event stream.
final class HttpBody {
  private static final int CHUNK = 8 * 1024;
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private HttpBody() {}

  /// Reads the whole body, without a byte order mark, which JSON must not have (RFC 8259, 8.1).
  ///
  /// @param most how many bytes are kept; the rest is read and dropped
  static HttpRequests.Body read(InputStream from, int most) throws IOException {
    Parts parts = new Parts(most);
    byte[] chunk = new byte[CHUNK];
    long length = 0;
    for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
      length += n;
      parts.add(chunk, 0, (int) Math.min(n, most - parts.length()));
    }
    byte[] kept = parts.whole().orElseThrow();
    boolean marked = kept.length >= BOM.length && Arrays.equals(kept, 0, 3, BOM, 0, 3);
    int skip = marked ? BOM.length : 0;
    byte[] bytes = skip == 0 ? kept : Arrays.copyOfRange(kept, skip, kept.length);
    return new HttpRequests.Body(bytes, length - skip);
  }
}
