package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.http.SseEvent;
import dev.pitstop.http.SseReader;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Reads the messages of event streams and what is needed to resume one: the id of its last event,
/// and the daemon's retry time. For one thread at a time.
final class HttpEvents {
  /// Takes the content, in its order.
  interface Taker {
    /// Messages that came together.
    void messages(List<Message> messages) throws InterruptedException;

    /// An event of another type than `message`; usually ignored.
    ///
    /// @return whether to read on
    default boolean other(SseEvent event) {
      return true;
    }

    /// An invalid message.
    void unusable(Events.Unusable what) throws InterruptedException;
  }

  /// What stands for no message: event stores use it for events that only bring an id.
  private static final Pattern EMPTY = Pattern.compile("\\s*|\\{\\s*}");

  private final SseReader reader;
  private final Runnable heard;
  private final Taker taker;
  private final List<Message> read = new ArrayList<>(); // to be handed on

  /// @param heard run when anything comes, even a comment
  HttpEvents(int maxMessageBytes, Runnable heard, Taker taker) {
    this.reader = new SseReader(maxMessageBytes);
    this.heard = heard;
    this.taker = taker;
  }

  /// The id of the last event that had one, if it can be sent in a header.
  Optional<String> lastId() {
    return Optional.of(reader.lastEventId()).filter(HttpSession::isVisible);
  }

  /// How long to wait before the stream is opened again, if the daemon has said.
  OptionalLong retryMillis() {
    return reader.retryMillis();
  }

  /// Reads a stream until the daemon ends it, or the taker does.
  ///
  /// @throws IOException if the stream broke
  void read(InputStream from) throws IOException, InterruptedException {
    LineReader<InterruptedException> lines =
        reader.lines(
            from,
            () -> {
              heard.run(); // something came, or the stream has begun
              handOn();
            });
    Optional<SseEvent> next = reader.next(lines);
    while (next.isPresent() && take(next.get())) {
      next = reader.next(lines);
    }
  }

  /// @return whether to read on
  private boolean take(SseEvent event) throws InterruptedException {
    if (!event.type().equals("message")) {
      handOn();
      return taker.other(event);
    }
    if (event.data() instanceof Line.TooLong data) {
      Head of = Head.of(data.head(), data.tail());
      boolean answer = of.kind() != Head.Kind.REQUEST && of.kind() != Head.Kind.NOTIFICATION;
      unusable(new Events.Unusable.TooLong(of.id(), answer, data.length()));
    } else if (event.data() instanceof Line.Text data && !isEmpty(data.bytes())) {
      Message m = HttpBody.parsed(data.bytes()); // an empty one only brings an id
      if (m instanceof Message.Malformed bad) {
        unusable(HttpBody.malformed(bad));
      } else {
        read.add(m);
      }
    }
    return true;
  }

  private void unusable(Events.Unusable what) throws InterruptedException {
    handOn();
    taker.unusable(what);
  }

  private void handOn() throws InterruptedException {
    List<Message> all = List.copyOf(read);
    read.clear();
    for (int i = 0; i < all.size(); i += Burst.MOST) {
      taker.messages(all.subList(i, Math.min(all.size(), i + Burst.MOST)));
    }
  }

  /// Whether an event only brings an id.
  static boolean isEmpty(byte[] data) {
    return data.length < 8
        && EMPTY.matcher(new String(data, StandardCharsets.ISO_8859_1)).matches();
  }
}
