package dev.pitstop.session.watching;

import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import dev.pitstop.rpc.Json;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.notices.SessionServer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Looks for a watcher in the command of a server, such as `nodemon`, that restarts the server
/// without telling Pitstop. Reads files outside turns.
public final class CommandCheck {
  private CommandCheck() {}

  /// Checks the command of a server that is about to start. Does so outside turns, and only if
  /// there is something to check.
  ///
  /// @param instead what to run instead, given the finding
  public static void look(
      Target target,
      SessionServer server,
      OutsideTurns outside,
      Log log,
      Function<WatcherFinding, Optional<String>> instead) {
    if (target instanceof Target.Program program && Watchers.possible(program.command())) {
      Command command = program.command();
      outside.run(
          "the look at the command of `" + server.backend().name() + "`",
          () -> Watchers.of(command),
          Optional.<WatcherFinding>empty(),
          found -> {
            found.ifPresent(f ->
                server
                    .causes()
                    .selfRestart()
                    .found(f, instead.apply(f), server.backend().name(), server.notices(), log));
          });
    }
  }

  // How the command without the watcher is written where the user has it.

  /// In the entry of a configuration file.
  public static Optional<String> entry(WatcherFinding found) {
    return found.argv().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "\"command\": "
                + Json.quote(found.argv().getFirst())
                + ", \"args\": "
                + array(found.argv().subList(1, found.argv().size()))
                + found.directory().map(d -> ", \"cwd\": " + Json.quote(d.toString())).orElse("")
                + found.build().map(b -> ", \"build\": " + Json.quote(b)).orElse("")
                + ", \"watch\": "
                + array(found.globs()));
  }

  private static String array(List<String> words) {
    return words.stream().map(Json::quote).collect(Collectors.joining(", ", "[", "]"));
  }
}
