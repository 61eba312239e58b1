package dev.pitstop.cli.run;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.config.ServersFile;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.Session;
import java.util.Optional;

/// A session with what it was given.
///
/// @param servers the configuration file, if it has many servers
public record Wired(
    Session session, OsSpawner spawner, SystemTimers timers, Log log, Optional<ServersFile> servers)
    implements AutoCloseable {
  /// Comes after the session's end: of what it was given, nothing goes on.
  @Override
  public void close() {
    spawner.close();
    timers.close();
    servers.ifPresent(ServersFile::close);
    log.close();
  }
}
