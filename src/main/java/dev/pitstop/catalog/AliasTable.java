package dev.pitstop.catalog;

import dev.pitstop.text.Sha256;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The exposed names of one server's tools, or of its prompts, and the way back to the server's
/// names. Immutable.
///
/// A name is `server__name` as long as that has at most [#BUDGET] characters, otherwise an alias:
/// `server__`, the name's beginning, `_` and digits of a hash. Names of different servers never
/// collide, as each is split at its first `__` into server and name. Within a server, a name that
/// needs no alias is never changed. An alias depends on the names of server and tool alone, so that
/// it is the same in every session, whatever else is listed; only one that is taken gets another
/// hash. The order of the list does not matter.
public final class AliasTable {
  /// The most characters of an exposed name. Many clients allow 64, and some end the session at a
  /// longer one; they add a prefix of 14 characters, `mcp__pitstop__`.
  static final int BUDGET = 50;

  private static final int DIGITS = 8;

  /// Of a server whose names are exposed as they are.
  public static final AliasTable NONE = new AliasTable("", Map.of(), Map.of());

  private final String prefix; // of names that are not aliases
  private final Map<String, String> toInner;
  private final Map<String, String> toAlias;

  private AliasTable(String prefix, Map<String, String> toInner, Map<String, String> toAlias) {
    this.prefix = prefix;
    this.toInner = Map.copyOf(toInner);
    this.toAlias = Map.copyOf(toAlias);
  }

  /// The table of a server that lists these names.
  ///
  /// @throws IllegalArgumentException if the server name is invalid
  public static AliasTable of(String server, Collection<String> names) {
    String prefix = Namespace.encode(server, "");
    Set<String> taken = new HashSet<>();
    Set<String> tooLong = new TreeSet<>(); // in one order, whatever that of the list
    for (String name : names) {
      if (fits(prefix, name)) {
        taken.add(prefix + name);
      } else {
        tooLong.add(name);
      }
    }
    Map<String, String> toInner = new HashMap<>();
    Map<String, String> toAlias = new HashMap<>();
    for (String name : tooLong) {
      int attempt = 0;
      String alias = alias(prefix, name, attempt);
      while (!taken.add(alias)) {
        alias = alias(prefix, name, ++attempt);
      }
      toInner.put(alias, name);
      toAlias.put(name, alias);
    }
    return new AliasTable(prefix, toInner, toAlias);
  }

  static boolean fits(String prefix, String name) {
    return prefix.length() + name.length() <= BUDGET;
  }

  /// A short form of a name that does not fit.
  ///
  /// @param attempt each one has another hash
  static String alias(String prefix, String name, int attempt) {
    String full = prefix + name;
    int kept = BUDGET - DIGITS - 1;
    if (Character.isSurrogatePair(full.charAt(kept - 1), full.charAt(kept))) {
      kept--;
    }
    String hash = sha256(attempt == 0 ? full : full + "\0" + attempt);
    return full.substring(0, kept) + "_" + hash.substring(0, DIGITS);
  }

  /// Hashes the UTF-16 form, high byte first: in UTF-8, names that differ only in an unpaired
  /// surrogate (which JSON allows) would be equal.
  private static String sha256(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    return Sha256.hex(bytes.array());
  }

  /// The name under which clients see this one. A name that is not in the list has no alias:
  /// clients can use its long form.
  public String expose(String name) {
    return toAlias.getOrDefault(name, prefix + name);
  }

  /// The server's own name for an exposed name, alias or `server__name`; empty if the exposed name
  /// belongs to no server or to another. A result does not mean that the name is listed.
  public Optional<String> inner(String exposed) {
    String name = toInner.get(exposed);
    if (name != null) {
      return Optional.of(name);
    }
    return exposed.startsWith(prefix)
        ? Optional.of(exposed.substring(prefix.length()))
        : Optional.empty();
  }
}
