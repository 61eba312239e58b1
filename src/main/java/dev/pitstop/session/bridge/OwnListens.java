package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.front.ListenFilter;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Pitstop's own `subscriptions/listen` at the modern runs of one server: what the client has
/// subscribed to, and all changes of lists. Nothing is lost when that changes: a listen is
/// cancelled when a newer one is acknowledged. Called in turns of the monitor.
public final class OwnListens {
  /// Those at one run, until a newer one is acknowledged. What comes on the first of them counts:
  /// the run has acknowledged it, or none. The last has what the client wants; those between are
  /// cancelled, but the run may have acknowledged them before it heard of that.
  private static final class Listens {
    final ArrayDeque<Call> calls = new ArrayDeque<>();
    Set<String> uris = Set.of();
  }

  private final Backend at;
  private final Map<Run, Listens> listens = new HashMap<>();

  public OwnListens(Backend at) {
    this.at = at;
  }

  /// Tells a modern run which resources the client has subscribed to, if it does not know.
  public void tell(Run to, Set<String> uris) {
    Listens here = listens.computeIfAbsent(to, x -> new Listens());
    if (!here.calls.isEmpty() && here.uris.equals(uris)) {
      return;
    }
    Set<Kind> lists = EnumSet.of(Kind.TOOLS, Kind.PROMPTS, Kind.RESOURCES);
    Call newest = at.listen(to, "{" + ListenFilter.members(lists, uris) + "}");
    if (here.calls.size() > 1) {
      withdraw(here.calls.getLast());
    }
    here.calls.add(newest);
    here.uris = Set.copyOf(uris);
  }

  private void withdraw(Call listen) {
    if (!listen.ended() && !listen.cancelled()) {
      at.withdraw(listen, "");
    }
  }

  /// A run acknowledges a listen. Those before it are no longer needed.
  public void acknowledged(Run from, Message.Notification n) {
    Listens here = listens.get(from);
    if (here != null && here.calls.stream().anyMatch(c -> isOn(c, n))) {
      while (!isOn(here.calls.getFirst(), n)) {
        withdraw(here.calls.removeFirst());
      }
    }
  }

  /// Whether the run also reports this notification on another listen, whose reports count.
  public boolean toldTwice(Run from, Message.Notification n) {
    Listens here = listens.get(from);
    return here != null
        && ListenFilter.subscription(n).present()
        && !isOn(here.calls.getFirst(), n);
  }

  /// Whether a notification comes on this listen.
  private static boolean isOn(Call listen, Message.Notification n) {
    Span id = ListenFilter.subscription(n);
    return (Json.isNumber(n.bytes(), id) || Json.isString(n.bytes(), id))
        && new RequestId(id.text(n.bytes())).means(listen.sentAs());
  }

  /// A run is over, and its listens end with it.
  public void lost(Run gone) {
    listens.remove(gone);
  }
}
