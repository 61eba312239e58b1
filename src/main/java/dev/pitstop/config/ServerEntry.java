package dev.pitstop.config;

import dev.pitstop.hub.ServerSpec;
import dev.pitstop.textedit.KeyPath;
import java.util.Optional;
import java.util.TreeSet;

/// One server of the configuration file, with its variables replaced.
///
/// Two entries are equal if the same server would run in the same way: the position in the file,
/// whitespace, comments and the order of keys make no difference, a variable's new value does.
/// `toString` shows only names, because arguments, addresses and values may be secrets.
///
/// @param written the name as written in the file; not empty, but otherwise any text
/// @param spec how the server is run; empty if the entry is disabled
public record ServerEntry(String written, Optional<ServerSpec> spec) {
  @Override
  public String toString() {
    return "ServerEntry["
        + KeyPath.name(written)
        + spec.map(s -> ", env " + new TreeSet<>(s.command().env().keySet())).orElse(", disabled")
        + "]";
  }
}
