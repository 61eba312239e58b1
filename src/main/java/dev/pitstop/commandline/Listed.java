package dev.pitstop.commandline;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.List;
import java.util.function.BiConsumer;

/// Makes the entry of `tools/list` for one tool. Values stay as the program wrote them, except for
/// line ends between them. Clients refuse a whole list because of one wrong value, so a value that
/// is only shown is left out if it has the wrong type.
///
/// @param odd receives the key and the reason for each value that is left out
record Listed(byte[] b, Span entry, BiConsumer<String, String> odd) {
  private static final String OBJECT = "{\"type\":\"object\"";
  private static final List<String> HINTS =
      List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");

  /// @param schema of the arguments, an object, or [Span#NONE] if there are none
  /// @param outputSchema an object, or [Span#NONE]
  byte[] of(String name, Span schema, Span outputSchema) {
    StringBuilder json = new StringBuilder("{\"name\":").append(Json.quote(name));
    shown(json, "title", "string");
    shown(json, "description", "string");
    json.append(",\"inputSchema\":").append(schema.present() ? typed(schema) : OBJECT + "}");
    if (outputSchema.present()) {
      json.append(",\"outputSchema\":").append(typed(outputSchema));
    }
    shown(json, "annotations", "object");
    shown(json, "icons", "array");
    shown(json, "_meta", "object");
    return Messages.utf8(Values.mended(Values.oneLine(json.append('}').toString())));
  }

  private void shown(StringBuilder json, String key, String type) {
    Span value = Json.member(b, entry, key);
    if (!value.present() || Values.isNull(b, value)) {
      return;
    }
    String wrong =
        !Values.is(type, b, value)
            ? "must be "
                + (type.equals("string") ? "a " : "an ")
                + type
                + ", but is "
                + Values.kind(b, value)
            : switch (key) {
              case "annotations" -> annotations(value);
              case "icons" -> icons(value);
              default -> "";
            };
    if (wrong.isEmpty()) {
      json.append(",\"").append(key).append("\":").append(value.text(b));
    } else {
      odd.accept(key, wrong + "; it is ignored");
    }
  }

  /// What is wrong with annotations; "" if nothing.
  private String annotations(Span all) {
    for (String hint : HINTS) {
      Span value = Json.member(b, all, hint);
      if (value.present() && !Values.is("boolean", b, value)) {
        return "`" + hint + "` must be true or false, but is " + Values.kind(b, value);
      }
    }
    Span title = Json.member(b, all, "title");
    return title.present() && !Json.isString(b, title)
        ? "`title` must be a string, but is " + Values.kind(b, title)
        : "";
  }

  private String icons(Span all) {
    for (Span icon : Json.elements(b, all)) {
      if (!Json.isString(b, Json.member(b, icon, "src"))) {
        return "must contain only objects with a string `src`";
      }
    }
    return "";
  }

  /// A schema with its type, which clients insist on.
  private String typed(Span schema) {
    String text = schema.text(b);
    if (Json.member(b, schema, "type").present() || !Json.isObject(b, schema)) {
      return text;
    }
    String rest = text.substring(1).stripLeading();
    return OBJECT + (rest.startsWith("}") ? "" : ",") + rest;
  }
}
