package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.pitstop.Rounds;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The wire layer against Gson in its strict mode, on input that is valid, nearly valid, or
/// neither. Both see the bytes as ISO 8859-1, so that every byte is one character and the UTF-8 in
/// strings, which neither has to judge, cannot make a difference; the structure of JSON is ASCII.
/// One seed is new in every run, and printed.
@DisplayName("wire layer against Gson")
class WireFuzzTest {
  private static final int ROUNDS = Rounds.of(4_000);

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.pitstop.rpc.JsonGenerator#seeds")
  void codecAgreesWithGson(long seed) {
    JsonGenerator generator = new JsonGenerator(new Random(seed));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] valid = generator.message();
      check(valid, true);
      byte[] mutated = valid;
      for (int i = 0; i < 3; i++) {
        mutated = generator.mutate(mutated);
        check(mutated, false);
      }
      check(generator.soup(), false);
    }
  }

  private static void check(byte[] line, boolean mustBeValid) {
    try {
      Optional<JsonElement> tree = gson(line);
      assertThat(tree.isPresent() || !mustBeValid).as("generated as valid").isTrue();
      assertThat(Json.validate(line).isPresent()).as("valid").isEqualTo(tree.isPresent());
      Message message = Codec.parse(line);
      if (!Arrays.equals(message.bytes(), line)) { // one of two members is null
        assertThat(gson(message.bytes())).contains(taken(tree.orElseThrow()));
        check(message.bytes(), true);
        return;
      }
      assertThat(message.bytes()).isSameAs(line);
      if (tree.isEmpty()) {
        assertThat(((Message.Malformed) message).code()).isEqualTo(Message.PARSE_ERROR);
      } else {
        compare(line, message, tree.get());
      }
      // Best effort on any bytes, but it must not throw, nor see what a whole message has not.
      Optional<RequestId> inHead = Head.of(line, line).id();
      if (message instanceof Message.Request request) {
        assertThat(inHead).contains(request.id());
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("on: " + Json.quote(new String(line, ISO_8859_1)), e);
    }
  }

  /// What is taken of a response with a result and an error, of which one is null.
  private static JsonElement taken(JsonElement tree) {
    if (!(tree instanceof JsonObject o) || !o.has("result") || !o.has("error")) {
      return tree;
    }
    JsonObject taken = o.deepCopy();
    taken.remove(o.get("error").isJsonNull() ? "error" : "result");
    return taken;
  }

  private static void compare(byte[] line, Message message, JsonElement tree) {
    switch (message) {
      case Message.Request m -> {
        assertThat(shape(tree)).isEqualTo("request");
        JsonObject object = tree.getAsJsonObject();
        compareId(line, m.id(), m.idSpan(), object);
        compareMethod(m.method(), object);
        compareSpan(line, m.params(), object, "params");
        compareMembers(line, m.params(), m::param);
      }
      case Message.Notification m -> {
        assertThat(shape(tree)).isEqualTo("notification");
        compareMethod(m.method(), tree.getAsJsonObject());
        compareSpan(line, m.params(), tree.getAsJsonObject(), "params");
        compareMembers(line, m.params(), m::param);
      }
      case Message.Result m -> {
        assertThat(shape(tree)).isEqualTo("result");
        compareId(line, m.id(), m.idSpan(), tree.getAsJsonObject());
        compareSpan(line, m.result(), tree.getAsJsonObject(), "result");
        compareMembers(line, m.result(), m::member);
      }
      case Message.Failure m -> {
        assertThat(shape(tree)).isEqualTo("failure");
        if (m.id().isPresent()) {
          compareId(line, m.id().get(), m.idSpan(), tree.getAsJsonObject());
        } else {
          compareSpan(line, m.idSpan(), tree.getAsJsonObject(), "id");
        }
        compareSpan(line, m.error(), tree.getAsJsonObject(), "error");
        compareMembers(line, m.error(), m::member);
      }
      case Message.Malformed m -> {
        assertThat(m.code()).isEqualTo(Message.INVALID_REQUEST);
        // An id that is not UTF-8 is the one thing Gson cannot see here.
        assertThat(shape(tree)).matches(s -> s.equals("invalid") || !isUtf8(line));
        if (m.id().isPresent()) {
          assertThat(lexeme(tree.getAsJsonObject().get("id"))).isEqualTo(value(m.id().get()));
        }
      }
    }
    if (tree.isJsonObject()) {
      compareNavigation(line, tree.getAsJsonObject());
    }
  }

  /// What the reader noted is what a search finds, for all names that are there and one that is
  /// not.
  private static void compareMembers(byte[] line, Span object, Function<String, Span> noted) {
    Json.members(
        line,
        object,
        (key, value) -> {
          String name = Json.string(line, key);
          assertThat(noted.apply(name)).isEqualTo(Json.member(line, object, name));
        });
    assertThat(noted.apply("no such member")).isEqualTo(Span.NONE);
  }

  /// The rules of [Codec] over again, on a tree.
  private static String shape(JsonElement tree) {
    if (!(tree instanceof JsonObject object)
        || !new JsonPrimitive("2.0").equals(object.get("jsonrpc"))) {
      return "invalid";
    }
    boolean id = object.has("id");
    boolean nullId = id && object.get("id").isJsonNull();
    boolean goodId = id && !lexeme(object.get("id")).isEmpty();
    boolean result = object.has("result");
    boolean error = object.has("error");
    if (id && !nullId && !goodId) {
      return "invalid";
    }
    if (object.has("method")) {
      JsonElement params = object.get("params");
      boolean good =
          isString(object.get("method"))
              && (params == null || params.isJsonObject())
              && !nullId
              && !result
              && !error;
      return !good ? "invalid" : id ? "request" : "notification";
    }
    if (result == error) {
      return "invalid";
    }
    if (error) {
      return object.get("error").isJsonObject() ? "failure" : "invalid";
    }
    return goodId ? "result" : "invalid";
  }

  private static boolean isString(JsonElement e) {
    return e instanceof JsonPrimitive p && p.isString();
  }

  /// Type and text of an id, "" for what cannot be one.
  private static String lexeme(JsonElement e) {
    if (!(e instanceof JsonPrimitive p) || p.isBoolean()) {
      return "";
    }
    return (p.isString() ? "string " : "number ") + p.getAsString();
  }

  private static String value(RequestId id) {
    byte[] b = id.bytes();
    return b[0] == '"' ? "string " + gson(b).orElseThrow().getAsString() : "number " + id.lexeme();
  }

  private static void compareId(byte[] line, RequestId id, Span span, JsonObject object) {
    assertThat(id.lexeme()).isEqualTo(span.text(line));
    assertThat(value(id)).isEqualTo(lexeme(object.get("id")));
  }

  private static void compareMethod(String method, JsonObject object) {
    String expected = object.get("method").getAsString();
    // Raw bytes beyond ASCII were read as ISO 8859-1 by Gson and as UTF-8 by us.
    if (expected.chars().allMatch(c -> c < 0x80)) {
      assertThat(method).isEqualTo(expected);
    }
  }

  private static void compareSpan(byte[] line, Span span, JsonObject object, String key) {
    assertThat(span.present()).isEqualTo(object.has(key));
    if (span.present()) {
      String text = new String(line, span.from(), span.length(), ISO_8859_1);
      assertThat(text).isEqualTo(text.strip());
      assertThat(gson(text.getBytes(ISO_8859_1))).contains(object.get(key));
    }
  }

  /// [Json]: every member by name, one level down too, and every element.
  private static void compareNavigation(byte[] line, JsonObject tree) {
    Span root = Json.validate(line).orElseThrow();
    for (String key : tree.keySet()) {
      if (key.chars().allMatch(c -> c < 0x80)) {
        Span value = Json.member(line, root, key);
        compareSpan(line, value, tree, key);
        JsonElement expected = tree.get(key);
        assertThat(Json.isObject(line, value)).isEqualTo(expected.isJsonObject());
        assertThat(Json.isArray(line, value)).isEqualTo(expected.isJsonArray());
        assertThat(Json.isString(line, value)).isEqualTo(isString(expected));
        if (expected.isJsonArray()) {
          assertThat(Json.elements(line, value)).hasSize(expected.getAsJsonArray().size());
        }
        if (expected.isJsonObject()) {
          for (String inner : expected.getAsJsonObject().keySet()) {
            if (inner.chars().allMatch(c -> c < 0x80)) {
              compareSpan(
                  line, Json.path(line, root, key, inner), expected.getAsJsonObject(), inner);
            }
          }
        }
      }
    }
    assertThat(Json.member(line, root, "no such member").present()).isFalse();
  }

  private static boolean isUtf8(byte[] b) {
    return Arrays.equals(new String(b, UTF_8).getBytes(UTF_8), b);
  }

  /// The tree, or empty if Gson finds the text invalid.
  ///
  /// Where strict Gson is not what we want: it refuses escapes of lone surrogates, which RFC 8259
  /// section 8.2 leaves open and we forward, so surrogates are mapped to other characters; it skips
  /// a byte order mark, which cannot appear in ISO 8859-1; its limit of nesting is set to ours.
  static Optional<JsonElement> gson(byte[] b) {
    try {
      JsonReader reader = new JsonReader(new StringReader(withoutSurrogates(b)));
      reader.setStrictness(Strictness.STRICT);
      reader.setNestingLimit(JsonScanner.MAX_DEPTH);
      if (reader.peek() == JsonToken.END_DOCUMENT) {
        return Optional.empty();
      }
      JsonElement tree = JsonParser.parseReader(reader);
      return reader.peek() == JsonToken.END_DOCUMENT ? Optional.of(tree) : Optional.empty();
    } catch (JsonParseException | MalformedJsonException | EOFException invalid) {
      return Optional.empty(); // the answer that was asked for
    } catch (IOException e) {
      return fail("a string cannot fail to be read", e);
    }
  }

  private static String withoutSurrogates(byte[] b) {
    StringBuilder text = new StringBuilder(new String(b, ISO_8859_1));
    for (int i = 0; i + 3 < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
        boolean surrogate =
            text.charAt(i) == 'u'
                && (text.charAt(i + 1) == 'd' || text.charAt(i + 1) == 'D')
                && "89abcdefABCDEF".indexOf(text.charAt(i + 2)) >= 0;
        if (surrogate) {
          text.setCharAt(i + 1, 'e');
        }
      }
    }
    return text.toString();
  }
}
