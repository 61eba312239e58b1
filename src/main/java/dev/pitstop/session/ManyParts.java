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
/// @param servers those that are there from the start
/// @param settings of all servers, but for what their own entry says
/// @param builders makes what builds a server, if it has a build command
/// @param tools which of our tools are offered, by name
/// @param listMillis how long lists wait for a server that starts
/// @param entries what an added server is, and where it is kept
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

  /// Reads and keeps entries of servers, as a configuration file has them.
  public interface Entries {
    /// The members that an entry may have, as the inside of the `properties` of a JSON Schema.
    String schema();

    /// How a server is run that an agent adds.
    ///
    /// @param entry as in a configuration file that lies in the working directory
    /// @throws IllegalArgumentException saying what is wrong with it
    ServerSpec read(String name, JsonObject entry);

    /// Keeps a server for the next session. From now on it is the file's. Not in a turn: writes a
    /// file.
    ///
    /// @throws IOException saying why it could not be
    Saved save(String name, JsonObject entry) throws IOException;

    /// The file that has an entry for a server of this name, whether or not that runs. Not in a
    /// turn.
    Optional<String> savedIn(String name);

    /// Takes that entry out of the file. Not in a turn: writes a file.
    ///
    /// @throws IOException saying why it could not be
    void forget(String name) throws IOException;
  }

  /// Where a server was saved.
  ///
  /// @param again whether the file had been deleted, and was written with all that it had
  public record Saved(String file, boolean again) {}
}
