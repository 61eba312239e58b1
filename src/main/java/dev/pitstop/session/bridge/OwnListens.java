package dev.pitstop.session.bridge;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.ListenFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Pitstop's own `subscriptions/listen` at the modern runs of one server. When what is wanted
/// changes, a run is sent a new one, and the cancellation of the old one when the new one is
/// acknowledged: a refused one, for a resource that is unknown for example, does not cost what was
/// agreed to before. What comes on either is heard. Called in turns of the monitor.
public final class OwnListens {
  private static final class Listen {
    final JsonObject wanted;
    final Call call;
    final List<Listen> older; // which it takes the place of, while they are open
    boolean acknowledged;
    boolean cost; // an older one that was acknowledged has ended

    Listen(JsonObject wanted, Call call, List<Listen> older) {
      this.wanted = wanted;
      this.call = call;
      this.older = older;
    }

    boolean is(RequestId sentAs) {
      return call.sentAs().equals(sentAs);
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
    List<Listen> older = new ArrayList<>();
    before.ifPresent(l -> {
      older.addAll(l.older);
      older.add(l);
    });
    older.removeIf(l -> l.call.ended());
    if (wanted.isEmpty()) {
      withdraw(older);
    } else {
      Listen next = new Listen(wanted, at.listen(to, wanted.toString(), end), older);
      next.cost = before.filter(l -> l.cost && !l.acknowledged).isPresent();
      listens.put(to, next);
    }
  }

  private void withdraw(List<Listen> open) {
    open.stream()
        .map(l -> l.call)
        .filter(call -> !call.ended() && !call.cancelled())
        .forEach(call -> at.calls().withdraw(call, ""));
    open.clear();
  }

  /// A run acknowledges a listen.
  public void acknowledged(Run from, Message.Notification n) {
    Optional<RequestId> id = RequestId.in(n.bytes(), ListenFilter.subscription(n));
    newest(from).stream()
        .flatMap(l -> Stream.concat(Stream.of(l), l.older.stream()))
        .filter(l -> id.filter(said -> said.means(l.call.sentAs())).isPresent())
        .toList()
        .forEach(l -> {
          l.acknowledged = true;
          withdraw(l.older);
        });
  }

  private Optional<Listen> newest(Run of) {
    return Optional.ofNullable(listens.get(of));
  }

  /// A run has refused or ended a listen. One that it refused is not sent to it again.
  ///
  /// @param listen its id at the run
  /// @return whether nothing is reported any more that the run had agreed to report
  public boolean ended(Run by, RequestId listen, boolean refused) {
    Optional<Listen> over = newest(by).filter(l -> over(l, listen, refused));
    over.ifPresent(l -> {
      listens.remove(by);
      withdraw(l.older);
    });
    return over.isPresent();
  }

  private static boolean over(Listen newest, RequestId ended, boolean refused) {
    if (newest.is(ended) && (newest.acknowledged || !refused)) {
      return true;
    }
    newest.cost |= newest.older.removeIf(l -> l.is(ended) && l.acknowledged);
    return newest.cost
        && newest.call.ended()
        && newest.older.stream().allMatch(l -> l.call.ended() || l.call.cancelled());
  }

  public void lost(Run gone) {
    listens.remove(gone);
  }
}
