package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Meta;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Pitstop's own `subscriptions/listen` at the modern runs of one server: what the client has
/// subscribed to, and all changes of lists. Nothing is lost when that changes: the new listen is
/// acknowledged before the old one is cancelled. Called in turns of the monitor.
public final class OwnListens {
  /// @param before the listen that it replaces, until the run acknowledges it
  private record Listen(Set<String> uris, Call call, boolean acknowledged, Optional<Call> before) {}

  private final Backend at;
  private final Map<Run, Listen> listens = new HashMap<>(); // the newest of each run

  public OwnListens(Backend at) {
    this.at = at;
  }

  /// Tells a modern run which resources the client has subscribed to, if it does not know.
  public void tell(Run to, Set<String> uris) {
    Optional<Listen> now = Optional.ofNullable(listens.get(to));
    if (now.isPresent() && now.get().uris().equals(uris)) {
      return;
    }
    String filter =
        "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true"
            + (uris.isEmpty()
                ? ""
                : uris.stream()
                    .map(Json::quote)
                    .collect(Collectors.joining(",", ",\"resourceSubscriptions\":[", "]")))
            + "}";
    Call call = at.listen(to, filter);
    Optional<Call> before = Optional.empty();
    if (now.isPresent() && now.get().acknowledged()) {
      before = Optional.of(now.get().call());
    } else if (now.isPresent()) { // nothing comes on it yet
      withdraw(now.get().call());
      before = now.get().before();
    }
    listens.put(to, new Listen(Set.copyOf(uris), call, false, before));
  }

  private void withdraw(Call listen) {
    if (!listen.ended()) {
      at.withdraw(listen, "");
    }
  }

  /// A run acknowledges a listen. The one before is no longer needed.
  public void acknowledged(Run from, Message.Notification n) {
    Listen l = listens.get(from);
    if (l != null && isOn(l.call(), n)) {
      l.before().ifPresent(this::withdraw);
      listens.put(from, new Listen(l.uris(), l.call(), true, Optional.empty()));
    }
  }

  /// Whether the run also reports this notification on another listen, whose reports count: the
  /// older one until the newer is acknowledged.
  public boolean toldTwice(Run from, Message.Notification n) {
    Listen l = listens.get(from);
    return l != null && isOnAny(n) && !isOn(l.before().orElse(l.call()), n);
  }

  /// Whether a notification comes on this listen.
  public static boolean isOn(Call listen, Message.Notification n) {
    Span id = subscription(n);
    return (Json.isNumber(n.bytes(), id) || Json.isString(n.bytes(), id))
        && new RequestId(id.text(n.bytes())).normalized().equals(listen.sentAs());
  }

  private static Span subscription(Message.Notification n) {
    return Json.member(n.bytes(), n.param("_meta"), Meta.SUBSCRIPTION_ID);
  }

  /// Whether a notification comes on a listen.
  public static boolean isOnAny(Message.Notification n) {
    return subscription(n).present();
  }

  /// Whether there is one at this run.
  public boolean areAt(Run run) {
    return listens.containsKey(run);
  }

  /// A run is over, and its listens end with it.
  public void lost(Run gone) {
    listens.remove(gone);
  }
}
