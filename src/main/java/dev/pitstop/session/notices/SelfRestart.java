package dev.pitstop.session.notices;

import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Knows whether a server's command, like `nodemon`, restarts the server by itself when files
/// change, and makes the texts about that. The log and a notice say it once. Each text about a
/// failure that the command may have caused says it too. Called in turns of the monitor.
public final class SelfRestart {
  private static final String TAG = "watcher";

  private String text = "";

  /// The text for a failed call or start: a paragraph with a line break before it, or nothing.
  public String remark() {
    return text.isEmpty() ? "" : "\n" + text;
  }

  /// Checks the command by which a server is run from now on. Does so outside turns, and only if
  /// there is something to check.
  public void look(Target target, String server, Notices notices, Wiring wiring) {
    text = "";
    notices.drop(TAG);
    if (target instanceof Target.Program program && Watchers.possible(program.command())) {
      Command command = program.command();
      wiring
          .outside()
          .run(
              () -> Watchers.of(command),
              Optional.<WatcherFinding>empty(),
              found -> found.ifPresent(f -> found(f, server, notices, wiring.log())));
    }
  }

  private void found(WatcherFinding f, String server, Notices notices, Log log) {
    text =
        Words.fill("The command of server `{}` starts `{}`", server, f.watcher())
            + f.script().map(s -> " (script `" + s + "` of package.json)").orElse("")
            + ", which restarts it without telling Pitstop: calls can hang or get lost."
            + " "
            + WatcherFinding.ADVICE
            + ".";
    notices.post(TAG, 1, () -> Words.MARK + text);
    log.warn(
        "watcher",
        "server",
        server,
        "found",
        f.watcher(),
        "instead",
        "the command without it, and --watch");
  }
}
