package dev.pitstop.session.watching;

import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.notices.SessionServer;
import java.util.Optional;

/// Looks for a watcher in the command of a server, such as `nodemon`, that restarts the server
/// without telling Pitstop. Reads files outside turns.
public final class CommandCheck {
  private CommandCheck() {}

  /// Checks the command of a server that is about to start. Does so outside turns, and only if
  /// there is something to check.
  public static void look(Target target, SessionServer server, OutsideTurns outside, Log log) {
    if (target instanceof Target.Program program && Watchers.possible(program.command())) {
      Command command = program.command();
      outside.run(
          () -> Watchers.of(command),
          Optional.<WatcherFinding>empty(),
          found -> {
            found.ifPresent(f ->
                server
                    .causes()
                    .selfRestart()
                    .found(f, server.backend().name(), server.notices(), log));
          });
    }
  }
}
