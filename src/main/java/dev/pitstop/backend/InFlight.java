package dev.pitstop.backend;

import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The calls that an incarnation has been given and has not answered, and how much memory they
/// take. A cancelled one keeps its place, since its answer may still come, but nothing else. In
/// turns.
final class InFlight {
  /// What a call takes besides its bytes, about: small ones that are never answered count too.
  static final int OVERHEAD = 256;

  /// From here on it pays to look whether a call's bytes can be given up.
  private static final int LARGE = 16 * 1024;

  /// A server that obeys the specification never answers a cancelled request: older ones are
  /// forgotten.
  private static final int TOMBSTONES = 1_000;

  private final CallTable<Call> calls;
  private final Map<String, Call> tokens = new HashMap<>();
  private final ArrayDeque<Call> cancelled = new ArrayDeque<>(); // may contain some that are over

  /// Those in flight whose bytes are kept and many. A call is equal to itself only.
  private final Set<Call> large = new LinkedHashSet<>();

  private long bytes;

  InFlight(String aliasPrefix) {
    this.calls = new CallTable<>(aliasPrefix);
  }

  CallTable<Call> calls() {
    return calls;
  }

  /// Bytes that its calls keep, an upper bound: see {@link #giveUp}.
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
      tokens.put(canonical(lexeme), call);
    }
  }

  /// The call in flight that issued this progress token.
  Optional<Call> byToken(String lexeme) {
    return Optional.ofNullable(tokens.get(canonical(lexeme))).filter(c -> !c.cancelled());
  }

  /// A token as the table knows it, however the server spells it: a string or number, like an id.
  private static String canonical(String lexeme) {
    return new RequestId(lexeme).normalized().lexeme();
  }

  /// Takes the call that an answer belongs to: the first answer only (F3).
  Optional<Call> answered(RequestId id) {
    Optional<Call> call = calls.take(id);
    if (call.isPresent()) {
      bytes -= call.get().size();
      large.remove(call.get());
      forgetToken(call.get());
    }
    return call;
  }

  /// Nothing of the call is wanted any more.
  void cancelled(Call call) {
    lighten(call);
    large.remove(call);
    forgetToken(call);
    cancelled.add(call);
    if (cancelled.size() > TOMBSTONES) {
      forget(cancelled.remove());
    }
  }

  /// How many calls {@link #giveUp} looks at.
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
      tokens.remove(canonical(c.token()), c);
    }
  }

  /// Gives up the bytes of large calls that have begun to leave and that `expendable` says are
  /// never sent again.
  ///
  /// @return how many bytes of `bytes()` are in the outbox's queue too
  long giveUp(Outbox outbox, Predicate<Call> expendable) {
    long queued = 0;
    for (Iterator<Call> i = large.iterator(); i.hasNext(); ) {
      Call c = i.next();
      if (!outbox.begun(c.end(), c.length())) {
        queued += c.sentAs().equals(c.request().id()) ? c.length() : 0; // otherwise it is a copy
      } else if (expendable.test(c)) {
        lighten(c);
        i.remove();
      }
    }
    return queued;
  }

  /// Takes all.
  List<Call> drain() {
    tokens.clear();
    large.clear();
    cancelled.clear();
    bytes = 0;
    return calls.drain();
  }
}
