package dev.pitstop.session.texts;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/// Facts as an object of JSON, for programs beside a text. What is not known is left out.
public final class JsonFacts {
  private final JsonObject json = new JsonObject();

  public JsonFacts with(String name, JsonElement value) {
    json.add(name, value);
    return this;
  }

  public JsonFacts with(String name, String value) {
    return with(name, new JsonPrimitive(value));
  }

  public JsonFacts with(String name, Number value) {
    return with(name, new JsonPrimitive(value));
  }

  public JsonFacts with(String name, boolean value) {
    return with(name, new JsonPrimitive(value));
  }

  public JsonFacts with(String name, List<String> words) {
    JsonArray all = new JsonArray();
    words.forEach(all::add);
    return with(name, all);
  }

  public JsonFacts with(String name, Optional<String> value) {
    return value.isPresent() ? with(name, value.get()) : this;
  }

  public JsonFacts with(String name, OptionalLong value) {
    return value.isPresent() ? with(name, value.getAsLong()) : this;
  }

  /// The same if it is so.
  public JsonFacts when(boolean known, String name, Number value) {
    return known ? with(name, value) : this;
  }

  /// The same unless there are none.
  public JsonFacts some(String name, List<String> words) {
    return words.isEmpty() ? this : with(name, words);
  }

  public <T> JsonFacts of(Optional<T> what, BiConsumer<T, JsonFacts> say) {
    what.ifPresent(it -> say.accept(it, this));
    return this;
  }

  public JsonObject json() {
    return json;
  }
}
