package dev.pitstop.session.members;

import com.google.gson.JsonObject;
import dev.pitstop.hub.ServerSpec;
import java.io.IOException;
import java.util.Optional;

/// Reads and saves server entries, in the form of a configuration file.
public interface ServerEntries {
  /// The members that an entry may have, as the content of the `properties` of a JSON Schema.
  String schema();

  /// Reads the entry of a server that an agent adds.
  ///
  /// @param entry as in a configuration file in the working directory
  /// @return empty if it is disabled
  /// @throws IllegalArgumentException saying what is wrong with it
  Optional<ServerSpec> read(String name, JsonObject entry);

  /// Saves a server for the next session. From now on it belongs to the file. Writes a file: do not
  /// call it in a turn.
  ///
  /// @throws IOException saying why it could not be saved
  void save(String name, JsonObject entry) throws IOException;

  /// Writes the build command into the entry of a server, and leaves the rest of it. Writes a file:
  /// do not call it in a turn.
  ///
  /// @param build blank for none
  /// @throws IOException saying why it could not be saved
  void keep(String name, String build) throws IOException;

  /// The configuration file, whether it exists or not.
  String file();

  /// The file that has an entry for a server of this name, whether or not the server runs. Do not
  /// call it in a turn.
  Optional<String> savedIn(String name);

  /// Removes that entry from the file. Writes a file: do not call it in a turn.
  ///
  /// @throws IOException saying why it could not be removed
  void forget(String name) throws IOException;
}
