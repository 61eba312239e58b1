package dev.pitstop.recording;

import dev.pitstop.compare.Place;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Replaces secrets in a message by [#MARK]. A value is a secret if the name of its member says so
/// (docs/terminal.md has the list), or if it is inside such a value. JSON in a string is searched
/// as well. Schemas are not: their members only name what is secret.
final class Redaction {
  static final String MARK = "[REDACTED]";

  /// The ends of names, in small letters and without `-` and `_`.
  private static final List<String> SECRETS =
      Words.list(
          "authorization password passwd passphrase secret token apikey accesskey privatekey",
          "secretkey credential credentials cookie");

  /// Names that end like one but are none: they only lead to progress and pages.
  private static final Set<String> NONE =
      Words.set("progresstoken pagetoken nextpagetoken continuationtoken synctoken");

  private static final Set<String> SCHEMAS =
      Set.of("inputSchema", "outputSchema", "requestedSchema");

  private static final int DEEPEST = 100;

  private final byte[] message;
  private final Splice splice;
  private final List<Place> places = new ArrayList<>();

  private Redaction(byte[] message) {
    this.message = message;
    this.splice = new Splice(message);
  }

  /// A message without its secrets.
  ///
  /// @param places where they were
  record Redacted(byte[] message, List<Place> places) {}

  /// @param message valid JSON
  /// @param root its span
  static Redacted of(byte[] message, Span root) {
    Redaction r = new Redaction(message);
    r.value(root, Place.ALL, false);
    return r.places.isEmpty()
        ? new Redacted(message, List.of())
        : new Redacted(r.splice.apply(), r.places);
  }

  /// Whether a member of this name holds a secret.
  static boolean isSecret(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    return !NONE.contains(plain) && SECRETS.stream().anyMatch(plain::endsWith);
  }

  /// The places as JSON.
  static String list(List<Place> places) {
    return "["
        + String.join(",", places.stream().map(p -> Json.quote(p.toString())).toList())
        + "]";
  }

  private void value(Span v, Place at, boolean secret) {
    byte first = message[v.from()];
    if (at.steps().size() > DEEPEST) {
      return;
    }
    if (first == '{') {
      Json.members(
          message,
          v,
          (name, value) -> {
            String key = Json.string(message, name);
            if (!SCHEMAS.contains(key)) {
              value(value, at.key(key), secret || isSecret(key));
            }
          });
    } else if (first == '[') {
      List<Span> elements = Json.elements(message, v);
      for (int i = 0; i < elements.size(); i++) {
        value(elements.get(i), at.index(i), secret);
      }
    } else if (secret && (first == '"' || Json.isNumber(message, v))) {
      splice.replace(v, Messages.utf8(Json.quote(MARK)));
      places.add(at);
    } else if (first == '"' && (message[v.from() + 1] == '{' || message[v.from() + 1] == '[')) {
      inText(v, at);
    }
  }

  /// JSON in a string, such as the text of a result that repeats its structure.
  private void inText(Span text, Place at) {
    byte[] inner = Messages.utf8(Json.string(message, text));
    Redacted redacted =
        Json.validate(inner).map(root -> of(inner, root)).orElse(new Redacted(inner, List.of()));
    if (!redacted.places().isEmpty()) {
      String without = new String(redacted.message(), StandardCharsets.UTF_8);
      splice.replace(text, Messages.utf8(Json.quote(without)));
      redacted.places().forEach(p -> places.add(at.and(p)));
    }
  }
}
