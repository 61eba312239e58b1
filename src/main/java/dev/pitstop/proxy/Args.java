package dev.pitstop.proxy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;

/// Reads arguments of our own tools, forgivingly: agents write `"20"` for 20.
final class Args {
  private Args() {}

  static int number(JsonObject args, String name, int otherwise, int max) {
    JsonElement e = args.get(name);
    if (!(e instanceof JsonPrimitive p)) {
      return otherwise;
    }
    try {
      return (int) Math.max(1, Math.min(max, p.getAsDouble()));
    } catch (NumberFormatException notANumber) {
      return otherwise;
    }
  }

  static boolean flag(JsonObject args, String name, boolean otherwise) {
    return args.get(name) instanceof JsonPrimitive p
        ? p.getAsString().equalsIgnoreCase("true")
        : otherwise;
  }

  static String text(JsonObject args, String name) {
    return args.get(name) instanceof JsonPrimitive p ? p.getAsString() : "";
  }
}
