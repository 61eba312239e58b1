package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.channel.Away;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Texts about a daemon, which Pitstop does not run. They say that it is away, what Pitstop started
/// for it, and what a reload does with its commands. Called in turns of the monitor.
public final class DaemonWords {
  private DaemonWords() {}

  /// `connection refused, 9 tries in 14 s`.
  static String away(Away a) {
    String why = Words.cut(a.why(), 300);
    return a.tries() == 1
        ? why
        : why + ", " + a.tries() + " tries in " + Words.duration(a.millis());
  }

  /// The result of the start command and its output: lines, or nothing.
  public static String started(Backend b, OwnToolNames tools, Snapshot s) {
    return s.away()
        .flatMap(Away::started)
        .filter(of -> b.kind().isDaemons())
        .map(of ->
            command(of)
                + of.port().map(port -> Advice.port(tools, b, port)).orElse("")
                + EndWords.lastLines(EndWords.output(b, of.run(), 0), "It wrote"))
        .orElse("");
  }

  /// A line: `The start command ... (pid 12) exited with exit code 1.`
  public static String command(Away.Started s) {
    String did =
        s.exit().isPresent() ? " exited with exit code " + s.exit().getAsInt() : " is running";
    return Words.sentence(
        Words.fill("\nThe start command `{}`", Words.cut(s.line(), 200))
            + (s.pid().isPresent() ? Words.fill(" (pid {})", s.pid().getAsLong()) : "")
            + s.failure().map(why -> " could not be run: " + why).orElse(did));
  }

  // Reloads.

  /// What a reload does: `builds and restarts the server`.
  static String reloads(Backend b) {
    return b.restarts()
        ? b.builds() ? "builds and restarts the server" : "restarts the server"
        : b.builds() ? "builds the server and opens a new session" : "opens a new session";
  }

  /// What the commands of a reload did: `Built (1.2 s)`.
  public static String done(Backend b, Builder.Result r) {
    String built = b.restarts() ? "Built, ran the restart command" : "Built";
    String did = b.builds() ? built : "Ran the restart command";
    return did + " (" + Words.duration(r.millis()) + ")";
  }

  /// The text of a reload that did not reach the daemon.
  public static String notReached(Backend b, OwnToolNames tools, ReloadResult r) {
    Snapshot s = b.snapshot();
    Optional<Away.Started> started = s.away().flatMap(Away::started);
    boolean inVain = started.filter(Away.Started::inVain).isPresent();
    boolean cannot = started.isEmpty() && !b.restarts();
    return r.build().map(made -> done(b, made) + ". ").orElse("")
        + Words.fill("Server `{}` is unreachable at {}", b.name(), b.display())
        + s.away().map(a -> ": " + away(a)).orElse("")
        + "."
        + started(b, tools, s)
        + (inVain ? tools.call("recompile", "\n{} runs the command again.", "") : "")
        + (cannot
            ? "\nPitstop cannot start it: no `start` or `restart` command is configured."
            : "")
        + "\nPitstop connects as soon as the server listens there; calls wait for that."
        + tools.more(b, "server_stderr");
  }
}
