package dev.pitstop.config;

import dev.pitstop.hub.ServerSpec;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Position;
import java.util.Optional;
import java.util.TreeSet;

/// One server of the configuration file, with its variables replaced.
///
/// `toString` shows only names, because arguments, addresses and values may be secrets.
///
/// @param written the name as written in the file; not empty, but otherwise any text
/// @param name the name of the server: the same, or a valid one made of it
/// @param at the position of its key
/// @param key the path of keys that leads to it
/// @param wrong whether it has a mistake, which costs no other entry
/// @param spec how the server is run; empty if the entry is disabled or wrong. Equal ones run in
///   the same way: whitespace, comments and the order of keys make no difference, a variable's new
///   value does
public record ServerEntry(
    String written,
    String name,
    Position at,
    String key,
    boolean wrong,
    Optional<ServerSpec> spec) {
  @Override
  public String toString() {
    return "ServerEntry["
        + KeyPath.name(written)
        + spec.map(s -> ", env " + new TreeSet<>(s.command().env().keySet())).orElse(", no server")
        + "]";
  }
}
