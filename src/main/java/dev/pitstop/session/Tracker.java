package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Keeps the client's requests without an answer, so that each can be cancelled, and reports when
/// there is none. Called in turns of the monitor.
final class Tracker {
  private final OpenRequests open = new OpenRequests();
  private Runnable whenIdle = () -> {};
  private final List<Runnable> whenAnswered = new ArrayList<>();

  /// Runs `task` in the turn in which the last awaited request is answered, or now. Open
  /// subscriptions do not count, as they have no end. Neither does `server/discover`: clients start
  /// a server only to ask that, and leave without reading the answer (F6a).
  void whenIdle(Runnable task) {
    whenIdle = task;
    check();
  }

  /// Runs `task` in the turn in which no request is open any more, or now.
  void whenAnswered(Runnable task) {
    whenAnswered.add(task);
    check();
  }

  /// Enters a request that this server is to answer.
  void open(Backend at, Call call, Reply reply) {
    boolean worthAWait = !call.request().method().equals(Methods.DISCOVER);
    open.add(call.request().id(), call, worthAWait, new AtServer(at, call, reply));
  }

  /// Cancels at the server. No lambda: see [Monitor].
  private record AtServer(Backend at, Call call, Reply reply) implements OpenRequests.Open {
    @Override
    public void cancel(Message.Notification n, Span id) {
      at.cancel(call, n, id);
      reply.none();
    }
  }

  /// Enters a request that Pitstop answers itself, but not at once.
  void open(Message.Request r, OpenRequests.Open cancel) {
    open.add(r.id(), r, true, cancel);
  }

  /// It is answered.
  void over(Call call) {
    over(call.request().id(), call);
  }

  /// The same for a request that Pitstop answers.
  void over(Message.Request r) {
    over(r.id(), r);
  }

  private void over(RequestId id, Object key) {
    open.remove(id, key);
    check();
  }

  /// A reply that also closes the call.
  Reply over(Call call, Reply reply) {
    return response -> {
      over(call);
      reply.send(response);
    };
  }

  /// The client cancelled this request.
  ///
  /// @return whether it was open
  boolean cancel(RequestId request, Message.Notification n, Span id) {
    Optional<OpenRequests.Open> found = open.takeNewest(request);
    if (found.isPresent()) {
      found.get().cancel(n, id);
      check();
    }
    return found.isPresent();
  }

  private void check() {
    if (open.awaited() == 0) {
      whenIdle.run();
    }
    if (open.isEmpty() && !whenAnswered.isEmpty()) {
      List<Runnable> all = List.copyOf(whenAnswered);
      whenAnswered.clear();
      all.forEach(Runnable::run);
    }
  }
}
