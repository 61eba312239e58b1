package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Header;
import dev.pitstop.http.Secrets;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.PlainText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Sends the requests of one run, with the headers that the transports page requires for each kind,
/// reads the answers, and knows when the daemon was last heard. Thread-safe.
final class HttpRequests {
  /// How many bytes are kept of an answer that says little.
  private static final int SHORT = 64 * 1024;

  /// Values of `Content-Encoding`.
  private static final Set<String> READABLE = Set.of("", "identity", "none", "gzip", "x-gzip");

  private final List<Header> configured;
  private final HttpCookies cookies = new HttpCookies();
  private final HttpSession session;
  private final Wire wire;
  private final HttpRoom room;
  private final HttpThreads threads;
  private final int maxMessageBytes;
  private volatile Optional<InetAddress> at = Optional.empty();
  private volatile long heardMillis;
  private volatile boolean roomy; // the room has shown that connections may be left idle

  /// @param configured the headers that the user has configured; they may be secrets
  /// @param room sends the requests until connections may be left idle
  /// @param threads whose clock is used
  /// @param maxMessageBytes the longest message that the daemon may send
  HttpRequests(
      List<Header> configured,
      HttpSession session,
      Wire wire,
      HttpRoom room,
      HttpThreads threads,
      int maxMessageBytes) {
    this.configured = configured;
    this.session = session;
    this.wire = wire;
    this.room = room;
    this.threads = threads;
    this.maxMessageBytes = maxMessageBytes;
  }

  /// The daemon accepts connections.
  ///
  /// @param by the address by which it is reached; empty to look up its name
  void reached(Optional<InetAddress> by) {
    at = by;
    heard();
  }

  /// Something came from the daemon.
  void heard() {
    heardMillis = threads.nowMillis();
  }

  long heardMillis() {
    return heardMillis;
  }

  /// Sends a message by POST; see [Wire#send].
  ///
  /// @param own the headers of this message
  Wire.Answer post(byte[] message, List<Header> own) throws IOException, InterruptedException {
    List<Header> headers = common();
    headers.add(new Header("Content-Type", "application/json"));
    headers.add(new Header("Accept", "application/json, text/event-stream"));
    headers.addAll(own);
    Wire.Answer answer = send("POST", headers, Optional.of(message));
    heard();
    return answer;
  }

  /// Asks by GET for the stream of messages that belong to no request, or for the rest of one that
  /// broke; see [Wire#send].
  ///
  /// @param lastId of the last event that came
  Wire.Answer stream(Optional<String> lastId) throws IOException, InterruptedException {
    List<Header> headers = common();
    headers.add(new Header("Accept", "text/event-stream"));
    headers.addAll(session.ofSession());
    lastId.ifPresent(id -> headers.add(new Header("Last-Event-ID", id)));
    return send("GET", headers, Optional.empty());
  }

  /// Sends the DELETE that ends the session; see [Wire#send].
  Wire.Answer delete() throws IOException, InterruptedException {
    List<Header> headers = common();
    headers.addAll(session.ofSession());
    return send("DELETE", headers, Optional.empty());
  }

  private Wire.Answer send(String method, List<Header> headers, Optional<byte[]> body)
      throws IOException, InterruptedException {
    URI to = session.posts();
    cookies.of(to).ifPresent(headers::add);
    Wire.Ask ask = new Wire.Ask(method, to, headers, body, at);
    Wire.Answer answer = roomy ? wire.send(ask) : room.send(ask);
    roomy |= room.shown();
    cookies.set(to, answer.headers("Set-Cookie"));
    String coding = answer.header("Content-Encoding").orElse("");
    if (!READABLE.contains(coding.toLowerCase(Locale.ROOT))) {
      answer.close();
      throw new Wire.Unreadable(
          "answers in `Content-Encoding: " + coding + "`, although Pitstop asks for none");
    }
    return answer;
  }

  private List<Header> common() {
    List<Header> headers = new ArrayList<>(configured);
    headers.add(new Header("Accept-Encoding", "identity"));
    return headers;
  }

  /// Waits until a stream may be opened: until connections may be left idle.
  void awaitRoom() throws InterruptedException {
    room.awaitShown();
  }

  /// A reader for the event streams that answer such requests.
  HttpEvents events(HttpEvents.Taker taker) {
    return new HttpEvents(maxMessageBytes, this::heard, taker);
  }

  /// Reads the body of an answer that is not an event stream.
  Body body(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), maxMessageBytes);
  }

  /// Reads the body of a short answer that is not an event stream.
  static Body shortBody(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), SHORT);
  }

  /// The body of an answer that is not an event stream.
  ///
  /// @param bytes of the body; only the first ones if it is too long
  /// @param length of the whole body
  record Body(byte[] bytes, long length) {
    private static final String EVENTS = "text/event-stream";
    private static final int STRAY = 8 * 1024;
    private static final int QUOTED = 400;
    private static final Pattern SPACE = Pattern.compile("\\s+");

    /// Whether an answer's body is an event stream.
    static boolean isEventStream(Wire.Answer answer) {
      return answer
          .header("Content-Type")
          .filter(t -> t.regionMatches(true, 0, EVENTS, 0, EVENTS.length()))
          .isPresent();
    }

    boolean whole() {
      return bytes.length == length;
    }

    /// Whether it is empty or blank.
    boolean blank() {
      for (byte b : bytes) {
        if (b > ' ' || b < 0) {
          return false;
        }
      }
      return true;
    }

    /// Whether it may be JSON-RPC, by its first byte: the content types of daemons are not
    /// reliable.
    boolean mayBeMessage() {
      for (byte b : bytes) {
        if (b > ' ' || b < 0) {
          return b == '{' || b == '[';
        }
      }
      return false;
    }

    /// Its beginning and its end in one line: the cause of a failure often stands last.
    ///
    /// @param secrets hidden before the text is cut, since a cut secret would not be recognised
    String quoted(Secrets secrets) {
      int looked = Math.min(bytes.length, SHORT);
      String text = secrets.hide(new String(bytes, 0, looked, StandardCharsets.UTF_8));
      String line = PlainText.of(SPACE.matcher(text.strip()).replaceAll(" "));
      boolean whole = looked == bytes.length;
      if (line.length() <= QUOTED) {
        return whole ? line : line + " …";
      }
      String end = line.substring(line.length() - QUOTED / 2);
      return line.substring(0, QUOTED / 2) + " … " + end + (whole ? "" : " …");
    }

    /// The message in it.
    Message message() {
      return parsed(bytes);
    }

    /// A message as the daemon wrote it. It becomes one line: JSON may be spread over lines, where
    /// a line break is white space.
    static Message parsed(byte[] message) {
      for (int i = 0; i < message.length; i++) {
        if (message[i] == '\n' || message[i] == '\r') {
          message[i] = ' ';
        }
      }
      return Codec.parse(message);
    }

    /// An invalid message.
    static Events.Unusable malformed(Message.Malformed m) {
      String line = new Span(0, Math.min(m.bytes().length, STRAY)).text(m.bytes());
      return new Events.Unusable.Malformed(m.head().id(), m.detail(), line);
    }
  }
}
