package dev.pitstop.doctor;

import dev.pitstop.backend.Builder;
import dev.pitstop.backend.ShellBuilder;
import dev.pitstop.channel.Target;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Examines a server (U2).
public final class Doctor {
  private Doctor() {}

  /// Examines a server and reports each finding as soon as it is known, without secrets (H6). Runs
  /// the build command, then starts the server as often as needed, and leaves no process behind.
  /// Blocks until all of that is done.
  ///
  /// @throws IllegalArgumentException with a text for the user if a glob is not valid
  public static void examine(Patient patient, World world, Consumer<Finding> findings) {
    Secrets secrets = secrets(patient, world);
    Consumer<Finding> tell = finding -> findings.accept(secrets.hide(finding));
    Command command = patient.target().command();
    Optional<WatchFacts> watch =
        patient.watch().isEmpty()
            ? Optional.empty()
            : Optional.of(WatchLook.at(command.directory(), patient.watch()));
    if (patient.build().isPresent()
        && !build(patient, patient.build().get(), world.clients(), tell)) {
      watch.ifPresent(w -> WatchCheck.of(w).forEach(tell));
      return; // the server would start from an old build
    }
    switch (patient.target()) {
      case Target.Program p -> {
        command(p.command(), world).ifPresent(tell);
        Watchers.of(p.command()).map(w -> watcher(w, patient)).ifPresent(tell);
        new ProgramVisit(patient, p.command(), world, tell).run();
      }
      case Target.Daemon d -> new DaemonVisit(patient, d, world, tell).run();
      case Target.Tools t -> {
        command(t.command(), world).ifPresent(tell);
        new ToolsVisit(patient, t, world, tell).run();
      }
    }
    watch.ifPresent(w -> WatchCheck.of(w).forEach(tell));
  }

  /// The command line or URL of the server, without secrets.
  public static String shown(Patient patient, World world) {
    return secrets(patient, world)
        .hide(
            switch (patient.target()) {
              case Target.Program p -> p.command().display();
              case Target.Daemon d -> d.endpoint().display();
              case Target.Tools t -> t.command().display();
            });
  }

  private static Secrets secrets(Patient patient, World world) {
    return Secrets.of(
        patient.target().command().env(),
        world.shell(),
        patient.target() instanceof Target.Daemon d
            ? text -> dev.pitstop.http.Secrets.of(d.endpoint()).hide(text)
            : UnaryOperator.identity());
  }

  /// Which program runs, and whether clients started from the dock find it, too.
  private static Optional<Finding> command(Command command, World world) {
    String program = command.program();
    String path = command.env().getOrDefault("PATH", world.environment().getOrDefault("PATH", ""));
    Optional<Path> found = Programs.find(program, path);
    if (found.isEmpty()) {
      return Optional.empty(); // given by its path, or missing: the start reports it
    }
    String as =
        world
            .as()
            .map(c ->
                "; "
                    + c.name()
                    + " passes on: "
                    + names(new TreeSet<>(world.environment().keySet())))
            .orElse("");
    String remark =
        world.as().isPresent() || command.env().containsKey("PATH")
            ? ""
            : dock(program, found.get(), world);
    return Optional.of(Finding.ok("command", program + " is " + found.get() + remark + as));
  }

  /// A command that restarts the server by itself (U7).
  private static Finding watcher(WatcherFinding found, Patient patient) {
    Map<String, List<String>> given = new LinkedHashMap<>();
    patient.build().ifPresent(line -> given.put("build", List.of(line)));
    if (!patient.watch().isEmpty()) {
      given.put("watch", patient.watch());
    }
    return Finding.warn(
        "command",
        "the command starts `"
            + found.watcher()
            + "`, which restarts the server on its own and breaks calls in flight",
        found
            .line(given)
            .map(line -> "Let Pitstop watch instead: " + line)
            .orElse("Start the server without it, and let Pitstop watch: --watch GLOB"));
  }

  /// Which program clients find that are started from the dock instead of a shell.
  private static String dock(String program, Path found, World world) {
    if (world.windows()) {
      return ""; // there is one PATH for all
    }
    Optional<Path> there = Programs.find(program, Clients.dockPath(world.os().startsWith("Mac")));
    if (there.isEmpty()) {
      return " (clients started from the dock do not find it: use this path)";
    }
    return same(there.get(), found)
        ? ""
        : " (clients started from the dock find " + there.get() + ")";
  }

  private static boolean same(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false; // one of them is gone meanwhile
    }
  }

  private static String names(Set<String> variables) {
    return variables.size() > 12 ? variables.size() + " variables" : String.join(", ", variables);
  }

  /// @return whether it succeeded
  private static boolean build(
      Patient patient, String line, List<Client> clients, Consumer<Finding> tell) {
    Command command = patient.target().command();
    CompletableFuture<Builder.Result> done = new CompletableFuture<>();
    try (OsSpawner spawner = new OsSpawner(problem -> {})) {
      new ShellBuilder(
              line,
              command.env(),
              command.directory(),
              spawner,
              patient.buildMillis(),
              Optional.empty(),
              false)
          .start(output -> {}, done::complete);
      Builder.Result result = done.join();
      tell.accept(BuildCheck.of(result, clients));
      return result.ok();
    }
  }
}
