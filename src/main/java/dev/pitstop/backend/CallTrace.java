package dev.pitstop.backend;

import dev.pitstop.log.Log;
import java.util.ArrayList;
import java.util.List;

/// The last delivery of one client call, for the log at debug level, without the call's content.
///
/// @param fields the fields of its lines
/// @param nanos when the call was given to a run
record CallTrace(Log log, List<Object> fields, long nanos) {
  /// Logs that the call is given to a run.
  static CallTrace given(Call call, Run to, BackendParts parts) {
    List<Object> fields = new ArrayList<>(List.of("server", parts.name()));
    fields.addAll(List.of("method", call.request().method()));
    if (!call.tool().isEmpty()) {
      fields.addAll(List.of("tool", call.tool()));
    }
    fields.addAll(List.of("id", call.request().id().lexeme(), "spawn", to.number()));
    parts.log().debug("call", fields.toArray());
    return new CallTrace(parts.log(), fields, System.nanoTime());
  }

  /// @param outcome `answered`, `failed` or `cancelled`
  void ended(String outcome) {
    List<Object> all = new ArrayList<>(fields);
    all.addAll(List.of("ms", (System.nanoTime() - nanos) / 1_000_000, "outcome", outcome));
    log.debug("call-end", all.toArray());
  }
}
