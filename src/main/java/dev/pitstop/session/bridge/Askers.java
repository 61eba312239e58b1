package dev.pitstop.session.bridge;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Decides which call a question of a legacy server belongs to, if the transport does not say so
/// (docs/design/bridge.md, "Which call?"). Called in turns of the monitor.
final class Askers {
  /// How long a cancelled call of a tool that has asked before counts against calls of tools that
  /// never have, if the server does not answer it: as long as a server waits for its client. A
  /// server that ignores the cancellation may ask late, and these tools most likely do not.
  private static final long OLD_MILLIS = Questions.MILLIS;

  /// The calls that may have led to a question, from when it came on.
  ///
  /// @param may are open, or were cancelled just now
  /// @param old were cancelled earlier, and are of tools that have asked before
  record Could(List<Call> may, List<Call> old) {}

  /// Which call it is.
  sealed interface Verdict {
    record Of(Call call) implements Verdict {}

    /// No call whose client waits.
    record Nobodys() implements Verdict {}

    record Unclear() implements Verdict {}
  }

  private final Turnstile turnstile;
  private final Timers timers;
  private final Predicate<Call> busy;

  /// @param busy whether the question of a call is with the client
  Askers(Turnstile turnstile, Timers timers, Predicate<Call> busy) {
    this.turnstile = turnstile;
    this.timers = timers;
    this.busy = busy;
  }

  /// Whether this call is one of those that may lead to a question of this run, and its client
  /// waits.
  static boolean isOpen(Question q, Call call) {
    return !call.cancelled() && of(q).contains(call);
  }

  private static List<Call> of(Question q) {
    return q.at().mayAsk(q.by()).stream().filter(c -> c.facts().modern()).toList();
  }

  /// The calls that may have led to this question, which has just come.
  Could could(Question q) {
    List<Call> may = new ArrayList<>();
    List<Call> old = new ArrayList<>();
    for (Call c : of(q)) {
      long since = timers.nowMillis() - c.cancelledMillis();
      boolean late = since < Turnstile.LATE_MILLIS || turnstile.isInside(q.at(), c);
      if (!c.cancelled() || late) {
        may.add(c);
      } else if (since < OLD_MILLIS && turnstile.serial(q.at(), c)) {
        old.add(c);
      }
    }
    return new Could(may, old);
  }

  /// Without those that the server has answered meanwhile.
  static Could left(Question q, Could could) {
    List<Call> here = of(q);
    return new Could(
        could.may().stream().filter(here::contains).toList(),
        could.old().stream().filter(here::contains).toList());
  }

  /// A call whose question is with the client asks nothing meanwhile.
  Verdict verdict(Question q, Could could) {
    Could left = left(q, could);
    List<Call> active = left.may().stream().filter(busy.negate()).toList();
    List<Call> may = active.isEmpty() ? left.may() : active;
    if (may.stream().allMatch(Call::cancelled)) {
      return new Verdict.Nobodys();
    }
    List<Call> asked = may.stream().filter(c -> turnstile.serial(q.at(), c)).toList();
    List<Call> likely = may.size() > 1 ? asked : may;
    if (likely.size() != 1 || (asked.isEmpty() && !left.old().isEmpty())) {
      return new Verdict.Unclear();
    }
    Call call = likely.getFirst();
    return call.cancelled() ? new Verdict.Nobodys() : new Verdict.Of(call);
  }
}
