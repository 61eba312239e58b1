package dev.pitstop.session.front;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps the client's unanswered requests, so that each can be cancelled. Reports when there is
/// none. A client must not reuse an id in flight, but some do. Then both requests are here.
/// Whatever happens to one, the other is still open. Called in turns of the monitor.
public final class Tracker {
  /// Cancels a request that Pitstop answers itself.
  public interface Cancel {
    public void cancel(Message.Notification n, Span requestId);
  }

  /// An open request. Only the parts that cancel it are kept, because the request itself may be
  /// large.
  private interface Open {
    /// The object by which the request is removed.
    Object key();

    /// Whether to wait for its answer at the end of the client's input.
    boolean awaited();

    void cancel(Message.Notification n, Span requestId);
  }

  /// A request that a server is to answer.
  private record AtServer(Backend at, Call call, Reply reply) implements Open {
    @Override
    public Object key() {
      return call;
    }

    @Override
    public boolean awaited() {
      return !call.request().method().equals(Methods.DISCOVER);
    }

    @Override
    public void cancel(Message.Notification n, Span id) {
      at.cancel(call, n, id);
      reply.none();
    }
  }

  /// A request that Pitstop answers itself.
  private record Own(Message.Request key, Cancel how) implements Open {
    @Override
    public boolean awaited() {
      return true;
    }

    @Override
    public void cancel(Message.Notification n, Span id) {
      how.cancel(n, id);
    }
  }

  private final Map<RequestId, List<Open>> open = new HashMap<>(); // no list is empty
  private int awaited;
  private Runnable whenIdle = () -> {};
  private final List<Runnable> whenAnswered = new ArrayList<>();

  /// Runs `task` in the turn in which the last awaited request is answered, or now. Open
  /// subscriptions do not count, as they have no end. Neither does `server/discover`: clients start
  /// a server only to ask that, and leave without reading the answer.
  public void whenIdle(Runnable task) {
    whenIdle = task;
    check();
  }

  /// Runs `task` in the turn in which no request is open any more, or now.
  public void whenAnswered(Runnable task) {
    whenAnswered.add(task);
    check();
  }

  /// Enters a request that this server is to answer.
  public void open(Backend at, Call call, Reply reply) {
    open(call.request().id(), new AtServer(at, call, reply));
  }

  /// Enters a request that Pitstop answers itself, but not at once.
  public void open(Message.Request r, Cancel cancel) {
    open(r.id(), new Own(r, cancel));
  }

  private void open(RequestId id, Open one) {
    List<Open> same = open.get(id);
    if (same == null) {
      same = new ArrayList<>(1);
      open.put(id, same);
    }
    same.add(one);
    awaited += one.awaited() ? 1 : 0;
  }

  /// The reply to this open call of a server, if it is still open.
  public Optional<Reply> reply(Call call) {
    return open.getOrDefault(call.request().id(), List.of()).stream()
        .filter(o -> o instanceof AtServer a && a.call().equals(call))
        .map(o -> ((AtServer) o).reply())
        .findFirst();
  }

  /// The call is answered.
  public void over(Call call) {
    remove(call.request().id(), call);
    check();
  }

  /// A request that Pitstop answers is answered.
  ///
  /// @return whether it was still open
  public boolean over(Message.Request r) {
    boolean open = remove(r.id(), r);
    check();
    return open;
  }

  /// A reply that also closes the call. It sends nothing if the client has cancelled the call.
  public Reply over(Call call, Reply reply) {
    return response -> {
      if (remove(call.request().id(), call)) {
        check();
        reply.send(response);
      }
    };
  }

  /// Removes this request. Compares by identity, because another may look the same.
  ///
  /// @return whether it was there
  @SuppressWarnings("ReferenceEquality")
  private boolean remove(RequestId id, Object key) {
    List<Open> same = open.getOrDefault(id, List.of());
    boolean found = false;
    for (int i = 0; i < same.size(); i++) {
      if (same.get(i).key() == key) {
        awaited -= same.remove(i).awaited() ? 1 : 0;
        found = true;
        break;
      }
    }
    if (same.isEmpty()) {
      open.remove(id);
    }
    return found;
  }

  /// The client cancelled the newest request with this id.
  ///
  /// @return whether there was one
  public boolean cancel(RequestId request, Message.Notification n, Span id) {
    List<Open> same = open.getOrDefault(request, List.of());
    if (same.isEmpty()) {
      return false;
    }
    Open newest = same.getLast();
    remove(request, newest.key());
    newest.cancel(n, id);
    check();
    return true;
  }

  private void check() {
    if (awaited == 0) {
      whenIdle.run();
    }
    if (open.isEmpty() && !whenAnswered.isEmpty()) {
      List<Runnable> all = List.copyOf(whenAnswered);
      whenAnswered.clear();
      all.forEach(Runnable::run);
    }
  }
}
