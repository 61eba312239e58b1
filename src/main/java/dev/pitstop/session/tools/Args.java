package dev.pitstop.session.tools;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Optional;

/// Reads arguments of Pitstop's own tools. Missing or `null` arguments get their default, and
/// agents may write `"20"` for 20. An argument that does not fit is [Refused].
record Args(JsonObject args) {

  /// A whole number from 1 to `max`.
  int number(String name, int otherwise, int max) {
    Optional<JsonElement> e = json(name);
    return e.isEmpty()
        ? otherwise
        : e.flatMap(Args::whole)
            .filter(n -> n >= 1 && n <= max)
            .orElseThrow(() -> must(name, "a whole number from 1 to " + max));
  }

  private static Optional<Integer> whole(JsonElement e) {
    return e instanceof JsonPrimitive p && p.getAsString().matches("\\d{1,9}(\\.0)?")
        ? Optional.of((int) p.getAsDouble())
        : Optional.empty();
  }

  boolean flag(String name, boolean otherwise) {
    String text =
        json(name)
            .map(e -> e instanceof JsonPrimitive p ? p.getAsString() : "")
            .orElse(String.valueOf(otherwise));
    if (!text.equals("true") && !text.equals("false")) {
      throw must(name, "true or false");
    }
    return text.equals("true");
  }

  String text(String name) {
    return json(name)
        .map(e -> {
          if (e instanceof JsonPrimitive p && p.isString()) {
            return p.getAsString();
          }
          throw must(name, "a string");
        })
        .orElse("");
  }

  static Refused must(String argument, String what) {
    return new Refused("`" + argument + "` must be " + what + ".");
  }

  /// The name of the server that is meant, or nothing. Some tools call it `server`, some `name`,
  /// and agents mix them up.
  String server(String argument) {
    String other = argument.equals("name") ? "server" : "name";
    return text(json(argument).isEmpty() && json(other).isPresent() ? other : argument);
  }

  /// Any value; empty if the argument is missing.
  Optional<JsonElement> json(String name) {
    return Optional.ofNullable(args.get(name)).filter(e -> !e.isJsonNull());
  }
}
