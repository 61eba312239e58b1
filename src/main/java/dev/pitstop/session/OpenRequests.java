package dev.pitstop.session;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The client's requests without an answer. A client must not reuse an id in flight, but some do:
/// then both requests are here, and whatever happens to one, the other is still open (F3). Called
/// in turns of the monitor.
final class OpenRequests {
  /// An open request, as far as cancelling needs it.
  interface Open {
    void cancel(Message.Notification n, Span requestId);
  }

  /// @param awaited whether to wait for its answer at the end of the client's input
  private record Entry(Object key, boolean awaited, Open open) {}

  private final Map<RequestId, List<Entry>> byId = new HashMap<>(); // no list is empty
  private int awaited;

  boolean isEmpty() {
    return byId.isEmpty();
  }

  /// How many there are whose answers are awaited at the end.
  int awaited() {
    return awaited;
  }

  /// Enters a request.
  ///
  /// @param key by which it is removed; not the request itself if that is large, as it is kept here
  /// @param worthAWait whether to wait for its answer at the end of the client's input
  void add(RequestId id, Object key, boolean worthAWait, Open open) {
    List<Entry> same = byId.get(id);
    if (same == null) {
      same = new ArrayList<>(1);
      byId.put(id, same);
    }
    same.add(new Entry(key, worthAWait, open));
    awaited += worthAWait ? 1 : 0;
  }

  /// Removes this request, if it is there. By identity: another may look the same.
  @SuppressWarnings("ReferenceEquality")
  void remove(RequestId id, Object key) {
    List<Entry> same = byId.getOrDefault(id, List.of());
    for (int i = 0; i < same.size(); i++) {
      if (same.get(i).key() == key) {
        awaited -= same.remove(i).awaited() ? 1 : 0;
        break;
      }
    }
    if (same.isEmpty()) {
      byId.remove(id);
    }
  }

  /// Takes the newest request with this id.
  Optional<Open> takeNewest(RequestId id) {
    List<Entry> same = byId.getOrDefault(id, List.of());
    if (same.isEmpty()) {
      return Optional.empty();
    }
    Entry newest = same.getLast();
    remove(id, newest.key());
    return Optional.of(newest.open());
  }
}
