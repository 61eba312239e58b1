package dev.pitstop.session.bridge;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.ListenFilter;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Pitstop's own `subscriptions/listen` at the modern runs of one server. Nothing is lost when what
/// is wanted changes: a listen is cancelled when a newer one is acknowledged. Called in turns of
/// the monitor.
public final class OwnListens {
  /// Those at one run, until a newer one is acknowledged. What comes on the first of them counts:
  /// the run has acknowledged it, or none. The last has what is wanted; those between are
  /// cancelled, but the run may have acknowledged them before it heard of that.
  private static final class Listens {
    final ArrayDeque<Call> calls = new ArrayDeque<>();
    JsonObject wanted = new JsonObject();
    boolean awaited; // the last is neither acknowledged nor refused
  }

  private final Backend at;
  private final Map<Run, Listens> listens = new HashMap<>();

  public OwnListens(Backend at) {
    this.at = at;
  }

  /// Tells a modern run what is wanted of it, if it does not know.
  ///
  /// @param wanted the filter of a listen; an empty one if nothing is wanted
  public void tell(Run to, JsonObject wanted, Call.Ender end) {
    Listens here = listens.getOrDefault(to, new Listens());
    if (here.wanted.equals(wanted)) {
      return;
    }
    if (wanted.isEmpty()) {
      here.calls.forEach(this::withdraw);
      listens.remove(to);
      return;
    }
    listens.put(to, here);
    here.wanted = wanted;
    here.awaited = true;
    Call newest = at.listen(to, wanted.toString(), end);
    if (here.calls.size() > 1) {
      withdraw(here.calls.getLast());
    }
    here.calls.add(newest);
  }

  private void withdraw(Call listen) {
    if (!listen.ended() && !listen.cancelled()) {
      at.calls().withdraw(listen, "");
    }
  }

  /// A run acknowledges a listen. Those before it are no longer needed.
  public void acknowledged(Run from, Message.Notification n) {
    Listens here = listens.get(from);
    if (here != null && here.calls.stream().anyMatch(c -> isOn(c, n))) {
      while (!isOn(here.calls.getFirst(), n)) {
        withdraw(here.calls.removeFirst());
      }
      here.awaited &= here.calls.size() > 1;
    }
  }

  /// A run has refused or ended a listen.
  ///
  /// @param listen its id at the run
  /// @return whether nothing is reported any more that the run had agreed to report
  public boolean ended(Run by, RequestId listen, boolean refused) {
    Listens here = listens.get(by);
    if (here == null || !here.calls.getLast().sentAs().equals(listen)) {
      return false;
    }
    if (refused && here.awaited) {
      here.awaited = false;
      return false;
    }
    listens.remove(by);
    return true;
  }

  /// Whether the run also reports this notification on another listen, whose reports count.
  public boolean toldTwice(Run from, Message.Notification n) {
    Listens here = listens.get(from);
    return here != null
        && ListenFilter.subscription(n).present()
        && !isOn(here.calls.getFirst(), n);
  }

  private static boolean isOn(Call listen, Message.Notification n) {
    Optional<RequestId> id = RequestId.in(n.bytes(), ListenFilter.subscription(n));
    return id.filter(said -> said.means(listen.sentAs())).isPresent();
  }

  public void lost(Run gone) {
    listens.remove(gone);
  }
}
