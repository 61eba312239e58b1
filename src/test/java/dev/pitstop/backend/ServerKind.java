package dev.pitstop.backend;

import com.google.gson.JsonObject;
import java.util.Optional;

/// Kinds of servers, by how they take a handshake. One object is one run.
final class ServerKind {
  /// What a server does with what it is asked.
  enum Kind {
    LEGACY,
    MODERN,
    /// Speaks both; the first message that is no `server/discover` decides for good.
    DUAL,
    /// Ends when it is asked anything before `initialize` (as servers of the Rust SDK do).
    DIES,
    /// Leaves what it does not know unanswered.
    SILENT,
    /// Refuses everything before `initialize` with -32602 (as servers of the Python SDK do).
    PYTHON,
    /// Knows `server/discover`, but no modern revision.
    NAMES_LEGACY,
    /// Says that it does not know our revision, but legacy ones.
    ANSWERS_32022,
    /// Answers every request with an empty result.
    EMPTY,
    /// Refuses everything before `initialize` with a response that is none.
    GARBLED,
    /// Speaks a revision that is newer than ours, and nothing else.
    NEWER,
    /// Says that it does not know our revision, but lists it.
    STUBBORN
  }

  private static final String TOOLS =
      "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}";
  private static final String INITIALIZED =
      "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{}}";

  private final Kind kind;
  private boolean initialized;
  private boolean modern; // its era is fixed

  ServerKind(Kind kind) {
    this.kind = kind;
  }

  private boolean speaksModern() {
    return kind == Kind.MODERN || (kind == Kind.DUAL && !initialized);
  }

  /// Its answer, `"result":…` or `"error":…` or anything else; empty if it gives none, or ends.
  Optional<String> answer(JsonObject request) {
    String method = request.get("method").getAsString();
    JsonObject params = request.getAsJsonObject("params");
    boolean meta = params.has("_meta");
    return switch (method) {
      case "initialize" -> Optional.of(initialize(params));
      case "server/discover" -> discover(meta);
      default -> request(method, meta);
    };
  }

  private String initialize(JsonObject params) {
    boolean legacy =
        switch (kind) {
          case MODERN, NEWER, STUBBORN -> false;
          case LEGACY, DUAL, DIES, SILENT, PYTHON, NAMES_LEGACY, ANSWERS_32022, EMPTY, GARBLED ->
              true;
        };
    if (!legacy || modern) {
      return error(-32601, "speaks 2026-07-28 only");
    }
    if (!params.has("protocolVersion")) {
      return error(-32602, "no version");
    }
    initialized = true;
    return result(INITIALIZED);
  }

  private Optional<String> discover(boolean meta) {
    if (speaksModern() && !meta) {
      return Optional.of(error(-32602, "no _meta"));
    }
    return switch (kind) {
      case MODERN, DUAL -> Optional.of(discovered("2026-07-28"));
      case NAMES_LEGACY -> Optional.of(discovered("2025-11-25"));
      case LEGACY -> Optional.of(error(-32601, "Method not found"));
      case DIES, SILENT -> Optional.empty();
      case PYTHON -> Optional.of(error(-32602, "Invalid request parameters"));
      case ANSWERS_32022 -> Optional.of(unsupported("2025-06-18"));
      case NEWER -> Optional.of(unsupported("2027-01-31"));
      case STUBBORN -> Optional.of(unsupported("2026-07-28"));
      case EMPTY -> Optional.of(result("{}"));
      case GARBLED -> Optional.of("\"error\":\"what?\"");
    };
  }

  /// Only a request of its own era is answered well.
  private Optional<String> request(String method, boolean meta) {
    boolean good = speaksModern() ? meta : initialized && !meta;
    modern |= speaksModern();
    if (!good) {
      return Optional.of(error(-32602, "not of its era"));
    }
    return Optional.of(result(method.equals("tools/list") ? TOOLS : "{\"content\":[]}"));
  }

  private static String discovered(String version) {
    return result(
        "{\"supportedVersions\":[\"2024-11-05\",\""
            + version
            + "\"],\"capabilities\":{\"tools\":{}},\"resultType\":\"complete\"}");
  }

  private static String unsupported(String version) {
    return "\"error\":{\"code\":-32022,\"message\":\"unsupported\",\"data\":{\"supported\":[\""
        + version
        + "\"]}}";
  }

  private static String result(String json) {
    return "\"result\":" + json;
  }

  private static String error(int code, String message) {
    return "\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}";
  }
}
