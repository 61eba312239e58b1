package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The requests that a peer has received and not answered, by the ids under which the peer knows
/// them.
///
/// The id is the sender's own wherever possible, so that messages stay unchanged byte for byte. An
/// alias replaces an id that is already in use (two senders, or a sender that reuses the id of a
/// cancelled request) or that a JSON library may echo in another spelling (1.0, 1e3, above 2^53).
///
/// Not thread-safe: guarded by the monitor of its owner.
public final class CallTable<C> {
  private final FreshIds ids;
  private final Map<RequestId, C> calls = new LinkedHashMap<>();

  public CallTable(FreshIds ids) {
    this.ids = ids;
  }

  /// Adds a call.
  ///
  /// @return the id to send it under: `wanted`, or an alias
  public RequestId add(RequestId wanted, C call) {
    RequestId id = wanted.canonical() && !calls.containsKey(wanted) ? wanted : fresh();
    calls.put(id, call);
    return id;
  }

  /// An id that is not in use in this table.
  public RequestId fresh() {
    RequestId id = ids.next();
    while (calls.containsKey(id)) {
      id = ids.next();
    }
    return id;
  }

  /// Removes and returns the call with this id, however the peer spells it ({@link
  /// RequestId#keyIn}).
  public Optional<C> take(RequestId id) {
    return Optional.ofNullable(calls.remove(id.keyIn(calls)));
  }

  /// The call with this id, likewise.
  public Optional<C> find(RequestId id) {
    return Optional.ofNullable(calls.get(id.keyIn(calls)));
  }

  /// All calls, in the order in which they were added.
  public List<C> all() {
    return new ArrayList<>(calls.values());
  }

  /// Removes and returns all calls, in the order in which they were added.
  public List<C> drain() {
    List<C> all = all();
    calls.clear();
    return all;
  }
}
