package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.Optional;

/// Takes what incarnations say: answers go to the calls that they belong to, once; requests and
/// notifications to the session; lines that are no messages to the stderr ring (L7).
///
/// Called by the incarnations' reader threads, outside a turn; takes a turn for each message. May
/// wait for the client, never for a server.
final class Inbound implements Incarnation.Receiver {
  /// How much may be queued for the client before servers are read no further.
  private static final long CLIENT_BACKLOG = 8L * 1024 * 1024;

  /// How much of a line that is no message is kept.
  private static final int STRAY = 8 * 1024;

  private final Backend backend;
  private final Supervisor supervisor;
  private final Backend.Listener listener;
  private final Monitor monitor;
  private final Outbox client;
  private final Log log;

  Inbound(
      Backend backend,
      Supervisor supervisor,
      Backend.Listener listener,
      Monitor monitor,
      Outbox client,
      Log log) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.listener = listener;
    this.monitor = monitor;
    this.client = client;
    this.log = log;
  }

  @Override
  public void beforeRead() throws InterruptedException {
    monitor.flush(Monitor.By.SERVER_READER);
    client.awaitRoom(CLIENT_BACKLOG);
  }

  @Override
  public void received(Incarnation from, Message message) {
    monitor.turnInBurst(Monitor.By.SERVER_READER, () -> takeSafely(from, message));
  }

  private void takeSafely(Incarnation from, Message message) {
    try {
      take(from, message);
    } catch (RuntimeException e) {
      // a defect of ours must cost one message, not the reader, and with it the server
      log.error("message-lost", "server", backend.name(), "spawn", from.gen(), "why", e.toString());
    }
  }

  private void take(Incarnation from, Message message) {
    if (message instanceof Message.Result r) {
      answered(from, r.id(), r);
    } else if (message instanceof Message.Failure f) {
      f.id()
          .ifPresentOrElse(
              id -> answered(from, id, f),
              () -> backend.note("dropped an error without an id: nobody knows what it answers"));
    } else if (message instanceof Message.Request r) {
      listener.serverRequest(from, r);
    } else if (message instanceof Message.Notification n) {
      listener.serverNotification(from, n);
    } else {
      throw new IllegalStateException("readers hand over single messages only");
    }
  }

  private void answered(Incarnation from, RequestId id, Message.Response message) {
    Optional<Call> found = from.answered(id);
    if (found.isEmpty()) {
      log.warn("unsolicited", "server", backend.name(), "spawn", from.gen(), "id", id.lexeme());
      return;
    }
    Call call = found.get();
    if (!call.cancelled()) {
      call.end(new Call.Ending.Answered(from, message));
    }
    firstAnswer(from, call, message);
    supervisor.incarnations().stopIfIdle(from);
  }

  /// An early call was answered: the server lives.
  private void firstAnswer(Incarnation from, Call call, Message.Response message) {
    if (from.greeting != Incarnation.Greeting.NONE) {
      return;
    }
    from.greeting = Incarnation.Greeting.DONE;
    if (call.request().method().equals(Methods.DISCOVER) && message instanceof Message.Result r) {
      from.capabilities = Handshake.capabilities(r);
    }
    supervisor.ready(from);
  }

  @Override
  public void tooLong(Incarnation from, Line.TooLong line) {
    Head head = Head.of(line.head(), line.tail());
    String size = Words.bytes(line.length());
    monitor.turn(
        Monitor.By.SERVER_READER,
        () -> {
          backend.note("withheld a message of " + size + ": over the limit");
          if (head.kind() == Head.Kind.REQUEST) {
            head.id().ifPresent(id -> refuse(from, id, size));
          } else {
            unusable(from, head.id(), Texts.tooLong(backend, line.length()));
          }
        });
  }

  private void refuse(Incarnation from, RequestId id, String size) {
    String text = "The message has " + size + ", over the limit of Pitstop (--max-message).";
    backend.tell(from, Messages.error(id, Message.Problem.INVALID_REQUEST.code(), text));
  }

  /// An answer that cannot be passed on ends its call all the same (F3).
  private void unusable(Incarnation from, Optional<RequestId> id, String text) {
    Optional<Call> call = id.flatMap(from::answered);
    if (call.isPresent() && !call.get().cancelled()) {
      call.get().end(new Call.Ending.Failed(text));
    }
    supervisor.incarnations().stopIfIdle(from);
  }

  @Override
  public void malformed(Incarnation from, Message.Malformed m, boolean whole) {
    String line = new Span(0, Math.min(m.bytes().length, STRAY)).text(m.bytes());
    stray(
        from,
        m.bytes().length > STRAY ? line + " … (" + Words.bytes(m.bytes().length) + ")" : line);
    Head head = m.head();
    boolean answer = head.kind() == Head.Kind.RESPONSE || head.kind() == Head.Kind.BARE;
    if (whole && answer && head.id().isPresent()) {
      monitor.turn(
          Monitor.By.SERVER_READER,
          () -> unusable(from, head.id(), Texts.malformed(backend, m.detail(), line)));
    }
  }

  @Override
  public void stray(Incarnation from, String line) {
    backend.ring().append(from.gen(), StderrRing.Kind.STRAY_STDOUT, line);
    log.copy("[" + backend.name() + " stdout] ", line);
  }

  @Override
  public void outputEnded(Incarnation from) {
    monitor.turn(Monitor.By.SERVER_READER, () -> supervisor.incarnations().outputEnded(from));
  }
}
