package dev.pitstop.catalog;

import com.google.gson.JsonPrimitive;
import java.util.Optional;

/// Names of tools and prompts behind several servers: `server__tool` (M2).
///
/// A name is split at its *first* `__`. That is unambiguous for every tool name, also one that
/// starts with `_`, because a server name neither holds `__` nor ends in `_`.
public final class Namespace {
  private static final String SEPARATOR = "__";
  private static final int MAX_SERVER_NAME = 32;

  private Namespace() {}

  /// A server and the name that the server itself knows.
  public record Qualified(String server, String name) {}

  /// What is wrong with a server name, in words for whoever chose it; empty if it is good.
  public static Optional<String> problem(String server) {
    if (server.isEmpty()) {
      return Optional.of("a server name must not be empty");
    }
    if (server.length() > MAX_SERVER_NAME) {
      return Optional.of("a server name has at most " + MAX_SERVER_NAME + " characters");
    }
    for (int i = 0; i < server.length(); i++) {
      if (!allowed(server.charAt(i))) {
        return Optional.of(
            "a server name consists of letters A-Z a-z, digits, '_' and '-', not of "
                + Wording.value(
                    new JsonPrimitive(server.substring(i, server.offsetByCodePoints(i, 1)))));
      }
    }
    if (server.contains(SEPARATOR)) {
      return Optional.of("a server name must not contain \"__\": it separates server and tool");
    }
    if (server.endsWith("_")) {
      return Optional.of("a server name must not end in '_'");
    }
    return Optional.empty();
  }

  /// The name under which clients see a server's tool or prompt.
  ///
  /// @throws IllegalArgumentException if the server name is not a good one
  public static String encode(String server, String name) {
    Optional<String> problem = problem(server);
    if (problem.isPresent()) {
      throw new IllegalArgumentException(problem.get());
    }
    return server + SEPARATOR + name;
  }

  /// The inverse of [#encode]; empty for text that no encoding yields.
  public static Optional<Qualified> decode(String qualified) {
    int at = qualified.indexOf(SEPARATOR);
    if (at < 0 || problem(qualified.substring(0, at)).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new Qualified(qualified.substring(0, at), qualified.substring(at + SEPARATOR.length())));
  }

  private static boolean allowed(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }
}
