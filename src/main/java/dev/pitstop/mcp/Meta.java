package dev.pitstop.mcp;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `_meta` keys: those of revision 2026-07-28 (basic/index, "Reserved keys"), one of a client, and
/// Pitstop's own.
public final class Meta {
  public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

  /// The task that a message is for (2025-11-25, tasks, "Related Task Metadata").
  public static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

  /// Results of Pitstop's own tools have the content of their text here, as facts for programs. No
  /// client shows `_meta` to its model, while `structuredContent` would hide the text from some
  /// models.
  public static final String FACTS = "dev.pitstop/facts";

  /// A mark on a tool. Claude Code lists such a tool with its description from the start, and
  /// defers others.
  public static final String ALWAYS_LOAD = "anthropic/alwaysLoad";

  private Meta() {}

  /// A `_meta` object for Pitstop's own request, with the client's facts from the `_meta` of the
  /// client's request.
  public static byte[] ofClient(byte[] b, Span meta) {
    return Stream.of(PROTOCOL_VERSION, CLIENT_INFO, CLIENT_CAPABILITIES)
        .filter(key -> Json.member(b, meta, key).present())
        .map(key -> Json.quote(key) + ":" + Json.member(b, meta, key).text(b))
        .collect(Collectors.joining(",", "{", "}"))
        .getBytes(StandardCharsets.UTF_8);
  }
}
