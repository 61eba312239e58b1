package dev.pitstop.backend;

import dev.pitstop.log.Log;
import java.util.ArrayList;
import java.util.List;

/// Logs each delivery and the end of one client call, at debug level and without its content (O2).
/// Created only if the log takes that level. Called in turns of the monitor.
final class CallTrace {
  private final Log log;
  private final String server;
  private int spawn; // 0 until it is delivered
  private long deliveredNanos;

  CallTrace(Log log, String server) {
    this.log = log;
    this.server = server;
  }

  void delivered(Call call, int gen) {
    spawn = gen;
    deliveredNanos = System.nanoTime();
    log.debug("call", fields(call).toArray());
  }

  /// @param outcome `answered`, `failed` or `cancelled`
  void ended(Call call, String outcome) {
    if (spawn > 0) {
      List<Object> fields = fields(call);
      fields.add("ms");
      fields.add((System.nanoTime() - deliveredNanos) / 1_000_000);
      fields.add("outcome");
      fields.add(outcome);
      log.debug("call-end", fields.toArray());
    }
  }

  private List<Object> fields(Call call) {
    List<Object> fields = new ArrayList<>(14);
    fields.add("server");
    fields.add(server);
    fields.add("method");
    fields.add(call.request().method());
    if (!call.tool().isEmpty()) {
      fields.add("tool");
      fields.add(call.tool());
    }
    fields.add("id");
    fields.add(call.request().id().lexeme());
    fields.add("spawn");
    fields.add(spawn);
    return fields;
  }
}
