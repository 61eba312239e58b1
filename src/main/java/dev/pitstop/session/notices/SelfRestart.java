package dev.pitstop.session.notices;

import dev.pitstop.log.Log;
import dev.pitstop.project.WatcherFinding;
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

  /// A check found that the server's command starts a watcher.
  ///
  /// @param server its name
  /// @param instead what to run instead
  public void found(
      WatcherFinding f, Optional<String> instead, String server, Notices notices, Log log) {
    text =
        Words.fill("The command of server `{}` starts `{}`", server, f.watcher())
            + f.script().map(s -> " (script `" + s + "` of package.json)").orElse("")
            + ", which restarts it without telling Pitstop: calls can hang or get lost."
            + " Pitstop can watch instead:"
            + instead
                .map(line -> "\n  " + line)
                .orElse(" pitstop --build 'BUILD' --watch 'src/**' -- COMMAND");
    notices.post(TAG, 1, () -> Words.MARK + text);
    log.warn(
        "watcher",
        "server",
        server,
        "found",
        f.watcher(),
        "instead",
        instead.orElse("the command without it, and --watch"));
  }

  /// The server is run by another command from now on.
  public void forget(Notices notices) {
    text = "";
    notices.drop(TAG);
  }
}
