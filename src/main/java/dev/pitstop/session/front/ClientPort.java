package dev.pitstop.session.front;

import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;
import java.util.Optional;
import java.util.function.Supplier;

/// The way out to one client, and what records what goes in and out. Messages are sent in turns and
/// leave after the turn.
public final class ClientPort {
  private final Monitor monitor;
  private final Outbox outbox;

  // In turns.
  private Optional<Recorder> recorder = Optional.empty();
  private Optional<Supplier<Recorder>> begins = Optional.empty(); // makes the recorder
  private Runnable whenSent = () -> {};
  private boolean sent;

  public ClientPort(Monitor monitor, Outbox outbox) {
    this.monitor = monitor;
    this.outbox = outbox;
  }

  /// Records this session, not before it has sent its first message: until then, nothing may slow
  /// the start. Call it before the session runs.
  ///
  /// @param begin makes the recorder, in a turn
  /// @param whenSent runs in the turn of the first message, which it must not slow
  public void record(Supplier<Recorder> begin, Runnable whenSent) {
    begins = Optional.of(begin);
    this.whenSent = whenSent;
  }

  public Optional<Recorder> recorder() {
    return recorder;
  }

  /// The session is recorded from now on, unless it is not to be recorded at all.
  public void beginRecording() {
    if (recorder.isEmpty() && begins.isPresent()) {
      recorder = Optional.of(begins.get().get());
    }
  }

  /// Records a request. Its response must go through the reply that this returns. Requests before
  /// the first answer belong to the start and are left out, except for calls of tools.
  public Reply recorded(Message.Request r, RequestFacts f, Reply reply) {
    if (recorder.isEmpty() && (sent || r.method().equals(Methods.TOOLS_CALL))) {
      beginRecording();
    }
    return recorder.isPresent() ? recorder.get().began(r, f, reply) : reply;
  }

  public void send(Outgoing message) {
    if (!sent) {
      sent = true;
      whenSent.run();
    }
    monitor.offer(outbox, message);
  }

  public void send(byte[] message) {
    send(Outgoing.of(message));
  }

  /// Waits while more than this many bytes are queued for the client of what is queued now. Do not
  /// call it in a turn.
  public void awaitRoom(long bytes) throws InterruptedException {
    outbox.awaitRoom(bytes);
  }
}
