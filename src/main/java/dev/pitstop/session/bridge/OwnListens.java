package dev.pitstop.session.bridge;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.ListenFilter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Pitstop's own `subscriptions/listen` at the modern runs of one server. When what is wanted
/// changes, a run is sent a new one first, and then the cancellation of the old one. What comes on
/// either is heard. Called in turns of the monitor.
public final class OwnListens {
  private static final class Listen {
    final JsonObject wanted;
    final Call call;
    boolean acknowledged;

    Listen(JsonObject wanted, Call call) {
      this.wanted = wanted;
      this.call = call;
    }
  }

  private final Backend at;
  private final Map<Run, Listen> listens = new HashMap<>(); // the newest of each

  public OwnListens(Backend at) {
    this.at = at;
  }

  /// Tells a modern run what is wanted of it, if it does not know.
  ///
  /// @param wanted the filter of a listen; an empty one if nothing is wanted
  public void tell(Run to, JsonObject wanted, Call.Ender end) {
    Optional<Listen> before = newest(to);
    if (before.map(l -> l.wanted).orElseGet(JsonObject::new).equals(wanted)) {
      return;
    }
    listens.remove(to);
    if (!wanted.isEmpty()) {
      listens.put(to, new Listen(wanted, at.listen(to, wanted.toString(), end)));
    }
    before
        .map(l -> l.call)
        .filter(call -> !call.ended() && !call.cancelled())
        .ifPresent(call -> at.calls().withdraw(call, ""));
  }

  /// A run acknowledges a listen.
  public void acknowledged(Run from, Message.Notification n) {
    Optional<RequestId> id = RequestId.in(n.bytes(), ListenFilter.subscription(n));
    newest(from)
        .filter(l -> id.filter(said -> said.means(l.call.sentAs())).isPresent())
        .ifPresent(l -> l.acknowledged = true);
  }

  private Optional<Listen> newest(Run of) {
    return Optional.ofNullable(listens.get(of));
  }

  /// A run has refused or ended a listen. One that it refused is not sent to it again.
  ///
  /// @param listen its id at the run
  /// @return whether nothing is reported any more that the run had agreed to report
  public boolean ended(Run by, RequestId listen, boolean refused) {
    boolean over =
        newest(by)
            .filter(l -> l.call.sentAs().equals(listen) && (!refused || l.acknowledged))
            .isPresent();
    if (over) {
      listens.remove(by);
    }
    return over;
  }

  public void lost(Run gone) {
    listens.remove(gone);
  }
}
