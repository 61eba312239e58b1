package dev.pitstop.backend;

import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The calls that a run was given and has not answered, and the memory they take. A cancelled call
/// keeps only its place, since its answer may still come. Called in turns of the monitor.
final class InFlight {
  /// Roughly what a call takes besides its bytes: small calls that are never answered count too.
  static final int OVERHEAD = 256;

  /// From this size on it pays to check whether a call's bytes can be freed.
  private static final int LARGE = 16 * 1024;

  /// A server that obeys the specification never answers a cancelled request: the oldest are
  /// forgotten.
  private static final int TOMBSTONES = 1_000;

  private final CallTable<Call> calls;

  /// By progress token, newest last: a client may use one twice. No list is empty.
  private final Map<String, List<Call>> tokens = new HashMap<>();

  private final ArrayDeque<Call> cancelled = new ArrayDeque<>(); // may contain some that are over

  /// Calls in flight whose bytes are kept and large. A call equals only itself.
  private final Set<Call> large = new LinkedHashSet<>();

  private long bytes;

  InFlight(FreshIds ids) {
    this.calls = new CallTable<>(ids);
  }

  /// Enters a call.
  ///
  /// @return the id under which it is to be sent
  RequestId enter(RequestId wanted, Call call) {
    return calls.add(wanted, call);
  }

  /// An id that is not in use here.
  RequestId fresh() {
    return calls.fresh();
  }

  Optional<Call> find(RequestId id) {
    return calls.find(id);
  }

  /// All calls in the order in which they were given.
  List<Call> all() {
    return calls.all();
  }

  /// How many bytes its calls keep, at most: see {@link #giveUp}.
  long bytes() {
    return bytes;
  }

  /// A call has been sent.
  void sent(Call call) {
    bytes += call.size();
    if (call.size() > LARGE) {
      large.add(call);
    }
    Span token = call.facts().progressToken();
    if (token.present()) {
      String lexeme = token.text(call.request().bytes());
      call.token(lexeme);
      tokens.computeIfAbsent(canonical(lexeme), t -> new ArrayList<>(1)).add(call);
    }
  }

  /// The newest call in flight that issued this progress token.
  Optional<Call> byToken(String lexeme) {
    if (!isToken(lexeme)) {
      return Optional.empty();
    }
    List<Call> issued = tokens.getOrDefault(canonical(lexeme), List.of());
    return issued.isEmpty() ? Optional.empty() : Optional.of(issued.getLast());
  }

  /// Whether it is a string or a number (`ProgressToken`): servers send anything.
  private static boolean isToken(String lexeme) {
    char first = lexeme.charAt(0);
    return first == '"' || first == '-' || (first >= '0' && first <= '9');
  }

  /// A token in the table's spelling, whatever the server's is: a string or number, like an id.
  private static String canonical(String lexeme) {
    return new RequestId(lexeme).normalized().lexeme();
  }

  /// Takes the call that a response belongs to: the first response only (F3).
  Optional<Call> answered(RequestId id) {
    Optional<Call> call = calls.take(id);
    if (call.isPresent()) {
      bytes -= call.get().size();
      if (call.get().size() > LARGE) {
        large.remove(call.get());
      }
      forgetToken(call.get());
    }
    return call;
  }

  /// The call's answer is no longer wanted.
  void cancelled(Call call) {
    lighten(call);
    large.remove(call);
    forgetToken(call);
    cancelled.add(call);
    if (cancelled.size() > TOMBSTONES) {
      forget(cancelled.remove());
    }
  }

  /// How many calls {@link #giveUp} checks.
  int large() {
    return large.size();
  }

  private void lighten(Call call) {
    bytes -= call.size();
    call.giveUpBytes();
    bytes += call.size();
  }

  private void forget(Call old) {
    if (calls.find(old.sentAs()).filter(old::equals).isPresent()) {
      answered(old.sentAs());
    }
  }

  private void forgetToken(Call c) {
    if (!c.token().isEmpty()) {
      String token = canonical(c.token());
      List<Call> issued = tokens.get(token);
      if (issued != null && issued.remove(c) && issued.isEmpty()) {
        tokens.remove(token);
      }
    }
  }

  /// Frees the bytes of large calls that have begun to leave and that `expendable` says are never
  /// sent again.
  ///
  /// @return how many bytes of `bytes()` also wait for the server to read them
  long giveUp(Predicate<Call> left, Predicate<Call> expendable) {
    long queued = 0;
    for (Iterator<Call> i = large.iterator(); i.hasNext(); ) {
      Call c = i.next();
      if (!left.test(c)) {
        queued += c.sent().length(); // the same bytes that the call keeps
      } else if (expendable.test(c)) {
        lighten(c);
        i.remove();
      }
    }
    return queued;
  }

  /// Whether it has no call whose answer somebody waits for; listens do not count.
  boolean idle() {
    for (Call c : calls.all()) {
      if (!c.mayBeDropped()) {
        return false;
      }
    }
    return true;
  }

  /// How many calls of the client there are, without listens.
  int requests() {
    int n = 0;
    for (Call c : calls.all()) {
      n += c.kind() == Call.Kind.REQUEST && !c.cancelled() ? 1 : 0;
    }
    return n;
  }

  /// Takes all calls out.
  List<Call> drain() {
    tokens.clear();
    large.clear();
    cancelled.clear();
    bytes = 0;
    return calls.drain();
  }
}
