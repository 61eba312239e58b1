package dev.pitstop.session.told;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.channel.RunKind;
import dev.pitstop.log.Log;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Knows whether a server's command, like `nodemon`, restarts the server by itself when files
/// change (U7), and makes the texts about that. The log and a notice say it once. Each text about a
/// failure that the command may have caused says it too. Called in turns of the monitor.
public final class SelfRestart {
  private static final String TAG = "watcher";

  /// How many lines are searched for a watcher. A watcher introduces itself at once, and again when
  /// it acts.
  private static final int FIRST_LINES = 50;

  private static final String WHY =
      ", which restarts it without telling Pitstop: calls can hang or get lost.";

  private static final String GENERAL =
      " Pitstop can watch instead: pitstop --build 'BUILD' --watch 'src/**' -- COMMAND";

  private String text = "";
  private boolean looking; // at the command, which tells more than what it says
  private Optional<Run> spoke = Optional.empty(); // meanwhile

  /// The text for a failed call or start: a paragraph with a line break before it, or nothing.
  /// Reads the output so far if nothing else is known.
  public String remark(Backend b) {
    String known = text.isEmpty() ? heard(b, b.ring().newest().orElse(0)) : text;
    return known.isEmpty() ? "" : "\n" + known;
  }

  /// A check of the server's command has begun.
  public void looking() {
    looking = true;
  }

  /// The check is over, whatever it has found.
  void looked(Backend b, Notices notices, Log log) {
    looking = false;
    Optional<Run> heard = spoke;
    spoke = Optional.empty();
    if (heard.isPresent()) {
      hear(b, notices, heard.get(), log);
    }
  }

  /// A check found that the server's command starts a watcher.
  ///
  /// @param server its name
  /// @param instead what to run instead
  public void found(
      WatcherFinding f, Optional<String> instead, String server, Notices notices, Log log) {
    String script = f.script().map(s -> " (script `" + s + "` of package.json)").orElse("");
    String starts = "The command of server `{}` starts `{}`";
    String better = instead.map(SelfRestart::say).orElse(GENERAL);
    tell(Words.fill(starts, server, f.watcher()) + script + WHY + better, notices);
    log.warn(
        "watcher",
        "server",
        server,
        "found",
        f.watcher(),
        "instead",
        instead.orElse("the command without it, and --watch"));
  }

  private static String say(String instead) {
    return " Pitstop can watch instead:\n  " + instead;
  }

  /// The server is run by another command from now on.
  public void forget(Notices notices) {
    text = "";
    notices.drop(TAG);
  }

  /// Reads the output of a run so far, if nothing is known yet; after the check of the command.
  void hear(Backend b, Notices notices, Run run, Log log) {
    if (looking) {
      spoke = Optional.of(run);
      return;
    }
    String heard = text.isEmpty() ? heard(b, run.number()) : "";
    if (!heard.isEmpty()) {
      tell(heard, notices);
      log.warn("watcher", "server", b.name(), "found", heard);
    }
  }

  private static String heard(Backend b, int run) {
    if (b.kind() != RunKind.PROCESS) {
      return "";
    }
    List<String> lines = b.ring().lastOf(run, FIRST_LINES);
    Optional<String> watcher = lines.isEmpty() ? Optional.empty() : Watchers.said(lines);
    return watcher
        .map(w -> "Server `" + b.name() + "` runs under `" + w + "`" + WHY + GENERAL)
        .orElse("");
  }

  private void tell(String found, Notices notices) {
    text = found;
    notices.post(TAG, 1, Words.MARK + found);
  }
}
