package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The exposed names of one server's tools, or of its prompts, and the way back to the server's
/// names. Immutable.
///
/// A name is `server__name` as long as that has at most [ExposedName#BUDGET] characters, otherwise
/// an alias. Names of different servers never collide, as each is split at its first `__` into
/// server and name. Within a server, a name that needs no alias is never changed, and aliases that
/// would be equal get more digits. The order of the list does not matter, and a new name changes
/// another's alias only if the two would be equal.
public final class AliasTable {
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
    Set<String> pending = new LinkedHashSet<>();
    for (String name : names) {
      if (ExposedName.fits(server, name)) {
        taken.add(prefix + name);
      } else {
        pending.add(name);
      }
    }
    Map<String, String> toInner = new HashMap<>();
    Map<String, String> toAlias = new HashMap<>();
    // This ends: from some attempt on each name gets a new hash, and at most names.size() of these
    // are taken.
    for (int attempt = 0; !pending.isEmpty(); attempt++) {
      Map<String, List<String>> wanted = new HashMap<>();
      for (String name : pending) {
        Optional<String> alias = ExposedName.alias(server, name, attempt);
        if (alias.isPresent() && !taken.contains(alias.get())) {
          wanted.computeIfAbsent(alias.get(), a -> new ArrayList<>()).add(name);
        }
      }
      for (Map.Entry<String, List<String>> e : wanted.entrySet()) {
        if (e.getValue().size() == 1) {
          String name = e.getValue().getFirst();
          toInner.put(e.getKey(), name);
          toAlias.put(name, e.getKey());
          pending.remove(name);
        }
        taken.add(e.getKey());
      }
    }
    return new AliasTable(prefix, toInner, toAlias);
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
