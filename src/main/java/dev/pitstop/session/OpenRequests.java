package dev.pitstop.session;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The requests of the client that have no answer yet. A client must not use an id again that is in
/// flight, but some do: then both requests are here, and whatever becomes of the one, the other is
/// still open (F3). In turns.
final class OpenRequests {
  /// An open request, as far as cancelling needs to know it.
  interface Open {
    void cancel(Message.Notification n, Span requestId);
  }

  /// @param awaited whether its answer is worth waiting for when the client says nothing more
  private record Entry(Object key, boolean awaited, Open open) {}

  private final Map<RequestId, List<Entry>> byId = new HashMap<>(); // no list is empty
  private int awaited;

  boolean isEmpty() {
    return byId.isEmpty();
  }

  /// How many there are whose answers are worth waiting for.
  int awaited() {
    return awaited;
  }

  /// Enters a request.
  ///
  /// @param key what it is taken out by; not the request itself if that is large, as it stays here
  /// @param worthAWait whether its answer is worth waiting for when the client says nothing more
  void add(RequestId id, Object key, boolean worthAWait, Open open) {
    List<Entry> same = byId.get(id);
    if (same == null) {
      same = new ArrayList<>(1);
      byId.put(id, same);
    }
    same.add(new Entry(key, worthAWait, open));
    awaited += worthAWait ? 1 : 0;
  }

  /// Takes out this request, if it is there. By identity: another may look the same.
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

  /// Takes out the newest request with this id.
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
