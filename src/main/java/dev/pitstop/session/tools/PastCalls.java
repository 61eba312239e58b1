package dev.pitstop.session.tools;

import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.monitoring.Call;
import dev.pitstop.monitoring.Calls;
import dev.pitstop.monitoring.JsonLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks for calls in a journal, line by line.
///
/// @param found by what the next call that is like it replaces
record PastCalls(Which which, String server, String callTool, Map<Object, PastCall> found) {
  /// Looks for calls. A number that the journal does not have becomes a call without a method.
  ///
  /// @param server the calls of this server only, but for numbers; empty for all
  /// @param callTool the name of Pitstop's tool of that name
  static List<PastCall> in(Journal journal, Which which, String server, String callTool) {
    PastCalls calls = new PastCalls(which, server, callTool, new LinkedHashMap<>());
    Calls pairs = new Calls();
    journal.scan(line -> {
      JsonLine.of(Messages.utf8(line)).flatMap(pairs::add).ifPresent(calls::take);
      return true;
    });
    return calls.chosen();
  }

  private void take(Call c) {
    boolean again = c.begun().text("by").equals("rerun");
    switch (which) {
      case Which.Numbers n -> {
        if (n.numbers().contains(c.number())) {
          put(c.number(), c);
        }
      }
      case Which.Last l -> {
        if (isTheirs(c) && !again && !c.status().equals("cancelled")) {
          put("last", c);
        }
      }
      case Which.Failed f -> {
        if (isTheirs(c)) {
          failed(c, again);
        }
      }
    }
  }

  private void put(Object key, Call c) {
    found.put(key, PastCall.of(c, callTool));
  }

  private boolean isTheirs(Call c) {
    return !c.isPending()
        && c.begun().text("method").equals(Methods.TOOLS_CALL)
        && (server.isEmpty() ? !c.server().isEmpty() : c.server().equals(server));
  }

  /// Whether a call that was cancelled works is not known.
  private void failed(Call c, boolean again) {
    PastCall p = PastCall.of(c, callTool);
    boolean fails = List.of("error", "crashed", "unanswered").contains(c.status());
    if (p.worked() || (fails && !again)) {
      found.remove(p.key());
    }
    if (fails && !again) {
      found.put(p.key(), p); // the newest comes last
    }
  }

  private List<PastCall> chosen() {
    if (which instanceof Which.Numbers n) {
      return n.numbers().stream()
          .map(number ->
              found.getOrDefault(number, new PastCall(Call.unknown(number), Optional.empty())))
          .toList();
    }
    return found.values().stream().skip(Math.max(0, found.size() - Which.MOST)).toList();
  }
}
