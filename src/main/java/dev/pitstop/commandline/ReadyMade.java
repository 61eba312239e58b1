package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks whether a program has printed a complete tool result, and what is wrong with it, by the
/// types `CallToolResult` and `ContentBlock` of the specification's schema. A client that checks
/// results refuses a malformed one, or waits for the answer until its time limit.
///
/// For one object and one thread.
final class ReadyMade {
  /// The types of content blocks (tools page, "Tool Result").
  private static final Set<String> BLOCKS =
      Set.of("text", "image", "audio", "resource", "resource_link");

  private final byte[] b;
  private final Span result;
  private final boolean modern;
  private Optional<String> flaw = Optional.empty();

  /// @param b one JSON object
  /// @param modern whether revision 2026-07-28 applies
  ReadyMade(byte[] b, boolean modern) {
    this.b = b;
    this.result = new Span(0, b.length);
    this.modern = modern;
  }

  /// Whether the program meant a tool result: it has an array `content` of known blocks, or an
  /// empty one beside another member of a tool result.
  boolean meant() {
    Span content = Json.member(b, result, "content");
    List<Span> blocks = Json.elements(b, content);
    if (blocks.isEmpty()) {
      return Json.isArray(b, content)
          && (Json.member(b, result, "structuredContent").present()
              || Json.member(b, result, "isError").present());
    }
    return blocks.stream()
        .allMatch(block -> BLOCKS.contains(Json.string(b, Json.member(b, block, "type"))));
  }

  /// The first member that breaks the specification, as a clause; empty if none does.
  Optional<String> flaw() {
    optional("", result, "isError", "boolean");
    optional("", result, "_meta", "object");
    optional("", result, "resultType", "string");
    if (!modern) {
      optional("", result, "structuredContent", "object");
    }
    int i = 0;
    for (Span block : Json.elements(b, Json.member(b, result, "content"))) {
      block("content[" + i++ + "].", block);
    }
    return flaw;
  }

  private void block(String at, Span block) {
    switch (Json.string(b, Json.member(b, block, "type"))) {
      case "text" -> required(at, block, "text", "string");
      case "image", "audio" -> {
        base64(at, block, "data");
        required(at, block, "mimeType", "string");
      }
      case "resource" -> resource(at, block);
      default -> link(at, block);
    }
    optional(at, block, "_meta", "object");
    annotations(at, block);
  }

  private void resource(String at, Span block) {
    required(at, block, "resource", "object");
    Span resource = Json.member(b, block, "resource");
    if (!Json.isObject(b, resource)) {
      return;
    }
    String inside = at + "resource.";
    uri(inside, resource);
    optional(inside, resource, "mimeType", "string");
    optional(inside, resource, "_meta", "object");
    if (Json.member(b, resource, "blob").present()) {
      base64(inside, resource, "blob");
    } else {
      required(inside, resource, "text", "string");
    }
  }

  private void link(String at, Span block) {
    uri(at, block);
    required(at, block, "name", "string");
    for (String key : List.of("title", "description", "mimeType")) {
      optional(at, block, key, "string");
    }
    optional(at, block, "size", "integer");
    optional(at, block, "icons", "array");
    int i = 0;
    for (Span icon : Json.elements(b, Json.member(b, block, "icons"))) {
      String inside = at + "icons[" + i++ + "]";
      want(inside, icon, "object");
      required(inside + ".", icon, "src", "string");
      optional(inside + ".", icon, "mimeType", "string");
      strings(inside + ".", icon, "sizes", Set.of());
      oneOf(inside + ".theme", Json.member(b, icon, "theme"), Set.of("dark", "light"));
    }
  }

  private void annotations(String at, Span block) {
    optional(at, block, "annotations", "object");
    Span annotations = Json.member(b, block, "annotations");
    String inside = at + "annotations.";
    strings(inside, annotations, "audience", Set.of("assistant", "user"));
    optional(inside, annotations, "lastModified", "string");
    optional(inside, annotations, "priority", "number");
    Span priority = Json.member(b, annotations, "priority");
    if (Values.number(b, priority).filter(n -> n.signum() < 0 || n.doubleValue() > 1).isPresent()) {
      wrong(inside + "priority", "must be from 0 to 1, but is " + priority.text(b));
    }
  }

  /// An array of strings that may be missing.
  ///
  /// @param allowed the allowed strings; empty if all are
  private void strings(String at, Span object, String key, Set<String> allowed) {
    optional(at, object, key, "array");
    int i = 0;
    for (Span one : Json.elements(b, Json.member(b, object, key))) {
      String path = at + key + "[" + i++ + "]";
      want(path, one, "string");
      oneOf(path, one, allowed);
    }
  }

  private void oneOf(String path, Span value, Set<String> allowed) {
    if (value.present() && !allowed.isEmpty() && !allowed.contains(Json.string(b, value))) {
      String words = String.join("` or `", allowed.stream().sorted().toList());
      wrong(path, "must be `" + words + "`, but is " + Values.kind(b, value));
    }
  }

  private void uri(String at, Span object) {
    required(at, object, "uri", "string");
    Span uri = Json.member(b, object, "uri");
    if (Json.isString(b, uri) && !hasScheme(Json.string(b, uri))) {
      wrong(at + "uri", "must be a URI with a scheme, but is " + Values.shown(b, uri));
    }
  }

  private static boolean hasScheme(String uri) {
    int colon = uri.indexOf(':');
    for (int i = 0; i < colon; i++) {
      char c = Character.toLowerCase(uri.charAt(i));
      boolean letter = c >= 'a' && c <= 'z';
      if (!letter && (i == 0 || ((c < '0' || c > '9') && c != '+' && c != '-' && c != '.'))) {
        return false;
      }
    }
    return colon > 0;
  }

  private void base64(String at, Span object, String key) {
    required(at, object, key, "string");
    Span data = Json.member(b, object, key);
    if (Json.isString(b, data)) {
      try {
        Base64.getDecoder().decode(Json.string(b, data));
      } catch (IllegalArgumentException e) {
        wrong(at + key, "must be base64, but is not: " + e.getMessage());
      }
    }
  }

  private void required(String at, Span object, String key, String type) {
    Span value = Json.member(b, object, key);
    if (value.present()) {
      want(at + key, value, type);
    } else {
      wrong(at + key, "is missing");
    }
  }

  private void optional(String at, Span object, String key, String type) {
    Span value = Json.member(b, object, key);
    if (value.present()) {
      want(at + key, value, type);
    }
  }

  private void want(String path, Span value, String type) {
    if (!Values.is(type, b, value)) {
      String article = "aeiou".indexOf(type.charAt(0)) < 0 ? "a " : "an ";
      wrong(path, "must be " + article + type + ", but is " + Values.kind(b, value));
    }
  }

  private void wrong(String path, String reason) {
    flaw = flaw.or(() -> Optional.of("`" + path + "` " + reason));
  }
}
