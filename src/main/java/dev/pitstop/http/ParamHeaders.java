package dev.pitstop.http;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Which arguments of which tools a server wants as headers too (2026-07-28, Streamable HTTP,
/// "Custom Headers from Tool Parameters"), learned from the lists of one server as they come.
///
/// Any thread: each exchange of a session runs by itself. A call sees what was last learned of its
/// tool.
public final class ParamHeaders {
  private static final String PREFIX = "Mcp-Param-";

  /// A longer number is told as it was written: it is no integer that a header may carry.
  private static final int MOST_DIGITS = 40;

  /// One annotation.
  ///
  /// @param name the header's, without `Mcp-Param-`
  /// @param path the names that lead to the argument
  public record Param(String name, List<String> path) {
    public Param {
      path = List.copyOf(path);
    }
  }

  /// What one list said.
  ///
  /// @param tools the annotations by tool, of those that have any and are valid
  /// @param invalid why, by tool, for those that must not be offered
  /// @param message the list without them, the rest byte for byte; empty if there are none
  public record Learned(
      Map<String, List<Param>> tools, Map<String, String> invalid, Optional<byte[]> message) {}

  /// By tool; read by the exchanges of calls, written by those of lists.
  private final Map<String, List<Param>> known = new ConcurrentHashMap<>();

  /// Learns from an answer to `tools/list`, or one page of it.
  ///
  /// @param result where its result lies
  public Learned learn(byte[] message, Span result) {
    Map<String, List<Param>> tools = new LinkedHashMap<>();
    Map<String, String> invalid = new LinkedHashMap<>();
    List<Span> all = Json.elements(message, Json.member(message, result, "tools"));
    List<Boolean> kept = new ArrayList<>(all.size());
    for (Span tool : all) {
      String name = Json.string(message, Json.member(message, tool, "name"));
      SchemaHeaders found = SchemaHeaders.of(message, Json.member(message, tool, "inputSchema"));
      kept.add(found.fault().isEmpty());
      if (found.fault().isPresent()) {
        invalid.put(name, found.fault().get());
      }
      if (found.params().isEmpty()) {
        known.remove(name);
      } else {
        known.put(name, found.params());
        tools.put(name, found.params());
      }
    }
    return new Learned(
        tools,
        invalid,
        kept.contains(false) ? Optional.of(without(message, all, kept)) : Optional.empty());
  }

  /// Cuts elements out, each with the comma before it or, at the beginning, behind it.
  private static byte[] without(byte[] message, List<Span> all, List<Boolean> kept) {
    Splice splice = new Splice(message);
    int i = 0;
    while (i < all.size()) {
      int first = i;
      while (i < all.size() && !kept.get(i)) {
        i++;
      }
      if (i > first) {
        boolean begins = first == 0;
        int from = begins ? all.getFirst().from() : all.get(first - 1).to();
        int to = begins && i < all.size() ? all.get(i).from() : all.get(i - 1).to();
        splice.remove(new Span(from, to));
      }
      i++;
    }
    return splice.apply();
  }

  /// The headers of a call. An argument that is absent or `null`, or neither text nor number nor
  /// boolean, has none.
  ///
  /// @param arguments where they lie, or [Span#NONE]
  public List<Header> headers(String tool, byte[] message, Span arguments) {
    List<Header> headers = new ArrayList<>();
    for (Param param : known.getOrDefault(tool, List.of())) {
      Span value = Json.path(message, arguments, param.path().toArray(new String[0]));
      Optional<String> text = text(message, value);
      if (text.isPresent()) {
        headers.add(new Header(PREFIX + param.name(), HeaderText.encode(text.get())));
      }
    }
    return headers;
  }

  private static Optional<String> text(byte[] b, Span value) {
    if (Json.isString(b, value)) {
      return Optional.of(Json.string(b, value));
    }
    if (Json.isNumber(b, value)) {
      return Optional.of(decimal(value.text(b)));
    }
    String literal = value.length() <= 5 ? value.text(b) : "";
    return literal.equals("true") || literal.equals("false")
        ? Optional.of(literal)
        : Optional.empty();
  }

  /// `4.2e1` and `42.0` are `42`. What is no integer stays as it was written: the server has to
  /// judge it.
  private static String decimal(String lexeme) {
    if (lexeme.length() > MOST_DIGITS) {
      return lexeme;
    }
    try {
      BigDecimal number = new BigDecimal(lexeme);
      boolean small = Math.abs((long) number.precision() - number.scale()) <= MOST_DIGITS;
      return small && (number.signum() == 0 || number.stripTrailingZeros().scale() <= 0)
          ? number.toBigInteger().toString()
          : lexeme;
    } catch (NumberFormatException beyondAnyExponent) {
      return lexeme;
    }
  }
}
