package dev.pitstop.doctor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.mcp.Meta;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The answers of an MCP server with one flaw; `none` is none, and `both-eras` is none either.
final class FlawedServer {
  private static final String OBJECT = "{\"type\":\"object\",\"properties\":{}}";

  /// One tool a line: the schema of its input.
  private static final List<String> SCHEMAS =
      List.of(
          "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}",
          "{\"properties\":{}}",
          "{\"type\":\"object\",\"anyOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}",
          "{\"type\":\"object\",\"properties\":{\"days\":{\"type\":\"int\"}}}",
          "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"https://example.com/s.json\"}}}",
          "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/Missing\"}}}",
          "{\"type\":\"object\",\"properties\":{\"list\":{\"type\":\"array\"}}}",
          "{\"type\":\"object\",\"properties\":{\"a\":{\"exclusiveMinimum\":true}}}",
          "{\"type\":\"object\",\"properties\":{\"a\":{\"required\":true}}}",
          "{\"type\":\"object\",\"properties\":{},\"required\":[\"ghost\"]}",
          "{\"type\":\"object\",\"properties\":{\"a b\":{\"type\":\"string\"}}}",
          "{\"type\":\"object\",\"properties\":{\"tree\":{\"$ref\":\"#/$defs/Tree\"}},\"$defs\":{"
              + "\"Tree\":{\"type\":\"object\",\"properties\":{\"children\":{\"type\":\"array\","
              + "\"items\":{\"$ref\":\"#/$defs/Tree\"}}}}}}");

  private final String flaw;

  FlawedServer(String flaw) {
    this.flaw = flaw;
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private static JsonObject tool(String name, String schema) {
    JsonObject tool = json("{\"inputSchema\":" + schema + "}");
    tool.addProperty("name", name);
    tool.addProperty("description", "Does " + name + ".");
    return tool;
  }

  private static JsonObject tool(String name) {
    return tool(name, OBJECT);
  }

  private static JsonObject with(JsonObject tool, String member, String value) {
    tool.add(member, JsonParser.parseString(value));
    return tool;
  }

  private List<JsonObject> tools() {
    return switch (flaw) {
      case "schemas" -> numbered(SCHEMAS.size(), i -> tool("t" + i, SCHEMAS.get(i)));
      case "names" -> List.of(tool("has blank"), tool("a.b"), tool("a_b"), tool("n".repeat(70)));
      case "duplicates" -> List.of(tool("twin"), tool("twin"));
      case "descriptions" -> List.of(json("{\"name\":\"mute\",\"inputSchema\":" + OBJECT + "}"));
      case "many" -> numbered(130, i -> tool("tool_" + i));
      case "costly" ->
          numbered(30, i -> with(tool("c" + i), "description", "\"" + "word ".repeat(400) + "\""));
      case "nameless" -> List.of(json("{\"description\":\"d\",\"inputSchema\":" + OBJECT + "}"));
      case "no-tools" -> List.of();
      case "hints" ->
          List.of(
              with(tool("a"), "annotations", "{\"readOnlyHint\":\"yes\"}"),
              with(tool("b"), "title", "7"),
              with(tool("c"), "description", "5"),
              with(tool("d"), "icons", "[{\"sizes\":[]}]"));
      case "pattern" ->
          List.of(
              tool(
                  "grep",
                  "{\"type\":\"object\",\"properties\":{\"words\":{\"type\":\"string\","
                      + "\"pattern\":\"(\"},\"more\":{\"type\":\"string\",\"title\":7}}}"));
      default -> List.of(tool("echo"), tool("add"));
    };
  }

  private static List<JsonObject> numbered(int n, IntFunction<JsonObject> each) {
    return IntStream.range(0, n).mapToObj(each).toList();
  }

  private JsonObject page(Optional<String> cursor) {
    return switch (flaw) {
      case "endless" -> {
        int n = Integer.parseInt(cursor.orElse("0"));
        yield page(List.of(tool("t" + n)), "\"" + (n + 1) + "\"");
      }
      case "repeating" -> page(List.of(tool("again")), "\"page-two\"");
      case "pages" ->
          !cursor.equals(Optional.of("p\"2"))
              ? page(List.of(tool("first")), "\"p\\\"2\"")
              : page(List.of(tool("second")), "");
      case "no-list" -> json("{\"items\":[]}");
      default -> page(tools(), "");
    };
  }

  private static JsonObject page(List<JsonObject> tools, String next) {
    JsonArray all = new JsonArray();
    tools.forEach(all::add);
    JsonObject page = new JsonObject();
    page.add("tools", all);
    return next.isEmpty() ? page : with(page, "nextCursor", next);
  }

  private JsonObject greeting() {
    JsonObject result = json("{\"capabilities\":{\"tools\":{}}}");
    if (flaw.equals("modern-only")) {
      String info = "{\"name\":\"modern-flawed\",\"version\":\"1.0\"}";
      with(result, "_meta", "{\"" + Meta.SERVER_INFO + "\":" + info + "}");
    } else if (!flaw.equals("no-info")) {
      with(result, "serverInfo", "{\"name\":\"flawed\",\"version\":\"1.0\"}");
    }
    if (flaw.equals("instructions")) {
      result.addProperty("instructions", "i".repeat(5_000));
    }
    if (flaw.equals("latin1")) {
      result.addProperty("instructions", "Grüße");
    }
    return result;
  }

  /// Its answer to a message; empty if it has none.
  Optional<String> answer(String line) {
    JsonObject request = json(line);
    if (!request.has("id") || !request.has("method")) {
      return Optional.empty();
    }
    JsonObject params =
        request.get("params") instanceof JsonObject given ? given : new JsonObject();
    boolean modern =
        params.get("_meta") instanceof JsonObject meta && meta.has(Meta.PROTOCOL_VERSION);
    JsonElement id = request.get("id");
    String method = request.get("method").getAsString();
    return switch (method) {
      case "initialize" ->
          flaw.equals("modern-only")
              ? error(id, -32022, "Unsupported protocol version")
              : result(
                  id,
                  with(
                      greeting(),
                      "protocolVersion",
                      flaw.equals("revision") ? "\"1.0\"" : "\"2025-11-25\""),
                  false);
      case "server/discover" ->
          switch (flaw) {
            case "modern-only", "both-eras" ->
                result(id, with(greeting(), "supportedVersions", "[\"2026-07-28\"]"), modern);
            default -> error(id, -32601, "Method not found: " + method);
          };
      case "tools/list" ->
          flaw.equals("list-fails")
              ? error(id, -32603, "database is locked")
              : result(
                  id,
                  page(Optional.ofNullable(params.get("cursor")).map(JsonElement::getAsString)),
                  modern);
      case "ping" ->
          flaw.equals("no-ping")
              ? error(id, -32601, "Method not found: ping")
              : result(id, new JsonObject(), modern);
      case String other -> error(id, -32601, "Method not found: " + other);
    };
  }

  private Optional<String> result(JsonElement id, JsonObject result, boolean modern) {
    if (modern) {
      result.addProperty("resultType", "complete");
      result.addProperty("ttlMs", 0);
      result.addProperty("cacheScope", "private");
    }
    JsonObject message = message(id);
    message.add("result", result);
    return Optional.of(message.toString());
  }

  private Optional<String> error(JsonElement id, int code, String text) {
    JsonObject error = new JsonObject();
    error.addProperty("code", code);
    error.addProperty("message", text);
    JsonObject message = message(id);
    message.add("error", error);
    return Optional.of(message.toString());
  }

  private JsonObject message(JsonElement id) {
    JsonObject message = json("{\"jsonrpc\":\"2.0\"}");
    if (flaw.equals("text-ids")) {
      message.addProperty("id", id.getAsString());
    } else {
      message.add("id", id);
    }
    return message;
  }
}
