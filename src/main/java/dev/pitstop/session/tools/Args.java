package dev.pitstop.session.tools;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.session.words.WrongArguments;
import java.util.Optional;

/// Reads arguments of Pitstop's own tools. Missing or `null` arguments get their default, and
/// agents may write `"20"` for 20. An argument that does not fit the schema is remembered as wrong.
final class Args {
  private final JsonObject args;
  private Optional<String> wrong = Optional.empty();

  Args(JsonObject args) {
    this.args = args;
  }

  /// What the first wrong argument should have been, with Pitstop's mark.
  Optional<String> wrong() {
    return wrong;
  }

  /// A whole number from 1 to `max`.
  int number(String name, int otherwise, int max) {
    Optional<JsonElement> e = present(name);
    if (e.isEmpty()) {
      return otherwise;
    }
    Optional<Integer> number = e.flatMap(Args::whole).filter(n -> n >= 1 && n <= max);
    return number.orElseGet(() -> {
      wrong(WrongArguments.number(name, max));
      return otherwise;
    });
  }

  private static Optional<Integer> whole(JsonElement e) {
    return e instanceof JsonPrimitive p && p.getAsString().matches("\\d{1,9}(\\.0)?")
        ? Optional.of((int) p.getAsDouble())
        : Optional.empty();
  }

  boolean flag(String name, boolean otherwise) {
    Optional<JsonElement> e = present(name);
    if (e.isEmpty()) {
      return otherwise;
    }
    String text = e.get() instanceof JsonPrimitive p ? p.getAsString() : "";
    if (!text.equals("true") && !text.equals("false")) {
      wrong(WrongArguments.flag(name));
    }
    return text.equals("true");
  }

  String text(String name) {
    Optional<JsonElement> e = present(name);
    if (e.isPresent() && e.get() instanceof JsonPrimitive p && p.isString()) {
      return p.getAsString();
    }
    if (e.isPresent()) {
      wrong(WrongArguments.text(name));
    }
    return "";
  }

  private Optional<JsonElement> present(String name) {
    return Optional.ofNullable(args.get(name)).filter(e -> !e.isJsonNull());
  }

  private void wrong(String text) {
    if (wrong.isEmpty()) {
      wrong = Optional.of(text);
    }
  }
}
