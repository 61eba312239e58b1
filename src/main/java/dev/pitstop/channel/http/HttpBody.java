package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Secrets;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Parts;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// The body of an answer that is not an event stream.
///
/// @param bytes of the body; only the first ones if it is too long
/// @param length of the whole body
record HttpBody(byte[] bytes, long length) {
  private static final String EVENTS = "text/event-stream";
  private static final int CHUNK = 8 * 1024;

  /// How many bytes are looked at of one that says little, or is quoted.
  static final int LOOKED = 64 * 1024;

  private static final int STRAY = 8 * 1024;
  private static final int QUOTED = 400;
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /// Reads the whole body.
  ///
  /// @param most how many bytes are kept; the rest is read and dropped
  static HttpBody read(InputStream from, int most) throws IOException {
    Parts parts = new Parts(most);
    byte[] chunk = new byte[CHUNK];
    long length = 0;
    for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
      length += n;
      parts.add(chunk, 0, (int) Math.min(n, most - parts.length()));
    }
    return new HttpBody(parts.whole().orElseThrow(), length);
  }

  /// Reads the body of a short answer, or what matters of one.
  static HttpBody beginning(Wire.Answer answer) throws IOException {
    return read(answer.body(), LOOKED);
  }

  /// Whether an answer's body is an event stream.
  static boolean isEventStream(Wire.Answer answer) {
    return answer
        .header("Content-Type")
        .filter(t -> t.regionMatches(true, 0, EVENTS, 0, EVENTS.length()))
        .isPresent();
  }

  /// Whether an answer is a stream that was asked for.
  static boolean isOpenStream(Wire.Answer answer) {
    return answer.status() == 200 && isEventStream(answer);
  }

  boolean whole() {
    return bytes.length == length;
  }

  /// Whether it is empty or blank.
  boolean blank() {
    return first() == ' ';
  }

  /// Whether it may be JSON-RPC, by its first byte: the content types of daemons are not reliable.
  boolean mayBeMessage() {
    return first() == '{' || first() == '[';
  }

  /// The first byte that is not white space, or a blank.
  private int first() {
    for (byte b : bytes) {
      if (b > ' ' || b < 0) {
        return b;
      }
    }
    return ' ';
  }

  /// Its beginning and its end in one line: the cause of a failure often stands last.
  ///
  /// @param secrets hidden before the text is cut, since a cut secret would not be recognised
  String quoted(Secrets secrets) {
    int looked = Math.min(bytes.length, LOOKED);
    String text = secrets.hide(new String(bytes, 0, looked, StandardCharsets.UTF_8));
    String line = PlainText.of(SPACE.matcher(text.strip()).replaceAll(" "));
    boolean whole = looked == bytes.length;
    if (line.length() <= QUOTED) {
      return whole ? line : line + " …";
    }
    String end = line.substring(line.length() - QUOTED / 2);
    return line.substring(0, QUOTED / 2) + " … " + end + (whole ? "" : " …");
  }

  /// The JSON-RPC error in it.
  Optional<Message.Failure> failure() {
    return whole() && mayBeMessage() && parsed(bytes) instanceof Message.Failure f
        ? Optional.of(f)
        : Optional.empty();
  }

  /// A message as the daemon wrote it. It becomes one line: JSON may be spread over lines, where a
  /// line break is white space.
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
