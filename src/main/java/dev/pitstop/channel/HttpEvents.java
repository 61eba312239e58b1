package dev.pitstop.channel;

import dev.pitstop.http.SseEvent;
import dev.pitstop.http.SseParser;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The messages on an event stream, and what is needed to resume it: the id of its last event, how
/// long the daemon wants to be left alone. For one thread at a time.
final class HttpEvents {
  /// What becomes of what is read.
  interface Taker {
    /// Messages in their order, single ones, as they came with one another.
    void messages(List<Message> messages) throws InterruptedException;

    /// An event that is no message: of another type than `message`.
    void other(SseEvent event) throws IOException;

    /// Something that was meant as one and cannot be passed on.
    void unusable(Events.Unusable what) throws InterruptedException;
  }

  private static final int CHUNK = 16 * 1024;

  private final int maxMessageBytes;
  private final Runnable heard;
  private final Taker taker;
  private String lastId = "";
  private long chunks;
  private final List<Message> read = new ArrayList<>();
  private final List<SseEvent> others = new ArrayList<>(1);
  private final List<Events.Unusable> spoilt = new ArrayList<>(1);
  private OptionalLong retryMillis = OptionalLong.empty();

  /// @param heard run when anything comes, be it a comment
  HttpEvents(int maxMessageBytes, Runnable heard, Taker taker) {
    this.maxMessageBytes = maxMessageBytes;
    this.heard = heard;
    this.taker = taker;
  }

  /// The id of the last event that had one, if it can be said in a header.
  Optional<String> lastId() {
    return Optional.of(lastId).filter(HttpSession::isVisible);
  }

  /// How often something has come.
  long chunks() {
    return chunks;
  }

  /// How long to wait before the stream is opened again, if the daemon has said.
  OptionalLong retryMillis() {
    return retryMillis;
  }

  /// Reads a stream to the end, which the daemon has put there. What one stream has cut off joins
  /// nothing of the next.
  ///
  /// @throws IOException if the stream broke off
  void read(InputStream from) throws IOException, InterruptedException {
    handOn();
    byte[] chunk = new byte[CHUNK];
    SseParser parser = new SseParser(maxMessageBytes, new Told());
    for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
      heard.run();
      chunks++;
      parser.feed(chunk, 0, n);
      if (!parser.lastEventId().isEmpty()) {
        lastId = parser.lastEventId();
      }
      handOn();
    }
  }

  /// Hands each on once: whoever takes it may be interrupted, and read on with the next stream.
  private void handOn() throws IOException, InterruptedException {
    while (!read.isEmpty()) {
      List<Message> part = read.subList(0, Math.min(read.size(), Burst.MOST));
      List<Message> burst = List.copyOf(part);
      part.clear();
      taker.messages(burst);
    }
    while (!spoilt.isEmpty()) {
      taker.unusable(spoilt.removeFirst());
    }
    while (!others.isEmpty()) {
      taker.other(others.removeFirst());
    }
  }

  /// A message as a line has it: JSON may be spread over lines, which are white space there.
  static byte[] asLine(byte[] message) {
    for (int i = 0; i < message.length; i++) {
      if (message[i] == '\n' || message[i] == '\r') {
        message[i] = ' ';
      }
    }
    return message;
  }

  /// Nothing, or an object without members: stores of events keep the one that only brings an id
  /// so.
  private static boolean isEmpty(byte[] data) {
    int braces = 0;
    for (byte b : data) {
      boolean brace = (b == '{' && braces == 0) || (b == '}' && braces == 1);
      if (!brace && b != ' ' && b != '\t' && b != '\n' && b != '\r') {
        return false;
      }
      braces += brace ? 1 : 0;
    }
    return braces != 1;
  }

  private final class Told implements SseParser.Sink {
    @Override
    public void event(SseEvent event) {
      if (!event.type().equals("message")) {
        others.add(event);
      } else if (!isEmpty(event.data())) { // an empty one only brings an id
        message(Codec.parse(asLine(event.data())));
      }
    }

    private void message(Message m) {
      if (m instanceof Message.Batch b) {
        b.messages().forEach(this::message);
      } else if (m instanceof Message.Malformed bad) {
        spoilt.add(HttpBody.malformed(bad));
      } else {
        read.add(m);
      }
    }

    @Override
    public void retry(long millis) {
      retryMillis = OptionalLong.of(millis);
    }

    @Override
    public void tooLong(byte[] head, long length) {
      Head of = Head.of(head);
      boolean answer = of.kind() != Head.Kind.REQUEST && of.kind() != Head.Kind.NOTIFICATION;
      spoilt.add(new Events.Unusable.TooLong(of.id(), answer, length));
    }
  }
}
