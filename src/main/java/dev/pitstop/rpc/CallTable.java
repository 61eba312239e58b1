package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The requests that a peer has been sent and has not answered, by the id under which it knows
/// them.
///
/// The id is the asker's own wherever it can be, so that messages stay byte for byte what they
/// were. An alias is given where that id is in use already (two askers, or an asker that reuses the
/// id of a cancelled request), or where a JSON library may echo it in another spelling (1.0, 1e3,
/// above 2^53).
///
/// Not thread-safe: guarded by the monitor of its owner.
public final class CallTable<C> {
  private final FreshIds ids;
  private final Map<RequestId, C> calls = new LinkedHashMap<>();

  /// @param ids makes aliases
  public CallTable(FreshIds ids) {
    this.ids = ids;
  }

  /// Enters a call.
  ///
  /// @return the id under which it is to be sent: `wanted`, or an alias
  public RequestId add(RequestId wanted, C call) {
    RequestId id = wanted.canonical() && !calls.containsKey(wanted) ? wanted : fresh();
    calls.put(id, call);
    return id;
  }

  /// An id that is not in use here.
  public RequestId fresh() {
    RequestId id = ids.next();
    while (calls.containsKey(id)) {
      id = ids.next();
    }
    return id;
  }

  /// The call with this id, which is entered no more. A peer's own spelling of the id counts too:
  /// all that are entered are canonical.
  public Optional<C> take(RequestId id) {
    C call = calls.remove(id);
    return Optional.ofNullable(call == null ? calls.remove(id.normalized()) : call);
  }

  public Optional<C> find(RequestId id) {
    return Optional.ofNullable(calls.get(id));
  }

  public int size() {
    return calls.size();
  }

  /// All calls in the order in which they were entered.
  public List<C> all() {
    return new ArrayList<>(calls.values());
  }

  /// Takes all calls, in the order in which they were entered.
  public List<C> drain() {
    List<C> all = all();
    calls.clear();
    return all;
  }
}
