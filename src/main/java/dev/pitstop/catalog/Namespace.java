package dev.pitstop.catalog;

import com.google.gson.JsonPrimitive;
import dev.pitstop.text.Variables;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Names of tools and prompts behind several servers: `server__tool` as long as that has at most
/// [#BUDGET] characters, otherwise an alias: its beginning, `_` and digits of a hash.
///
/// A name is split at its *first* `__`. That is unambiguous for every tool name, including those
/// that start with `_`, because a server name neither contains `__` nor ends in `_`. So names of
/// different servers never collide. An alias depends on the names of server and tool alone, so that
/// it is the same in every session, whatever else is listed.
public final class Namespace {
  /// The most characters of an exposed name. Many clients allow 64, and some end the session at a
  /// longer one; they add a prefix of 14 characters, `mcp__pitstop__`.
  static final int BUDGET = 50;

  private static final int DIGITS = 8;
  private static final String SEPARATOR = "__";
  private static final int MAX_SERVER_NAME = 32;
  private static final String NAMELESS = "server";

  private Namespace() {}

  /// What is wrong with a server name, in words for the person who chose it; empty if it is valid.
  public static Optional<String> problem(String server) {
    Optional<String> odd =
        server
            .codePoints()
            .filter(c -> c > Character.MAX_VALUE || !(c == '-' || Variables.inName((char) c)))
            .mapToObj(Character::toString)
            .findFirst();
    String wrong =
        server.isEmpty()
            ? "must not be empty"
            : server.length() > MAX_SERVER_NAME
                ? "can have at most " + MAX_SERVER_NAME + " characters"
                : odd.isPresent()
                    ? "can contain only A-Z, a-z, 0-9, '_' and '-', not "
                        + ForeignText.value(new JsonPrimitive(odd.get()))
                    : server.contains(SEPARATOR)
                        ? "must not contain \"__\": it separates server and tool"
                        : server.endsWith("_") ? "must not end with '_'" : "";
    return Optional.of("a server name " + wrong).filter(text -> !wrong.isEmpty());
  }

  /// The full name of a server's tool or prompt, which clients can use in any case.
  static String encode(String server, String name) {
    return server + SEPARATOR + name;
  }

  /// The name under which clients see a server's tool or prompt.
  public static String expose(String server, String name) {
    String full = encode(server, name);
    if (full.length() <= BUDGET) {
      return full;
    }
    int kept = BUDGET - DIGITS - 1;
    if (Character.isSurrogatePair(full.charAt(kept - 1), full.charAt(kept))) {
      kept--;
    }
    String hash = UUID.nameUUIDFromBytes(full.getBytes(StandardCharsets.UTF_8)).toString();
    return full.substring(0, kept) + "_" + hash.substring(0, DIGITS);
  }

  /// The server's own name for an exposed name, alias or `server__name`; empty if the exposed name
  /// belongs to another server or to none. A result does not mean that the name is listed.
  public static Optional<String> inner(String server, String exposed, Catalog catalog, Kind kind) {
    String prefix = server + SEPARATOR;
    if (!exposed.startsWith(prefix)) {
      return Optional.empty();
    }
    String plain = exposed.substring(prefix.length());
    return catalog.find(kind, plain).isPresent() || exposed.length() > BUDGET
        ? Optional.of(plain)
        : catalog.entries(kind).stream()
            .map(Entry::key)
            .filter(key -> prefix.length() + key.length() > BUDGET)
            .filter(key -> expose(server, key).equals(exposed))
            .findFirst()
            .or(() -> Optional.of(plain));
  }

  /// The server's part of a name, whether or not a server can have that name; empty if there is
  /// none.
  public static String server(String qualified) {
    return qualified.substring(0, Math.max(0, qualified.indexOf(SEPARATOR)));
  }

  /// A valid name for one more server: the written one if it is valid and free, otherwise one
  /// derived from it by the rule in docs/design/many-servers.md.
  public static String fit(String written, Set<String> taken) {
    String name = problem(written).isEmpty() ? written : repaired(written);
    String free = name;
    for (int n = 2; taken.contains(free); n++) {
      String number = "-" + n;
      free = ending(name, MAX_SERVER_NAME - number.length()) + number;
    }
    return free;
  }

  private static String repaired(String written) {
    String name =
        written
            .replaceAll("[^A-Za-z0-9_-]+", "-")
            .replaceAll("_{2,}", "_")
            .replaceFirst("^[_-]+", "");
    String kept = ending(name, MAX_SERVER_NAME);
    return kept.isEmpty() ? NAMELESS : kept;
  }

  /// At most `max` characters of the name, without `-` and `_` at the end.
  private static String ending(String name, int max) {
    return name.substring(0, Math.min(max, name.length())).replaceFirst("[_-]+$", "");
  }
}
