package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks whether a program has printed a complete tool result, and what is wrong with it, by the
/// types `CallToolResult` and `ContentBlock` of the specification's schema. A client that checks
/// results refuses a malformed one, or waits for the answer until its time limit.
///
/// For one object and one thread.
final class ReadyMade {
  /// The types of content blocks (tools page, "Tool Result").
  private static final Set<String> BLOCKS =
      Set.of("text", "image", "audio", "resource", "resource_link");

  /// The members of objects: each with its name (`!` if it is required) and its type, which is one
  /// of these objects, of JSON's types or of [#NARROWER]; `[]` is an array of them.
  private static final Map<String, String> MEMBERS =
      Map.ofEntries(
          Map.entry("result", "isError boolean, _meta object, resultType string"),
          Map.entry("legacy result", "structuredContent object"),
          Map.entry("any block", "_meta object, annotations annotations"),
          Map.entry("text", "text! string"),
          Map.entry("image", "data! base64, mimeType! string"),
          Map.entry("audio", "data! base64, mimeType! string"),
          Map.entry("resource", "resource! contents"),
          Map.entry("contents", "uri! uri, mimeType string, _meta object"),
          Map.entry("text contents", "text! string"),
          Map.entry("binary contents", "blob! base64"),
          Map.entry(
              "resource_link",
              "uri! uri, name! string, title string, description string, mimeType string,"
                  + " size integer, icons icon[]"),
          Map.entry("icon", "src! string, mimeType string, sizes string[], theme theme"),
          Map.entry("annotations", "audience role[], lastModified string, priority priority"));

  /// Types that allow only some values of one of JSON's types.
  private static final Map<String, String> NARROWER =
      Map.of(
          "base64",
          "string",
          "uri",
          "string",
          "role",
          "string",
          "theme",
          "string",
          "priority",
          "number");

  private static final Pattern WITH_SCHEME =
      Pattern.compile("[a-z][a-z0-9+.-]*:.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

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
    members("", result, "result");
    if (!modern) {
      members("", result, "legacy result");
    }
    int i = 0;
    for (Span block : Json.elements(b, Json.member(b, result, "content"))) {
      String at = "content[" + i++ + "].";
      members(at, block, Json.string(b, Json.member(b, block, "type")));
      members(at, block, "any block");
    }
    return flaw;
  }

  private void members(String at, Span object, String type) {
    for (String member : Objects.requireNonNull(MEMBERS.get(type)).split(", ", -1)) {
      int blank = member.indexOf(' ');
      String name = member.substring(0, blank).replace("!", "");
      Span value = Json.member(b, object, name);
      if (value.present()) {
        value(at + name, value, member.substring(blank + 1));
      } else if (member.charAt(blank - 1) == '!') {
        wrong(at + name, "is missing");
      }
    }
  }

  private void value(String path, Span value, String type) {
    if (type.endsWith("[]")) {
      json(path, value, "array");
      int i = 0;
      for (Span one : Json.elements(b, value)) {
        value(path + "[" + i++ + "]", one, type.substring(0, type.length() - 2));
      }
    } else if (MEMBERS.containsKey(type)) {
      json(path, value, "object");
      members(path + ".", value, type);
      if (type.equals("contents")) {
        boolean binary = Json.member(b, value, "blob").present();
        members(path + ".", value, binary ? "binary contents" : "text contents");
      }
    } else {
      json(path, value, NARROWER.getOrDefault(type, type));
      narrower(path, value, type);
    }
  }

  private void json(String path, Span value, String type) {
    if (!Values.is(type, b, value)) {
      String article = "aeiou".indexOf(type.charAt(0)) < 0 ? "a " : "an ";
      wrong(path, "must be " + article + type + ", but is " + Values.kind(b, value));
    }
  }

  private void narrower(String path, Span value, String type) {
    String text = Json.string(b, value);
    switch (type) {
      case "base64" -> {
        try {
          Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
          wrong(path, "must be base64, but is not: " + e.getMessage());
        }
      }
      case "uri" -> {
        if (!WITH_SCHEME.matcher(text).matches()) {
          wrong(path, "must be a URI with a scheme, but is " + Values.shown(b, value));
        }
      }
      case "role" -> oneOf(path, value, "assistant", "user");
      case "theme" -> oneOf(path, value, "dark", "light");
      case "priority" -> {
        if (Values.number(b, value)
            .filter(n -> n.signum() < 0 || n.doubleValue() > 1)
            .isPresent()) {
          wrong(path, "must be from 0 to 1, but is " + value.text(b));
        }
      }
      default -> {} // any value of the type
    }
  }

  private void oneOf(String path, Span value, String one, String other) {
    String text = Json.string(b, value);
    if (!text.equals(one) && !text.equals(other)) {
      wrong(path, "must be `" + one + "` or `" + other + "`, but is " + Values.kind(b, value));
    }
  }

  private void wrong(String path, String reason) {
    flaw = flaw.or(() -> Optional.of("`" + path + "` " + reason));
  }
}
