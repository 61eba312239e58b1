package dev.pitstop.recording;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Replaces secrets in JSON by [#MARK]. A value is a secret if the name of its member says so
/// (docs/terminal.md has the list), or if it is inside such a value. JSON in a string is searched
/// as well. Schemas are not: their members only name what is secret.
public final class Redaction {
  /// Stands for a secret.
  public static final String MARK = "[REDACTED]";

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

  private Redaction(byte[] message) {
    this.message = message;
    this.splice = new Splice(message);
  }

  /// JSON without its secrets; what is no JSON stays as it is.
  public static byte[] of(byte[] json) {
    Redaction r = new Redaction(json);
    Json.validate(json).ifPresent(root -> r.value(root, 0, false));
    return r.splice.apply();
  }

  /// Whether a member of this name holds a secret.
  static boolean isSecret(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    return !NONE.contains(plain) && SECRETS.stream().anyMatch(plain::endsWith);
  }

  private void value(Span v, int depth, boolean secret) {
    byte first = message[v.from()];
    if (depth > DEEPEST) {
      return;
    }
    if (first == '{') {
      Json.members(
          message,
          v,
          (name, value) -> {
            String key = Json.string(message, name);
            if (!SCHEMAS.contains(key)) {
              value(value, depth + 1, secret || isSecret(key));
            }
          });
    } else if (first == '[') {
      Json.elements(message, v).forEach(element -> value(element, depth + 1, secret));
    } else if (secret && (first == '"' || Json.isNumber(message, v))) {
      splice.replace(v, Messages.utf8(Json.quote(MARK)));
    } else if (first == '"' && (message[v.from() + 1] == '{' || message[v.from() + 1] == '[')) {
      inText(v);
    }
  }

  /// JSON in a string, such as the text of a result that repeats its structure.
  private void inText(Span text) {
    byte[] inner = Messages.utf8(Json.string(message, text));
    byte[] without = of(inner);
    if (!Arrays.equals(without, inner)) {
      splice.replace(text, Messages.utf8(Json.quote(new String(without, StandardCharsets.UTF_8))));
    }
  }
}
