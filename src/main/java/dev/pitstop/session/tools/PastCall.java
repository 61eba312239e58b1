package dev.pitstop.session.tools;

import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Methods;
import dev.pitstop.monitoring.Call;
import dev.pitstop.monitoring.Calls;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A call as the journal has it.
///
/// @param request what `call_tool` or `read_tool` stood for, if it was that; empty if it was cut
record PastCall(Call call, Optional<Message.Request> request) {
  /// Looks for calls in a journal. A number that it does not have becomes a call without a method.
  ///
  /// @param server the calls of this server only, but for numbers; empty for all
  /// @param through the names of `call_tool` and `read_tool`
  static List<PastCall> in(Journal journal, Which which, String server, Set<String> through) {
    Map<Object, PastCall> found = new LinkedHashMap<>(); // by what the next one like it replaces
    which.numbers().forEach(n -> found.put(n, new PastCall(Call.unknown(n), Optional.empty())));
    Calls pairs = new Calls();
    journal.pass(
        0,
        true,
        page ->
            page.texts().stream()
                .flatMap(line -> pairs.add(JsonLine.read(line)).stream())
                .forEach(call -> of(call, through).into(found, which, server)));
    return found.values().stream().skip(Math.max(0, found.size() - Which.MOST)).toList();
  }

  /// Whether a call that was cancelled works is not known.
  private void into(Map<Object, PastCall> found, Which which, String server) {
    boolean again = call.begun().text("by").equals("rerun");
    boolean fails = List.of("error", "crashed", "unanswered").contains(call.status()) && !again;
    boolean theirs =
        !call.isPending()
            && method().equals(Methods.TOOLS_CALL)
            && (server.isEmpty() ? !call.server().isEmpty() : call.server().equals(server));
    if (!which.numbers().isEmpty()) {
      found.replace(call.number(), this);
    } else if (theirs && which.last()) {
      if (!again && !call.status().equals("cancelled")) {
        found.put("last", this);
      }
    } else if (theirs && (worked() || fails)) {
      found.remove(key());
      if (fails) {
        found.put(key(), this); // the newest comes last
      }
    }
  }

  private static PastCall of(Call call, Set<String> through) {
    return new PastCall(call, call.request().map(r -> direct(r, through)));
  }

  private static Message.Request direct(Message.Request r, Set<String> through) {
    try {
      return through.contains(CallToolTool.toolOf(r)) ? CallToolTool.direct(r) : r;
    } catch (Refused wrong) {
      return r;
    }
  }

  /// Empty if the journal does not have it.
  String method() {
    return call.begun().text("method");
  }

  boolean worked() {
    return call.status().equals("ok");
  }

  /// The client's name of the tool.
  String name() {
    return request.map(CallToolTool::toolOf).orElse(call.name());
  }

  String arguments() {
    return request
        .map(r -> r.param("arguments"))
        .filter(Span::present)
        .map(a -> a.text(request.get().bytes()))
        .orElse("{}");
  }

  String key() {
    return request.isPresent() ? name() + ' ' + arguments() : String.valueOf(call.number());
  }
}
