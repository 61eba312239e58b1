package dev.pitstop.session.front;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Keeps the client's unanswered requests, so that each can be cancelled. Reports when there is
/// none. A client must not reuse an id in flight, but some do. Then both requests are here.
/// Whatever happens to one, the other is still open. Called in turns of the monitor.
public final class Tracker {
  /// An open request. Only the parts that cancel it are kept, because the request itself may be
  /// large.
  ///
  /// @param key the call, or the request
  /// @param awaited whether to wait for its answer at the end of the client's input
  /// @param reply if a server is to answer
  private record Open(
      Object key,
      RequestId id,
      long number,
      boolean awaited,
      Optional<Reply> reply,
      BiConsumer<Message.Notification, Span> how) {}

  // By their calls or requests, of which another may look the same.
  private final IdentityHashMap<Object, Open> open = new IdentityHashMap<>();
  private long number;
  private int awaited;
  private Runnable whenIdle = () -> {};

  /// Runs `task` in the turn in which the last awaited request is answered, or now. Open
  /// subscriptions do not count, as they have no end. Neither does `server/discover`: clients start
  /// a server only to ask that, and leave without reading the answer.
  public void whenIdle(Runnable task) {
    whenIdle = task;
    check();
  }

  /// Enters a request that this server is to answer.
  public void open(Backend at, Call call, Reply reply) {
    BiConsumer<Message.Notification, Span> cancel =
        (n, id) -> {
          at.calls().cancel(call, n, id);
          reply.none();
        };
    boolean awaits = !call.request().method().equals(Methods.DISCOVER);
    open(call, call.request().id(), awaits, Optional.of(reply), cancel);
  }

  /// Enters a request that Pitstop answers itself, but not at once.
  ///
  /// @param cancel takes the client's cancellation, and where its request id is
  public void open(Message.Request r, BiConsumer<Message.Notification, Span> cancel) {
    open(r, r.id(), true, Optional.empty(), cancel);
  }

  private void open(
      Object key,
      RequestId id,
      boolean awaits,
      Optional<Reply> to,
      BiConsumer<Message.Notification, Span> how) {
    open.put(key, new Open(key, id, number++, awaits, to, how));
    awaited += awaits ? 1 : 0;
  }

  /// The reply to this open call of a server, if it is still open.
  public Optional<Reply> reply(Call call) {
    return Optional.ofNullable(open.get(call)).flatMap(Open::reply);
  }

  /// The call, or the request that Pitstop answers, is answered.
  ///
  /// @return whether it was still open
  public boolean over(Object callOrRequest) {
    boolean was = remove(callOrRequest);
    check();
    return was;
  }

  private boolean remove(Object key) {
    Optional<Open> was = Optional.ofNullable(open.remove(key));
    awaited -= was.filter(Open::awaited).isPresent() ? 1 : 0;
    return was.isPresent();
  }

  /// The client cancelled the newest request with this id.
  ///
  /// @return whether there was one
  public boolean cancel(RequestId request, Message.Notification n, Span id) {
    Optional<Open> newest =
        open.values().stream()
            .filter(o -> o.id().equals(request))
            .max(Comparator.comparingLong(Open::number));
    newest.ifPresent(o -> {
      remove(o.key());
      o.how().accept(n, id);
      check();
    });
    return newest.isPresent();
  }

  private void check() {
    if (awaited == 0) {
      whenIdle.run();
    }
  }
}
