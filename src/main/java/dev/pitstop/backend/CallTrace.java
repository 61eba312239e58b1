package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayList;
import java.util.List;

/// Logs each delivery and the end of one client call, at debug level and without its content.
/// Created only if the log takes that level. Called in turns of the monitor.
final class CallTrace {
  private final Log log;
  private final String server;
  private final String method;
  private final String tool;
  private final RequestId id;
  private int spawn; // 0 until it is delivered
  private long deliveredNanos;

  /// @param tool the tool's name in a `tools/call`, otherwise empty
  CallTrace(Log log, String server, String method, String tool, RequestId id) {
    this.log = log;
    this.server = server;
    this.method = method;
    this.tool = tool;
    this.id = id;
  }

  void delivered(int gen) {
    spawn = gen;
    deliveredNanos = System.nanoTime();
    log.debug("call", fields().toArray());
  }

  /// @param outcome `answered`, `failed` or `cancelled`
  void ended(String outcome) {
    if (spawn > 0) {
      List<Object> fields = fields();
      long millis = (System.nanoTime() - deliveredNanos) / 1_000_000;
      fields.addAll(List.of("ms", millis, "outcome", outcome));
      log.debug("call-end", fields.toArray());
    }
  }

  private List<Object> fields() {
    List<Object> fields = new ArrayList<>(List.of("server", server, "method", method));
    if (!tool.isEmpty()) {
      fields.addAll(List.of("tool", tool));
    }
    fields.addAll(List.of("id", id.lexeme(), "spawn", spawn));
    return fields;
  }
}
