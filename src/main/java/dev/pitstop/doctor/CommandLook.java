package dev.pitstop.doctor;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.process.Platform;
import dev.pitstop.project.Directories;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Looks at a command before it is run: which program it starts, and whether that restarts the
/// server by itself. Reads directories.
final class CommandLook {
  private CommandLook() {}

  /// What there is to say about the command of a server on stdio.
  static List<Finding> at(Command command, World world) {
    return Finding.all(
        program(command, world),
        Watchers.of(command).stream()
            .map(found ->
                Finding.warn(
                    "command",
                    "the command starts `%s`, which restarts the server on its own and breaks calls in flight"
                        .formatted(found.watcher()),
                    WatcherFinding.ADVICE)));
  }

  /// Which program runs, and whether clients started from the dock find it too. Nothing if the
  /// command gives its path, or if the program is missing. The start reports a missing program.
  static Stream<Finding> program(Command command, World world) {
    return find(command, world.environment()).stream()
        .map(file ->
            Finding.ok(
                "command",
                command.program()
                    + " is "
                    + file
                    + world
                        .as()
                        .map(c -> "; " + c.title() + " passes on: " + names(world.environment()))
                        .orElseGet(() -> dock(command, file, world))));
  }

  /// Which program clients find that are started from the dock instead of a shell.
  private static String dock(Command command, Path found, World world) {
    if (world.system() == Platform.WINDOWS || command.env().containsKey("PATH")) {
      return ""; // they find the same
    }
    return findOn(ClientProfile.dockPath(world.system()), command)
        .map(there ->
            Directories.isSame(there, found)
                ? ""
                : " (clients started from the dock find " + there + ")")
        .orElse(" (clients started from the dock do not find it: use this path)");
  }

  private static String names(Map<String, String> environment) {
    return environment.size() > 12
        ? environment.size() + " variables"
        : String.join(", ", new TreeSet<>(environment.keySet()));
  }

  /// The file of a command's program; empty if it is given by its path, or missing.
  ///
  /// @param environment the environment that the command inherits
  static Optional<Path> find(Command command, Map<String, String> environment) {
    Executables there = Executables.in(environment);
    return there.isPath(command.program()) ? Optional.empty() : there.find(command);
  }

  /// The same on another `PATH`, whatever the command sets.
  static Optional<Path> findOn(String path, Command command) {
    Command bare = new Command(command.argv(), Map.of(), command.directory());
    return find(bare, Map.of("PATH", path));
  }
}
