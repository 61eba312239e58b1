package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.http.SseEvent;
import dev.pitstop.http.SseParser;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads the messages of an event stream and what is needed to resume it: the id of its last event,
/// and the daemon's retry time. For one thread at a time.
final class HttpEvents {
  /// Takes the content.
  interface Taker {
    /// Messages in their order, as they came together.
    void messages(List<Message> messages) throws InterruptedException;

    /// An event of another type than `message`; usually ignored.
    default void other(SseEvent event) throws IOException {}

    /// An invalid message.
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

  /// @param heard run when anything comes, even a comment
  HttpEvents(int maxMessageBytes, Runnable heard, Taker taker) {
    this.maxMessageBytes = maxMessageBytes;
    this.heard = heard;
    this.taker = taker;
  }

  /// The id of the last event that had one, if it can be sent in a header.
  Optional<String> lastId() {
    return Optional.of(lastId).filter(HttpSession::isVisible);
  }

  /// How many times data has come.
  long chunks() {
    return chunks;
  }

  /// How long to wait before the stream is opened again, if the daemon has said.
  OptionalLong retryMillis() {
    return retryMillis;
  }

  /// Reads a stream until the daemon ends it. The rest of a broken stream is not joined to the
  /// next.
  ///
  /// @throws IOException if the stream broke
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

  /// Passes each on once: the taker may be interrupted, and then continues with the next stream.
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

  /// Nothing, or an object without members: event stores use this for events that only bring an id.
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
        message(HttpBody.parsed(event.data()));
      }
    }

    private void message(Message m) {
      if (m instanceof Message.Malformed bad) {
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
    public void tooLong(byte[] head, byte[] tail, long length) {
      Head of = Head.of(head, tail);
      spoilt.add(new Events.Unusable.TooLong(of.id(), mayAnswer(of), length));
    }

    private static boolean mayAnswer(Head of) {
      return of.kind() != Head.Kind.REQUEST && of.kind() != Head.Kind.NOTIFICATION;
    }
  }
}
