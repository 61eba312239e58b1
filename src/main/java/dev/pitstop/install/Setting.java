package dev.pitstop.install;

import dev.pitstop.textedit.TomlKey;

/// A client's own setting that helps a server behind Pitstop. It is written only if its key is not
/// there yet: a value that the user has chosen stays.
public sealed interface Setting {
  String key();

  /// The value as it is written, in JSON and TOML alike.
  String value();

  /// What the client does without it, and how it helps; a clause without a full stop.
  String why();

  /// A setting in the entry of one server.
  ///
  /// @param ofBuilds whether it helps only a server with a build, because a call may then take long
  record OfServer(String key, String value, boolean ofBuilds, String why) implements Setting {
    @Override
    public String toString() {
      return key + " = " + value;
    }
  }

  /// A setting for all servers of the client.
  ///
  /// @param table the TOML table that holds it
  record OfClient(String table, String key, String value, String why) implements Setting {
    /// Where it is written.
    TomlKey place() {
      return new TomlKey(table, key, value);
    }

    @Override
    public String toString() {
      return "[" + table + "] " + key + " = " + value;
    }
  }
}
