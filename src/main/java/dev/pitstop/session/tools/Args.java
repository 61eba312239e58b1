package dev.pitstop.session.tools;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.session.texts.WrongArguments;
import java.util.Optional;

/// Reads arguments of Pitstop's own tools. Missing or `null` arguments get their default, and
/// agents may write `"20"` for 20.
record Args(JsonObject args) {
  /// An argument does not fit the schema. The message says what it should be, with Pitstop's mark.
  static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    Wrong(String text) {
      super(text);
    }

    String text() {
      return String.valueOf(getMessage());
    }
  }

  /// A whole number from 1 to `max`.
  int number(String name, int otherwise, int max) {
    Optional<JsonElement> e = json(name);
    return e.isEmpty()
        ? otherwise
        : e.flatMap(Args::whole)
            .filter(n -> n >= 1 && n <= max)
            .orElseThrow(() -> new Wrong(WrongArguments.number(name, max)));
  }

  private static Optional<Integer> whole(JsonElement e) {
    return e instanceof JsonPrimitive p && p.getAsString().matches("\\d{1,9}(\\.0)?")
        ? Optional.of((int) p.getAsDouble())
        : Optional.empty();
  }

  boolean flag(String name, boolean otherwise) {
    Optional<JsonElement> e = json(name);
    if (e.isEmpty()) {
      return otherwise;
    }
    String text = e.get() instanceof JsonPrimitive p ? p.getAsString() : "";
    if (!text.equals("true") && !text.equals("false")) {
      throw new Wrong(WrongArguments.flag(name));
    }
    return text.equals("true");
  }

  String text(String name) {
    Optional<JsonElement> e = json(name);
    if (e.isEmpty()) {
      return "";
    }
    if (e.get() instanceof JsonPrimitive p && p.isString()) {
      return p.getAsString();
    }
    throw new Wrong(WrongArguments.text(name));
  }

  /// Any value; empty if the argument is missing.
  Optional<JsonElement> json(String name) {
    return Optional.ofNullable(args.get(name)).filter(e -> !e.isJsonNull());
  }
}
