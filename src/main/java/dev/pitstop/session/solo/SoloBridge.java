package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.SessionFacts;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// One server of the other era than its client (docs/design/bridge.md). Decides whether it is one,
/// and answers in its place what its era does not have. Called in turns of the monitor.
final class SoloBridge {
  private final SessionFacts facts;
  private final Backend backend;
  private final Bridge bridge;
  private Optional<Run> last = Optional.empty(); // the run that serves, or served last

  SoloBridge(SessionFacts facts, Backend backend, Bridge bridge) {
    this.facts = facts;
    this.backend = backend;
    this.bridge = bridge;
  }

  /// This run serves from now on.
  void serving(Run now) {
    last = Optional.of(now);
  }

  /// Whether a request is for a server of the other era.
  boolean concerns(RequestFacts f) {
    return concerns(f.modern());
  }

  private boolean concerns(boolean modern) {
    return last.isPresent() && bridge.between(modern, last.get());
  }

  /// The changes to a request that the session answers itself with what the server says.
  Call.RequestEdits edits() {
    return bridge.edits(backend);
  }

  /// Whether this call is for a run of the other era.
  boolean touches(Call call, Run to) {
    return bridge.between(call.facts().modern(), to);
  }

  /// The refusal of a request that only the modern era has, and that lacks what the modern era
  /// requires; empty if it may pass.
  Optional<byte[]> malformed(Message.Request r, RequestFacts f) {
    return !f.modern() && facts.onlyModern() && concerns(true)
        ? ModernRules.refusal(r, f)
        : Optional.empty();
  }

  /// What becomes of the pages of a list. A legacy client hears of nothing that it would refuse.
  UnaryOperator<List<Message.Result>> listed(Kind kind, Call call, Run by) {
    return kind != Kind.TOOLS || call.facts().modern() || !by.needsBridge(false)
        ? pages -> pages
        : Bridge::forLegacy;
  }
}
