package dev.pitstop.monitoring;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// An object of JSON: a line of a journal or of a session's answer, or an object in one. Immutable;
/// nobody writes to the bytes. A member that is missing reads as "", 0 or false.
///
/// @param bytes valid JSON
/// @param at where the object is in them
public record JsonLine(byte[] bytes, Span at) {
  /// An object without members.
  public static final JsonLine NONE = new JsonLine(new byte[] {'{', '}'}, new Span(0, 2));

  private static final int MOST_DIGITS = 18; // they fit a long

  /// The line; empty if it is not an object of JSON.
  public static Optional<JsonLine> of(byte[] line) {
    return Json.validate(line)
        .filter(at -> Json.isObject(line, at))
        .map(at -> new JsonLine(line, at));
  }

  /// The same for a text; an object without members if it is none.
  public static JsonLine read(String line) {
    return of(line.getBytes(StandardCharsets.UTF_8)).orElse(NONE);
  }

  private Span member(String name) {
    return Json.member(bytes, at, name);
  }

  public boolean has(String name) {
    return member(name).present();
  }

  /// What kind of line it is.
  public String type() {
    return text("type");
  }

  public String text(String name) {
    return Json.string(bytes, member(name));
  }

  /// A whole number that is not negative.
  public long number(String name) {
    String digits = member(name).text(bytes);
    return Words.isNumber(digits, MOST_DIGITS) ? Long.parseLong(digits) : 0;
  }

  public boolean flag(String name) {
    return Json.isTrue(bytes, member(name));
  }

  /// A member that is an object.
  public Optional<JsonLine> object(String name) {
    return Optional.of(member(name)).filter(m -> Json.isObject(bytes, m)).map(this::inside);
  }

  /// The objects in a member that is an array.
  public List<JsonLine> objects(String name) {
    return Json.elements(bytes, member(name)).stream()
        .filter(e -> Json.isObject(bytes, e))
        .map(this::inside)
        .toList();
  }

  /// The strings in a member that is an array.
  public List<String> texts(String name) {
    return Json.elements(bytes, member(name)).stream().map(e -> Json.string(bytes, e)).toList();
  }

  private JsonLine inside(Span span) {
    return new JsonLine(bytes, span);
  }

  /// A member as JSON; empty if it is missing.
  public Optional<String> json(String name) {
    return Optional.of(member(name)).filter(Span::present).map(m -> m.text(bytes));
  }

  /// The object as JSON, as it came.
  public String json() {
    return at.text(bytes);
  }
}
