package dev.pitstop.mcp;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.RequestId;
import java.nio.charset.StandardCharsets;

/// Builds Pitstop's own messages.
public final class Messages {
  /// JSON-RPC's code for an internal error. The specification reserves others for itself.
  public static final int INTERNAL_ERROR = -32603;

  public static final int METHOD_NOT_FOUND = -32601;

  public static final int INVALID_PARAMS = -32602;

  /// The specification's code for an unknown revision (versioning page).
  public static final int UNSUPPORTED_VERSION = -32022;

  private Messages() {}

  /// @param params a JSON object, or empty for none
  public static byte[] request(RequestId id, String method, String params) {
    return withId(id, method(method, params));
  }

  /// @param token as JSON
  public static byte[] progress(String token, int progress, String message) {
    String text = Json.quote(message);
    return notification(
        Methods.PROGRESS,
        "{\"progressToken\":" + token + ",\"progress\":" + progress + ",\"message\":" + text + "}");
  }

  public static byte[] notification(String method, String params) {
    return message(method(method, params));
  }

  public static byte[] result(RequestId id, String result) {
    return withId(id, "\"result\":" + result);
  }

  public static byte[] error(RequestId id, int code, String message) {
    return withId(id, error(code, message, ""));
  }

  /// @param data a JSON value
  public static byte[] error(RequestId id, int code, String message, String data) {
    return withId(id, error(code, message, ",\"data\":" + data));
  }

  /// The refusal of a modern request with an unknown revision (versioning page).
  public static byte[] unsupportedVersion(RequestId id, String asked) {
    String supported = "{\"supported\":[\"" + Revisions.MODERN + "\"],\"requested\":";
    String data = supported + Json.quote(asked) + "}";
    return error(id, UNSUPPORTED_VERSION, "Unsupported protocol version", data);
  }

  private static byte[] message(String members) {
    return utf8("{\"jsonrpc\":\"2.0\"," + members + "}");
  }

  private static byte[] withId(RequestId id, String members) {
    return message("\"id\":" + id.lexeme() + "," + members);
  }

  private static String method(String method, String params) {
    return "\"method\":" + Json.quote(method) + (params.isEmpty() ? "" : ",\"params\":" + params);
  }

  private static String error(int code, String message, String data) {
    String text = Json.quote(message);
    return "\"error\":{\"code\":" + code + ",\"message\":" + text + data + "}";
  }

  /// A `tools/call` result of one text block.
  ///
  /// @param modern adds `resultType`, which revision 2026-07-28 wants in every result
  public static String toolResult(String text, boolean isError, boolean modern) {
    return "{\"content\":["
        + textBlock(text)
        + "]"
        + (isError ? ",\"isError\":true" : "")
        + (modern ? ",\"resultType\":\"complete\"}" : "}");
  }

  public static String textBlock(String text) {
    return "{\"type\":\"text\",\"text\":" + Json.quote(text) + "}";
  }

  /// The text as it appears between the quotes of a JSON string, for insertion into an existing
  /// string.
  public static byte[] inString(String text) {
    String quoted = Json.quote(text);
    return utf8(quoted.substring(1, quoted.length() - 1));
  }

  public static byte[] utf8(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }
}
