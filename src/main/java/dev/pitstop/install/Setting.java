package dev.pitstop.install;

/// A setting of a client's own that helps a server behind Pitstop. It is written only where its key
/// does not stand yet: what somebody has chosen stays.
public sealed interface Setting {
  String key();

  /// As it is written, in JSON and in TOML alike.
  String value();

  /// What the client does without it, and what is better with it; a clause without a full stop.
  String why();

  /// One that stands in the entry of a server.
  ///
  /// @param ofBuilds whether it is of use only where a call may build, which takes long
  record OfServer(String key, String value, boolean ofBuilds, String why) implements Setting {
    @Override
    public String toString() {
      return key + " = " + value;
    }
  }

  /// One that is for all servers of the client.
  ///
  /// @param table of TOML in which it stands
  record OfClient(String table, String key, String value, String why) implements Setting {
    @Override
    public String toString() {
      return "[" + table + "] " + key + " = " + value;
    }
  }
}
