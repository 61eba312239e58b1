package dev.pitstop.tape;

import dev.pitstop.compare.Place;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.JsonCursor;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Replaces secrets in a message by [#MARK]. A value is a secret if the name of its member says so
/// (docs/replay.md has the list), or if it is inside such a value. JSON in a string is searched as
/// well. Schemas are not: their members only name what is secret.
final class Redaction {
  static final String MARK = "[REDACTED]";

  /// The ends of names, in small letters and without `-` and `_`.
  private static final List<String> SECRETS =
      List.of(
          "authorization",
          "password",
          "passwd",
          "passphrase",
          "secret",
          "token",
          "apikey",
          "accesskey",
          "privatekey",
          "secretkey",
          "credential",
          "credentials",
          "cookie");

  /// Names that end like one but are none: they only lead to progress and pages.
  private static final Set<String> NONE =
      Set.of("progresstoken", "pagetoken", "nextpagetoken", "continuationtoken", "synctoken");

  private static final Set<String> SCHEMAS =
      Set.of("inputSchema", "outputSchema", "requestedSchema");

  private static final int DEEPEST = 100;

  private final byte[] message;
  private final Splice splice;
  private final List<Object> at = new ArrayList<>(); // the names and indexes down to here
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
    r.value(root, false);
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
  static byte[] list(List<Place> places) {
    return utf8(
        "[" + String.join(",", places.stream().map(p -> Json.quote(p.toString())).toList()) + "]");
  }

  private void value(Span v, boolean secret) {
    byte first = message[v.from()];
    if (at.size() > DEEPEST) {
      return;
    }
    if (first == '{') {
      JsonCursor members = Json.cursor(message, v);
      while (members.next()) {
        String name = Json.string(message, new Span(members.nameFrom(), members.nameTo()));
        if (!SCHEMAS.contains(name)) {
          inside(name, members, secret || isSecret(name));
        }
      }
    } else if (first == '[') {
      JsonCursor elements = Json.cursor(message, v);
      for (int i = 0; elements.next(); i++) {
        inside(i, elements, secret);
      }
    } else if (secret && (first == '"' || Json.isNumber(message, v))) {
      splice.replace(v, utf8(Json.quote(MARK)));
      places.add(place());
    } else if (first == '"' && (message[v.from() + 1] == '{' || message[v.from() + 1] == '[')) {
      inText(v);
    }
  }

  private void inside(Object step, JsonCursor value, boolean secret) {
    at.add(step);
    value(new Span(value.from(), value.to()), secret);
    at.removeLast();
  }

  /// JSON in a string, such as the text of a result that repeats its structure.
  private void inText(Span text) {
    byte[] inner = Json.string(message, text).getBytes(StandardCharsets.UTF_8);
    Json.validate(inner)
        .ifPresent(root -> {
          Redacted redacted = of(inner, root);
          if (!redacted.places().isEmpty()) {
            splice.replace(
                text, utf8(Json.quote(new String(redacted.message(), StandardCharsets.UTF_8))));
            redacted.places().forEach(p -> places.add(place().and(p)));
          }
        });
  }

  private Place place() {
    Place place = Place.ALL;
    for (Object step : at) {
      place = step instanceof Integer i ? place.index(i) : place.key(String.valueOf(step));
    }
    return place;
  }

  private static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
