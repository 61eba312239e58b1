package dev.pitstop.session.front;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.words.Refusals;
import java.util.Optional;

/// A list result made by Pitstop.
public final class ListAnswer {
  private static final String OUTPUT_SCHEMA = "outputSchema";

  private ListAnswer() {}

  /// The refusal of a request for a further page, as there is only ever one (F8); empty for a
  /// request that names none.
  public static Optional<byte[]> furtherPage(Message.Request r) {
    return Json.isString(r.bytes(), r.param("cursor"))
        ? Optional.of(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.UNKNOWN_CURSOR))
        : Optional.empty();
  }

  /// @param items as the content of a JSON array
  /// @param ours further ones
  public static byte[] of(
      Kind kind, RequestId id, CharSequence items, String ours, boolean modern) {
    StringBuilder out = new StringBuilder(items.length() + ours.length() + 160);
    out.append('{').append(Json.quote(kind.listMember())).append(":[").append(items);
    out.append(items.isEmpty() || ours.isEmpty() ? "" : ",").append(ours).append(']');
    out.append(
        modern ? ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}" : "}");
    byte[] answer = Messages.result(id, out.toString());
    if (modern || kind != Kind.TOOLS || out.indexOf(OUTPUT_SCHEMA) < 0) {
      return answer;
    }
    Splice splice = new Splice(answer);
    Span whole = new Span(0, answer.length);
    withoutOddSchemas(splice, answer, Json.path(answer, whole, "result", kind.listMember()));
    return splice.apply();
  }

  /// Takes out what makes clients of the legacy era refuse a whole list of tools: an `outputSchema`
  /// that is no object (2025-11-25, schema, `Tool`). The modern era allows any.
  public static void withoutOddSchemas(Splice splice, byte[] b, Span tools) {
    for (Span tool : Json.elements(b, tools)) {
      Span schema = Json.member(b, tool, OUTPUT_SCHEMA);
      Span type = Json.member(b, schema, "type");
      if (schema.present() && !(Json.isString(b, type) && Json.string(b, type).equals("object"))) {
        splice.removeMember(tool, OUTPUT_SCHEMA);
      }
    }
  }
}
