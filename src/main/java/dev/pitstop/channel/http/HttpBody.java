package dev.pitstop.channel.http;

import dev.pitstop.rpc.Parts;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads the body of an answer that is not an event stream. For one thread.
final class HttpBody {
  /// How many bytes are kept of a body that has no memory.
  private static final int BEGIN = 8 * 1024;

  private static final int CHUNK = 8 * 1024;
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final int most;
  private final Parts parts;
  private byte[] begin = {}; // of a body that has no memory
  private boolean lacks; // it has none

  private HttpBody(int most) {
    this.most = most;
    this.parts = new Parts();
  }

  /// Reads the whole body, without a byte order mark, which JSON must not have (RFC 8259, 8.1).
  ///
  /// @param most how many bytes are kept; the rest is read and dropped. Of a body that does not fit
  ///   into the heap, all but the beginning is dropped
  static HttpRequests.Body read(InputStream from, int most) throws IOException {
    return new HttpBody(most).read(from);
  }

  private HttpRequests.Body read(InputStream from) throws IOException {
    byte[] chunk = new byte[CHUNK];
    long length = 0;
    for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
      length += n;
      add(chunk, n);
    }
    byte[] kept = kept();
    boolean marked = kept.length >= BOM.length && Arrays.equals(kept, 0, 3, BOM, 0, 3);
    int skip = marked ? BOM.length : 0;
    byte[] bytes = skip == 0 ? kept : Arrays.copyOfRange(kept, skip, kept.length);
    return new HttpRequests.Body(bytes, length - skip, lacks && length - skip <= most);
  }

  private void add(byte[] chunk, int n) {
    if (!lacks) {
      try {
        parts.add(chunk, 0, (int) Math.min(n, most - parts.length()));
      } catch (OutOfMemoryError e) {
        lack();
      }
    }
  }

  private void lack() {
    lacks = true;
    begin = parts.copy(0, BEGIN);
    parts.clear();
  }

  private byte[] kept() {
    if (!lacks) {
      try {
        return parts.joined();
      } catch (OutOfMemoryError e) {
        lack();
      }
    }
    return begin;
  }
}
