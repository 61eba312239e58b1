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
    return utf8(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id.lexeme()
            + ",\"method\":"
            + Json.quote(method)
            + (params.isEmpty() ? "}" : ",\"params\":" + params + "}"));
  }

  /// @param token as JSON
  public static byte[] progress(String token, int progress, String message) {
    String text = Json.quote(message);
    return notification(
        Methods.PROGRESS,
        "{\"progressToken\":" + token + ",\"progress\":" + progress + ",\"message\":" + text + "}");
  }

  /// @param params a JSON object, or empty for none
  public static byte[] notification(String method, String params) {
    return utf8(
        "{\"jsonrpc\":\"2.0\",\"method\":"
            + Json.quote(method)
            + (params.isEmpty() ? "}" : ",\"params\":" + params + "}"));
  }

  public static byte[] result(RequestId id, String result) {
    return utf8("{\"jsonrpc\":\"2.0\",\"id\":" + id.lexeme() + ",\"result\":" + result + "}");
  }

  public static byte[] error(RequestId id, int code, String message) {
    return error(id.lexeme(), code, message);
  }

  /// @param data a JSON value
  public static byte[] error(RequestId id, int code, String message, String data) {
    byte[] plain = error(id, code, message);
    String open = new String(plain, 0, plain.length - 2, StandardCharsets.UTF_8);
    return utf8(open + ",\"data\":" + data + "}}");
  }

  /// An error whose request could not be read (JSON-RPC 2.0, section 5: id is null).
  public static byte[] errorWithoutId(int code, String message) {
    return error("null", code, message);
  }

  /// The refusal of a modern request with an unknown revision (versioning page).
  ///
  /// @param asked the revision of the request
  public static byte[] unsupportedVersion(RequestId id, String asked) {
    return utf8(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id.lexeme()
            + ",\"error\":{\"code\":"
            + UNSUPPORTED_VERSION
            + ",\"message\":\"Unsupported protocol version\",\"data\":{"
            + "\"supported\":[\""
            + Revisions.MODERN
            + "\"],\"requested\":"
            + Json.quote(asked)
            + "}}}");
  }

  private static byte[] error(String id, int code, String message) {
    return utf8(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"error\":{\"code\":"
            + code
            + ",\"message\":"
            + Json.quote(message)
            + "}}");
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
