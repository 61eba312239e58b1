package dev.pitstop.channel.wire;

import dev.pitstop.http.Header;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// An answer on a connection (RFC 9112): its head, and its body as a stream. At the end of the body
/// the connection is returned if it can be used again. It is the stream of its own body, unless
/// that is compressed. For one thread.
final class SocketAnswer extends InputStream implements Wire.Answer {
  /// Takes a connection that can be used again.
  interface Kept {
    /// @param millis how long the daemon keeps it, if it has said so
    void take(SocketConnection connection, Optional<Long> millis);
  }

  /// Takes a connection that cannot be used again.
  interface Dropped {
    void take(SocketConnection connection);
  }

  private static final int MOST_DIGITS = 18; // what a long can hold

  /// As in the JDK's client: how many interim answers (1xx) may come before the final one.
  private static final int MOST_INTERIM = 16;

  private static final int MOST_HEAD = 384 * 1024;

  private static final String HTTP = "HTTP/1.";

  /// How much is quoted of an answer that is not HTTP.
  private static final int MOST_SHOWN = 60;

  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /// The daemon may close the connection this much earlier, by its own clock.
  private static final long EARLY_MILLIS = 500;

  private enum Body {
    /// `left` bytes remain.
    LENGTH,
    /// `left` bytes of the chunk remain, and its line break.
    IN_CHUNK,
    /// The size line of a chunk comes next.
    BETWEEN_CHUNKS,
    /// It ends with the connection.
    UNTIL_CLOSED,
    OVER
  }

  private final SocketConnection connection;
  private final Kept kept;
  private final Dropped dropped;
  private final List<Header> headers = new ArrayList<>();
  private int status;
  private boolean reusable;
  private Body body = Body.OVER;
  private long left;
  private boolean endOfChunk; // the line break of the last chunk comes next
  private final InputStream plain;

  /// Reads the head of an answer.
  ///
  /// @throws Wire.Unreadable if it is not HTTP, or its head is too long
  /// @throws IOException if nothing came; in either case the caller keeps the connection
  SocketAnswer(SocketConnection connection, Kept kept, Dropped dropped) throws IOException {
    this.connection = connection;
    this.kept = kept;
    this.dropped = dropped;
    try {
      head();
      for (int interim = 1; status < 200 && status != 101; interim++) {
        if (interim > MOST_INTERIM) {
          throw new Wire.Unreadable("keeps sending interim (1xx) answers and no final one");
        }
        head();
      }
    } catch (SocketConnection.TooLong e) {
      throw tooLong();
    }
    framing();
    Optional<String> coding = header("Content-Encoding");
    plain = coding.isPresent() ? new JdkBody(this, coding) : this;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public InputStream body() {
    return plain;
  }

  @Override
  public Optional<String> header(String name) {
    for (Header h : headers) {
      if (h.name().equalsIgnoreCase(name)) {
        return Optional.of(h.value());
      }
    }
    return Optional.empty();
  }

  // Its head.

  private void head() throws IOException {
    headers.clear();
    int rest = MOST_HEAD;
    String first = first(rest);
    boolean http = first.length() >= 12 && first.startsWith(HTTP);
    status = http ? (int) number(first.substring(9, 12)) : -1;
    if (status < 0) {
      throw new Wire.Unreadable(notHttp(first.getBytes(StandardCharsets.ISO_8859_1)));
    }
    reusable = first.charAt(7) != '0';
    for (String line = line(rest); !line.isEmpty(); line = line(rest)) {
      rest -= line.length();
      if (rest < 0) {
        throw tooLong();
      }
      int colon = line.indexOf(':');
      if (line.charAt(0) == ' ' || line.charAt(0) == '\t') { // an obsolete continuation line
        if (!headers.isEmpty()) {
          Header before = headers.removeLast();
          headers.add(new Header(before.name(), before.value() + " " + line.strip()));
        }
      } else if (colon > 0) {
        String name = line.substring(0, colon).strip(); // some servers put a space before the colon
        headers.add(new Header(name, line.substring(colon + 1).strip()));
      } else {
        throw new Wire.Unreadable("sends a header line that is not a header");
      }
    }
  }

  /// The first line of all; a daemon of another kind may not send a line.
  private String first(int most) throws IOException {
    try {
      return line(most);
    } catch (EOFException e) {
      byte[] came = connection.unread();
      String text = new String(came, StandardCharsets.ISO_8859_1);
      if (HTTP.startsWith(text) || text.startsWith(HTTP)) {
        throw e; // nothing, or an answer that broke off
      }
      throw new Wire.Unreadable(notHttp(came), e);
    }
  }

  private static Wire.Unreadable tooLong() {
    return new Wire.Unreadable(
        "sends an answer with more than "
            + MOST_HEAD / 1024
            + " KiB of headers, the limit of Pitstop");
  }

  private static String notHttp(byte[] said) {
    if (TlsProbe.isTls(said)) {
      return TlsProbe.SPEAKS_TLS;
    }
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < said.length && i < MOST_SHOWN; i++) {
      shown.append(said[i] < ' ' || said[i] > '~' ? '.' : (char) said[i]);
    }
    return "does not speak HTTP on this port: it said `"
        + shown.toString().strip()
        + (said.length > MOST_SHOWN ? "…" : "")
        + "`";
  }

  /// A line without its end.
  private String line(int most) throws IOException {
    byte[] line = connection.line(most);
    int n = line.length - 1;
    n -= n > 0 && line[n - 1] == '\r' ? 1 : 0;
    return new String(line, 0, n, StandardCharsets.ISO_8859_1);
  }

  /// The length of the body (RFC 9112 section 6.3). If the head contradicts itself, the connection
  /// is not reused: what seems to be the next answer may be the rest of this one.
  private void framing() throws IOException {
    reusable &=
        headers("Connection").stream().noneMatch(v -> v.toLowerCase(Locale.ROOT).contains("close"));
    List<String> lengths = headers("Content-Length").stream().distinct().toList();
    List<String> codings =
        headers("Transfer-Encoding").stream().filter(c -> !c.equalsIgnoreCase("identity")).toList();
    if (status == 204 || status == 304 || status == 101) {
      reusable &= status != 101;
      over();
    } else if (!codings.isEmpty()) {
      if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
        throw new Wire.Unreadable("uses an encoding for its answer that Pitstop did not ask for");
      }
      reusable &= lengths.isEmpty();
      body = Body.BETWEEN_CHUNKS;
    } else if (lengths.isEmpty()) {
      body = Body.UNTIL_CLOSED;
    } else if (lengths.size() > 1) {
      throw new Wire.Unreadable("gives two different lengths for its answer");
    } else {
      left = number(lengths.getFirst());
      if (left < 0) {
        throw new Wire.Unreadable("gives a length for its answer that is not a number");
      }
      body = Body.LENGTH;
      if (left == 0) {
        over();
      }
    }
  }

  /// The value of a text of ASCII digits; negative if it is anything else or too long.
  private static long number(String digits) {
    long n = digits.isEmpty() || digits.length() > MOST_DIGITS ? -1 : 0;
    for (int i = 0; i < digits.length() && n >= 0; i++) {
      char c = digits.charAt(i);
      n = c >= '0' && c <= '9' ? 10 * n + c - '0' : -1;
    }
    return n;
  }

  @Override
  public List<String> headers(String name) {
    return headers.stream()
        .filter(h -> h.name().equalsIgnoreCase(name))
        .map(Header::value)
        .toList();
  }

  // Its body.

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int at, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    try {
      if (body == Body.BETWEEN_CHUNKS) {
        chunk();
      }
      return switch (body) {
        case OVER -> -1;
        case BETWEEN_CHUNKS -> throw new IllegalStateException("a chunk was just begun");
        case UNTIL_CLOSED -> untilClosed(into, at, most);
        case LENGTH, IN_CHUNK -> counted(into, at, (int) Math.min(most, left));
      };
    } catch (IOException e) {
      reusable = false; // the start of the next answer is unknown
      throw JdkBody.orInterrupt(e);
    }
  }

  private int untilClosed(byte[] into, int at, int most) throws IOException {
    int n = connection.read(into, at, most);
    if (n < 0) {
      reusable = false;
      over();
    }
    return n;
  }

  private int counted(byte[] into, int at, int most) throws IOException {
    int n = connection.read(into, at, most);
    if (n < 0) {
      throw new EOFException("the body ended too early");
    }
    left -= n;
    if (left == 0 && body == Body.LENGTH) {
      over();
    } else if (left == 0) {
      body = Body.BETWEEN_CHUNKS;
      endOfChunk = true;
    }
    return n;
  }

  /// Reads the size line of the next chunk; after the last one, the trailers.
  private void chunk() throws IOException {
    if (endOfChunk && !line(2).isEmpty()) {
      throw new IOException("a chunk of its answer is longer than announced");
    }
    endOfChunk = false;
    String line = line(MOST_HEAD);
    int semicolon = line.indexOf(';');
    String size = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
    if (size.isEmpty() || size.length() > 15 || size.charAt(0) == '+') {
      throw new IOException("the length of a chunk of its answer is not a number");
    }
    try {
      left = Long.parseUnsignedLong(size, 16);
    } catch (NumberFormatException e) {
      throw new IOException("the length of a chunk of its answer is not a number", e);
    }
    body = Body.IN_CHUNK;
    if (left == 0) {
      trailers();
      over();
    }
  }

  /// They mean nothing here.
  private void trailers() throws IOException {
    int rest = MOST_HEAD;
    for (String line = line(rest); !line.isEmpty(); line = line(rest)) {
      rest -= line.length();
      if (rest < 0) {
        throw new IOException("the trailer after the body of its answer is too long");
      }
    }
  }

  private void over() {
    body = Body.OVER;
    if (reusable) {
      kept.take(connection, keptMillis());
    } else {
      dropped.take(connection);
    }
  }

  /// The time in `Keep-Alive: timeout=5`: a message on a connection that the daemon closes
  /// meanwhile would have an unknown outcome.
  private Optional<Long> keptMillis() {
    Optional<String> value = header("Keep-Alive");
    int at = value.map(v -> v.indexOf("timeout=")).orElse(-1);
    if (at < 0) {
      return Optional.empty();
    }
    String rest = value.orElseThrow().substring(at + "timeout=".length());
    int end = 0;
    while (end < rest.length() && rest.charAt(end) >= '0' && rest.charAt(end) <= '9') {
      end++;
    }
    long seconds = number(rest.substring(0, end));
    return seconds >= 0 && end < 10
        ? Optional.of(Math.max(0, seconds * 1_000 - EARLY_MILLIS))
        : Optional.empty();
  }

  /// Drops the unread rest; if that has not come yet, together with the connection.
  @Override
  public void close() {
    boolean came =
        switch (body) {
          case LENGTH -> connection.skip(left);
          case BETWEEN_CHUNKS -> !endOfChunk && connection.skip(LAST_CHUNK);
          case OVER, IN_CHUNK, UNTIL_CLOSED -> false;
        };
    if (body != Body.OVER) {
      reusable &= came;
      over();
    }
  }
}
