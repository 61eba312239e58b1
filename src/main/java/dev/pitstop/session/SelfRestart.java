package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether a server's command restarts it by itself when files change, like `nodemon` (U7), and the
/// texts about that: once in the log and in a notice, and wherever it may be the reason for a
/// failure. Called in turns of the monitor.
final class SelfRestart {
  private static final String TAG = "watcher";

  /// Lines in which a watcher is looked for: it introduces itself at once, and again when it acts.
  private static final int FIRST_LINES = 50;

  private static final String WHY =
      ", which restarts it without telling Pitstop: calls can hang or get lost.";

  private static final String GENERAL =
      " Pitstop can watch instead: pitstop --build 'BUILD' --watch 'src/**' -- COMMAND";

  private String text = "";

  /// The text for a failed call or start: a paragraph with a line break before it, or nothing.
  /// Reads the output so far, if nothing else is known.
  String remark(Backend b) {
    String known = text.isEmpty() ? heard(b, b.ring().newest().orElse(0)) : text;
    return known.isEmpty() ? "" : "\n" + known;
  }

  /// Checks the command of a server that is about to start: outside turns, and only if there is
  /// something to check.
  ///
  /// @param instead what to run instead, given the finding
  static void look(Target target, SessionServer server, Wiring wiring, How instead) {
    if (target instanceof Target.Program program && Watchers.possible(program.command())) {
      Command command = program.command();
      wiring
          .outside()
          .run(
              () -> Watchers.of(command),
              Optional.<WatcherFinding>empty(),
              found ->
                  found.ifPresent(
                      f -> server.wording().selfRestart().found(f, instead, server, wiring.log())));
    }
  }

  /// How the command without the watcher is written where the user has it.
  interface How {
    Optional<String> instead(WatcherFinding found);

    /// On the command line, with its present options.
    static How line(Map<String, List<String>> given) {
      return found -> found.line(given);
    }

    /// In the entry of a configuration file.
    static How entry() {
      return found ->
          found.argv().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  "\"command\": "
                      + Json.quote(found.argv().getFirst())
                      + ", \"args\": "
                      + array(found.argv().subList(1, found.argv().size()))
                      + found
                          .directory()
                          .map(d -> ", \"cwd\": " + Json.quote(d.toString()))
                          .orElse("")
                      + found.build().map(b -> ", \"build\": " + Json.quote(b)).orElse("")
                      + ", \"watch\": "
                      + array(found.globs()));
    }

    private static String array(List<String> words) {
      StringBuilder out = new StringBuilder("[");
      for (String word : words) {
        out.append(out.length() > 1 ? ", " : "").append(Json.quote(word));
      }
      return out.append(']').toString();
    }
  }

  private void found(WatcherFinding f, How how, SessionServer server, Log log) {
    Optional<String> instead = how.instead(f);
    String script = f.script().map(s -> " (script `" + s + "` of package.json)").orElse("");
    String beginning = "The command of server `" + server.backend().name() + "` starts `";
    tell(
        beginning
            + f.watcher()
            + "`"
            + script
            + WHY
            + instead.map(SelfRestart::say).orElse(GENERAL),
        server);
    log.warn(
        "watcher",
        "server",
        server.backend().name(),
        "found",
        f.watcher(),
        "instead",
        instead.orElse("the command without it, and --watch"));
  }

  private static String say(String instead) {
    return " Pitstop can watch instead:\n  " + instead;
  }

  /// The server is run by another command from now on.
  void forget(Notices notices) {
    text = "";
    notices.drop(TAG);
  }

  /// Reads the output of a run so far, if nothing is known yet.
  void hear(SessionServer server, Run run, Log log) {
    Backend b = server.backend();
    String heard = text.isEmpty() ? heard(b, run.number()) : "";
    if (!heard.isEmpty()) {
      tell(heard, server);
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

  private void tell(String found, SessionServer server) {
    text = found;
    server.notices().post(TAG, 1, Words.MARK + found);
  }
}
