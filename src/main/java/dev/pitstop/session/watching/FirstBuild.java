package dev.pitstop.session.watching;

import dev.pitstop.backend.ReloadFollower;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.session.notices.SessionServer;
import java.nio.file.Path;
import java.util.Optional;

/// The start of a server that was never built. Its program is missing, and there is a build
/// command. The server is built before it is started. Callers wait, as for a slow start. If the
/// build fails, nothing is started, and callers read its output.
public final class FirstBuild {
  private FirstBuild() {}

  /// The program to build first, if it is missing. Reads files: do not call it in a turn.
  ///
  /// @param builds whether a reload builds
  public static Optional<Path> missing(Target target, Executables executables, boolean builds) {
    return builds
            && !target.kind().isDaemons()
            && ProgramFile.of(target.command(), executables) instanceof Program.Missing gone
        ? Optional.of(gone.file())
        : Optional.empty();
  }

  /// Builds it, and then starts it. Called in a turn.
  public static void begin(SessionServer server, Log log, Path missing) {
    String name = server.backend().name();
    log.info("first-build", "server", name, "missing", missing.toString());
    ReloadFollower follower =
        result -> log.info("first-build", "server", name, "outcome", result.outcome().name());
    server.backend().reloads().reload(State.Order.STOP_FIRST, true, follower);
  }
}
