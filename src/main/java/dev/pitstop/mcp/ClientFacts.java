package dev.pitstop.mcp;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.Set;
import java.util.function.Predicate;

/// What a client says of itself, in the words of the other era (docs/design/eras.md). Pure.
public final class ClientFacts {
  /// The capabilities of a client that both eras have.
  private static final Set<String> COMMON =
      Set.of("experimental", "sampling", "elicitation", "roots");

  private static final Set<String> IN_MODERN =
      Set.of("experimental", "sampling", "elicitation", "roots", "extensions");

  private ClientFacts() {}

  /// The `_meta` of requests to a modern server, for a legacy client.
  ///
  /// @param initialize the parameters of its `initialize`, a JSON object
  public static String modernMeta(String initialize) {
    byte[] b = Messages.utf8(initialize);
    Span all = new Span(0, b.length);
    Span info = Json.member(b, all, "clientInfo");
    return "{"
        + Json.quote(Meta.PROTOCOL_VERSION)
        + ":"
        + Json.quote(Revisions.MODERN)
        + (Json.isObject(b, info) ? "," + Json.quote(Meta.CLIENT_INFO) + ":" + info.text(b) : "")
        + ","
        + Json.quote(Meta.CLIENT_CAPABILITIES)
        + ":"
        + translated(b, Json.member(b, all, "capabilities"), IN_MODERN::contains)
        + "}";
  }

  /// The parameters of an `initialize` to a legacy server, for a modern client.
  ///
  /// @param modernMeta the `_meta` of a request of the client, a JSON object
  /// @param can the capabilities that it has declared, a JSON object
  public static String initialize(String modernMeta, String can) {
    byte[] b = Messages.utf8(modernMeta);
    Span info = Json.member(b, new Span(0, b.length), Meta.CLIENT_INFO);
    byte[] c = Messages.utf8(can);
    return "{\"protocolVersion\":"
        + Json.quote(Revisions.NEWEST_LEGACY)
        + ",\"capabilities\":"
        + translated(c, new Span(0, c.length), COMMON::contains)
        + ",\"clientInfo\":"
        + (Json.isObject(b, info) ? info.text(b) : "{\"name\":\"unknown\",\"version\":\"0\"}")
        + "}";
  }

  /// The capabilities that the other era has too. `roots` loses its `listChanged`: the modern era
  /// has no notification of that. `extensions` lose that of tasks.
  ///
  /// @param capabilities of a client or a server
  /// @param has whether the other era has those of this name
  public static String translated(byte[] b, Span capabilities, Predicate<String> has) {
    StringBuilder out = new StringBuilder();
    Json.members(
        b,
        capabilities,
        (key, value) -> {
          String name = Json.string(b, key);
          if (Json.isObject(b, value) && has.test(name)) {
            out.append(out.isEmpty() ? "" : ",").append(key.text(b)).append(':');
            boolean extensions = name.equals("extensions");
            String whole = extensions ? Tasks.without(b, value) : value.text(b);
            out.append(name.equals("roots") ? "{}" : whole);
          }
        });
    return "{" + out + "}";
  }

  /// The capabilities that a modern request declares, as JSON.
  public static String declared(Message.Request r, RequestFacts f) {
    Span declared = Json.member(r.bytes(), f.meta(), Meta.CLIENT_CAPABILITIES);
    return Json.isObject(r.bytes(), declared) ? declared.text(r.bytes()) : "{}";
  }

  /// Whether a client with these capabilities answers this question of a server.
  ///
  /// @param capabilities a JSON object, in the words of either era
  /// @param params of the question, a JSON object, or empty
  public static boolean answers(String capabilities, String method, String params) {
    byte[] b = Messages.utf8(params);
    byte[] c = Messages.utf8(capabilities);
    Span all = new Span(0, c.length);
    return switch (method) {
      case Methods.SAMPLE -> Json.member(c, all, "sampling").present();
      case Methods.ROOTS -> Json.member(c, all, "roots").present();
      case Methods.ELICIT -> {
        Span elicits = Json.member(c, all, "elicitation");
        boolean url = Json.member(c, elicits, "url").present();
        boolean form = Json.member(c, elicits, "form").present() || !url;
        boolean asksUrl =
            Json.string(b, Json.member(b, new Span(0, b.length), "mode")).equals("url");
        yield elicits.present() && (asksUrl ? url : form);
      }
      default -> false;
    };
  }
}
