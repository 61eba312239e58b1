package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Contention;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.SameExecutable;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Texts about problems with a known remedy. Either code must be built, or another process holds a
/// port or a file. A text says only what fits the case. It names the owner of the process, and the
/// order of reloads or the tool that would end the process. Called in turns of the monitor.
public final class Advice {
  private static final String STOP_FIRST =
      "`--order stop-first` stops the old server before each reload.";

  private Advice() {}

  /// A line about a failed build if another process holds what the build needs; otherwise nothing.
  public static String held(OwnToolNames tools, Backend b, Builder.Result failed) {
    if (failed.port().isPresent()) {
      return port(tools, b, failed.port().get());
    }
    boolean runs = b.serving().isPresent();
    String stop =
        ownFile(b)
            ? others(tools)
            : runs ? tools.call("stop_server", " If that is the server, {} stops it.", "") : "";
    String first =
        runs && startsFirst(b) ? " `--order stop-first` stops the server before each build." : "";
    return Contention.sign(failed.report().lines().toList())
        .map(sign ->
            failed.atRestart()
                ? Words.fill("\nAnother process holds what the restart command needs (`{}`).", sign)
                : Words.fill("\nA running process holds what the build needs (`{}`).", sign)
                    + stop
                    + first)
        .orElse("");
  }

  /// A line about a process that ended if another process holds what it needs; otherwise nothing.
  /// Unless the problem is a port, the process must have ended before it served: a server that has
  /// served has found a way around the problem.
  public static String held(OwnToolNames tools, Backend b, RunEnd end) {
    if (end.port().isPresent()) {
      return port(tools, b, end.port().get());
    }
    String remedy =
        b.serving().isPresent() && startsFirst(b)
            ? " If that is the old server, " + STOP_FIRST
            : ownFile(b) ? others(tools) : "";
    return Contention.sign(end.served() ? List.of() : end.stderr().lines())
        .map(sign -> "\nAnother process holds what the server needs (`" + sign + "`)." + remedy)
        .orElse("");
  }

  /// A line that says who holds a port.
  static String port(OwnToolNames tools, Backend b, PortUse use) {
    String port = "\nPort " + use.port() + " ";
    return switch (use) {
      case PortUse.Free f -> port + "is free now.";
      case PortUse.Hidden h ->
          port + "is held by a process of another user or container, which Pitstop cannot see.";
      case PortUse.Held h -> port + "is held by " + holder(tools, b, h);
    };
  }

  private static String holder(OwnToolNames tools, Backend b, PortUse.Held h) {
    String process = "pid " + h.pid() + " (`" + h.shown() + "`)";
    Optional<Run> ours =
        b.snapshot().live().stream()
            .filter(run -> run.facts().pid().stream().anyMatch(h.kin()::contains))
            .findFirst();
    if (ours.isPresent()) {
      Run run = ours.get();
      return Words.fill(
              "{}, which is {} #{} of this server.", process, run.kind().word(), run.number())
          + (startsFirst(b) ? " " + STOP_FIRST : "");
    }
    String parent =
        h.parent().map(p -> ", started by pid " + p.pid() + " (`" + p.shown() + "`)").orElse("");
    if (!h.same()) {
      return process + ", which is not a process of this server" + parent + ".";
    }
    return process
        + ", which runs the same command"
        + (parent.isEmpty()
            ? " and whose parent has exited."
                + (ownFile(b) ? others(tools) : " `kill " + h.pid() + "` ends it.")
            : parent + ": it may serve another session.");
  }

  private static boolean startsFirst(Backend b) {
    return !b.kind().isDaemons() && b.settings().order() == State.Order.START_FIRST;
  }

  /// Whether `stop_server` looks for other processes of its executable.
  private static boolean ownFile(Backend b) {
    return b.recipe()
        .channel()
        .program()
        .filter(program -> SameExecutable.isOwn(program, b.directory()))
        .isPresent();
  }

  private static String others(OwnToolNames tools) {
    return tools.call(
        "stop_server", " {} stops the server and other processes of its executable.", "");
  }
}
