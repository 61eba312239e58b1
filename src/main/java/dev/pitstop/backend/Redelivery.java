package dev.pitstop.backend;

import dev.pitstop.mcp.Methods;
import java.util.ArrayList;
import java.util.List;

/// What becomes of the calls of an incarnation that is gone: ended with how it ended (C1), or given
/// once more to another (C2). Has no state; in turns.
final class Redelivery {
  private final Backend backend;

  Redelivery(Backend backend) {
    this.backend = backend;
  }

  /// Ends those that may not be repeated.
  ///
  /// @return the others, in order
  List<Call> sort(List<Call> orphans, Obituary how) {
    List<Call> again = new ArrayList<>();
    for (Call c : orphans) {
      boolean known = c.kind() == Call.Kind.LISTEN && c.deliveries() > 0; // is sent to each
      if (c.cancelled() || known) {
        c.again();
      } else if (c.kind() != Call.Kind.BOUND && !stoppedOnPurpose() && repeatable(c)) {
        c.again();
        again.add(c);
      } else {
        c.end(new Call.Ending.Failed(Texts.lost(backend, c, how)));
      }
    }
    return again;
  }

  /// Then nothing is repeated: it would start the server again, which somebody wants down (A6, F7).
  private boolean stoppedOnPurpose() {
    return backend.state() instanceof State.Stopped s
        && (s.cause() == State.Cause.BY_REQUEST || s.cause() == State.Cause.SHUT_DOWN);
  }

  /// A call is delivered at most once (C2), but for those that never began to leave, and those that
  /// do no harm, which may be delivered twice.
  private boolean repeatable(Call c) {
    return c.hasBytes() && mayRepeat(c);
  }

  private boolean mayRepeat(Call c) {
    return c.deliveries() == 0 || (c.deliveries() == 1 && harmless(c));
  }

  /// Whether a call that has begun to leave is never sent again, whatever becomes of its server.
  boolean expendable(Call c) {
    return c.kind() == Call.Kind.REQUEST
        && c.request().method().equals(Methods.TOOLS_CALL)
        && !mayRepeat(c);
  }

  private boolean harmless(Call c) {
    if (!c.request().method().equals(Methods.TOOLS_CALL)) {
      return Methods.reads(c.request().method());
    }
    return backend
        .catalog()
        .tool(c.tool())
        .filter(t -> t.readOnlyHint() || t.idempotentHint())
        .isPresent();
  }
}
