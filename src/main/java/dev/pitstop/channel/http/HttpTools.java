package dev.pitstop.channel.http;

import dev.pitstop.http.Header;
import dev.pitstop.http.ParamHeaders;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.List;

/// The header annotations of a daemon's tools (2026-07-28, "Custom Headers from Tool Parameters"),
/// learnt from passing lists, for later calls. Outlives sessions, as a call may be sent before the
/// next list. Thread-safe.
final class HttpTools {
  private final String server;
  private final Log log;
  private final ParamHeaders known = new ParamHeaders();

  HttpTools(String server, Log log) {
    this.server = server;
    this.log = log;
  }

  /// Takes the result of a `tools/list`.
  ///
  /// @return the same without tools whose annotation is invalid, as the specification requires
  Message.Result learn(Message.Result list) {
    ParamHeaders.Learned learned = known.learn(list.bytes(), list.result());
    learned
        .invalid()
        .forEach(
            (tool, why) -> log.warn("tool-left-out", "server", server, "tool", tool, "why", why));
    if (learned.message().isPresent()
        && Codec.parse(learned.message().get()) instanceof Message.Result r) {
      return r;
    }
    return list;
  }

  List<Header> headers(String tool, byte[] message, Span arguments) {
    return known.headers(tool, message, arguments);
  }
}
