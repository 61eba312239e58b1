package dev.pitstop.doctor;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.build.ShellBuilder;
import dev.pitstop.channel.Target;
import dev.pitstop.http.Secrets;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Examines a server.
public final class Doctor {
  private Doctor() {}

  /// Examines a server and reports each finding as soon as it is known, without secrets. Runs the
  /// build command, then starts the server as often as needed, and leaves no process behind. Blocks
  /// until all of that is done.
  public static void examine(Patient patient, World world, Consumer<Finding> findings) {
    Redaction secrets = secrets(patient, world);
    Consumer<Finding> tell = finding -> findings.accept(secrets.hide(finding));
    Command command = patient.target().command();
    List<Finding> watch =
        patient.watch().isEmpty() ? List.of() : WatchCheck.of(command.directory(), patient.watch());
    if (patient.build().isEmpty() || build(patient, patient.build().get(), world, tell)) {
      visit(patient, world, tell);
    } // after a failed build the server would start from an old one
    watch.forEach(tell);
  }

  private static void visit(Patient patient, World world, Consumer<Finding> tell) {
    long graceMillis =
        patient.target() instanceof Target.Program ? ProgramVisit.graceMillis(patient.stop()) : 0;
    try (OsSpawner spawner =
        new OsSpawner(world.environment(), Duration.ofMillis(graceMillis), problem -> {})) {
      Machine machine = new Machine(spawner, new SystemTimers(Log.nowhere()), Clock.ofTheSystem());
      switch (patient.target()) {
        case Target.Program p -> {
          CommandLook.at(p.command(), world).forEach(tell);
          new ProgramVisit(patient, p, world, machine, tell).run();
        }
        case Target.Daemon d -> new DaemonVisit(patient, d, world, machine, tell).run();
        case Target.Tools t -> {
          CommandLook.program(t.command(), world).forEach(tell);
          new ToolsVisit(patient, t, world, machine, tell).run();
        }
      }
    }
  }

  /// The command line or URL of the server, without secrets.
  public static String shown(Patient patient, World world) {
    return secrets(patient, world)
        .hide(
            patient.target() instanceof Target.Daemon d
                ? d.endpoint().display()
                : patient.target().command().display());
  }

  private static Redaction secrets(Patient patient, World world) {
    return Redaction.of(
        patient.target().command().env(),
        world.shell(),
        patient.target() instanceof Target.Daemon d
            ? text -> Secrets.of(d.endpoint()).hide(text)
            : UnaryOperator.identity());
  }

  /// @return whether it succeeded
  private static boolean build(Patient patient, String line, World world, Consumer<Finding> tell) {
    Command command = patient.target().command();
    try (OsSpawner spawner = new OsSpawner(world.shell(), problem -> {})) {
      Builder.Result result =
          new ShellBuilder(
                  line,
                  command.env(),
                  command.directory(),
                  spawner,
                  patient.buildMillis(),
                  Optional.empty(),
                  false)
              .run(output -> {}, new CompletableFuture<>());
      tell.accept(
          BuildCheck.of(
              result.ok(), result.exit(), result.millis(), result.report(), world.clients()));
      return result.ok();
    }
  }
}
