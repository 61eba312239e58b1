package dev.pitstop.http;

import static java.util.stream.Collectors.joining;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Knows which arguments of which tools a server also wants as headers (2026-07-28, Streamable
/// HTTP, "Custom Headers from Tool Parameters"). It learns them from the tool lists of one server.
///
/// On any thread: a session's exchanges run independently. A call uses the latest annotations of
/// its tool.
public final class ParamHeaders {
  private static final String PREFIX = "Mcp-Param-";
  private static final Set<String> LITERALS = Set.of("true", "false");

  /// One annotation.
  ///
  /// @param name the header's name, without `Mcp-Param-`
  /// @param path the member names that lead to the argument
  public record Param(String name, List<String> path) {
    public Param {
      path = List.copyOf(path);
    }
  }

  /// The faults of one list.
  ///
  /// @param invalid the reason, by tool, for tools that must not be offered
  /// @param message the list without the invalid tools, the others byte for byte; empty if all are
  ///   valid
  public record Learned(Map<String, String> invalid, Optional<byte[]> message) {}

  /// The annotations by tool. Calls read them, lists write them.
  private final Map<String, List<Param>> known = new ConcurrentHashMap<>();

  /// Learns from an answer to `tools/list`, or from one page of it.
  ///
  /// @param result the span of its result
  public Learned learn(byte[] message, Span result) {
    Map<String, String> invalid = new LinkedHashMap<>();
    List<Span> all = Json.elements(message, Json.member(message, result, "tools"));
    List<Span> kept = new ArrayList<>(all.size());
    for (Span tool : all) {
      String name = Json.string(message, Json.member(message, tool, "name"));
      SchemaHeaders found = SchemaHeaders.of(message, Json.member(message, tool, "inputSchema"));
      known.put(name, found.params());
      if (found.fault().isPresent()) {
        invalid.put(name, found.fault().get());
      } else {
        kept.add(tool);
      }
    }
    if (invalid.isEmpty()) {
      return new Learned(invalid, Optional.empty());
    }
    String valid = kept.stream().map(tool -> tool.text(message)).collect(joining(",", "[", "]"));
    byte[] list = valid.getBytes(StandardCharsets.UTF_8);
    return new Learned(
        invalid,
        Optional.of(
            new Splice(message).replace(Json.member(message, result, "tools"), list).apply()));
  }

  /// The headers of a call. An argument gets none if it is absent, `null`, an array or an object.
  ///
  /// @param arguments their span, or [Span#NONE]
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

  /// A number is sent as it is written: the server compares it with the argument.
  private static Optional<String> text(byte[] b, Span value) {
    if (Json.isString(b, value)) {
      return Optional.of(Json.string(b, value));
    }
    boolean plain = Json.isNumber(b, value) || LITERALS.contains(value.text(b));
    return plain ? Optional.of(value.text(b)) : Optional.empty();
  }
}
