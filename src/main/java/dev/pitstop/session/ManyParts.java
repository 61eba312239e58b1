package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Settings;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.process.Spawner;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// What a session with many servers is made of.
///
/// @param servers the servers at the start
/// @param settings of all servers, where their entries say nothing else
/// @param builders makes a server's builder, if it has a build command
/// @param tools which of Pitstop's own tools are offered, by name
/// @param listMillis how long lists wait for a server that is starting
/// @param entries reads and saves the entries of servers that an agent adds
public record ManyParts(
    List<ServerSpec> servers,
    Settings settings,
    Spawner spawner,
    Timers timers,
    Log log,
    Function<ServerSpec, Optional<Builder>> builders,
    Predicate<String> tools,
    long listMillis,
    NoticeMode notices,
    String version,
    String logFile,
    Entries entries) {

  /// Reads and saves server entries, in the form of a configuration file.
  public interface Entries {
    /// The members that an entry may have, as the content of the `properties` of a JSON Schema.
    String schema();

    /// Reads the entry of a server that an agent adds.
    ///
    /// @param entry as in a configuration file in the working directory
    /// @throws IllegalArgumentException saying what is wrong with it
    ServerSpec read(String name, JsonObject entry);

    /// Saves a server for the next session. From now on it belongs to the file. Writes a file: do
    /// not call it in a turn.
    ///
    /// @throws IOException saying why it could not be saved
    Saved save(String name, JsonObject entry) throws IOException;

    /// The file that has an entry for a server of this name, whether or not the server runs. Do not
    /// call it in a turn.
    Optional<String> savedIn(String name);

    /// Removes that entry from the file. Writes a file: do not call it in a turn.
    ///
    /// @throws IOException saying why it could not be removed
    void forget(String name) throws IOException;
  }

  /// Where a server was saved.
  ///
  /// @param again whether the file had been deleted, and was written again with all its entries
  public record Saved(String file, boolean again) {}
}
