package dev.pitstop.session;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Route;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// Reads the client's messages and routes them, one turn for each burst. Invalid messages are
/// answered as JSON-RPC 2.0 section 5.1 requires.
final class ClientReader {
  /// How much may be queued for the client before Pitstop stops reading it.
  private static final long CLIENT_BACKLOG = 64L * 1024 * 1024;

  private final Wiring wiring;
  private final int maxMessage;
  private final Route router;
  private final Reply toClient;
  private final Burst burst = new Burst(this::take);
  private boolean answered; // the message that is being routed; in turns

  /// The client no longer reads, so nothing that it writes matters any more. Set by writers to it.
  volatile boolean gone;

  ClientReader(Wiring wiring, int maxMessage, Route router) {
    this.wiring = wiring;
    this.toClient =
        response -> {
          answered = true;
          wiring.client().send(response);
        };
    this.maxMessage = maxMessage;
    this.router = router;
  }

  void read(InputStream stdin) throws IOException, InterruptedException {
    LineReader<InterruptedException> lines = new LineReader<>(stdin, maxMessage, this::beforeRead);
    boolean open = true;
    while (open && !gone) {
      open = read(lines.next());
    }
  }

  private void beforeRead() throws InterruptedException {
    burst.end();
    wiring.client().awaitRoom(CLIENT_BACKLOG);
  }

  private boolean read(Line line) {
    if (line instanceof Line.Text t) {
      burst.add(Codec.parse(t.bytes()));
      return true;
    }
    burst.end(); // earlier messages come first
    if (line instanceof Line.TooLong t) {
      wiring.monitor().turn(() -> tooLong(t));
    }
    return !(line instanceof Line.End);
  }

  private void take(List<Message> messages) {
    wiring.monitor().turn(() -> messages.forEach(this::routeSafely));
  }

  /// Routes a message. A bug in Pitstop, or a lack of memory, must not end the session. It costs
  /// this message, and the next is read.
  private void routeSafely(Message m) {
    answered = false;
    try {
      route(m);
    } catch (RuntimeException | Error e) {
      wiring.log().error("routing-failed", "why", e.toString());
      if (m instanceof Message.Request r && !answered) {
        toClient.send(
            Messages.error(r.id(), Messages.INTERNAL_ERROR, Words.MARK + "internal error: " + e));
      }
    }
  }

  private void route(Message m) {
    if (m instanceof Message.Request r) {
      router.request(r, toClient);
    } else if (m instanceof Message.Notification n) {
      router.notification(n);
    } else if (m instanceof Message.Result r) {
      wiring.serverRequests().answer(r.id(), r);
    } else if (m instanceof Message.Failure f) {
      f.id().ifPresent(id -> wiring.serverRequests().answer(id, f));
    } else if (m instanceof Message.Malformed x) {
      malformed(x);
    }
  }

  private void malformed(Message.Malformed x) {
    if (x.head().kind() == Head.Kind.RESPONSE) {
      x.head().id().ifPresent(id -> wiring.serverRequests().refuse(id, x.detail()));
    } else {
      toClient.send(Messages.error(x.id().orElse(RequestId.UNKNOWN), x.code(), x.detail()));
    }
  }

  private void tooLong(Line.TooLong t) {
    String text =
        Words.fill(
            "The message has {} bytes; the limit is {} (--set maxMessage).",
            t.length(),
            maxMessage);
    Head head = Head.of(t.head(), t.tail());
    switch (head.kind()) {
      case REQUEST, BARE, UNKNOWN -> {
        RequestId id = head.id().orElse(RequestId.UNKNOWN);
        toClient.send(Messages.error(id, Message.INVALID_REQUEST, text));
      }
      case RESPONSE -> head.id().ifPresent(id -> wiring.serverRequests().refuse(id, text));
      case NOTIFICATION -> wiring.log().warn("notification-dropped", "why", text);
    }
  }
}
