package dev.pitstop.doctor;

import dev.pitstop.doctor.client.ClientSurroundings;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Looks at a command before it is run: which program it starts, and whether that restarts the
/// server by itself. Reads directories.
final class CommandLook {
  private CommandLook() {}

  /// What there is to say about the command of a server on stdio.
  static List<Finding> at(Command command, World world) {
    List<Finding> findings = new ArrayList<>();
    program(command, world).ifPresent(findings::add);
    Watchers.of(command).map(CommandLook::watcher).ifPresent(findings::add);
    return findings;
  }

  /// Which program runs, and whether clients started from the dock find it too. Empty if the
  /// command gives its path, or if the program is missing. The start reports a missing program.
  static Optional<Finding> program(Command command, World world) {
    String program = command.program();
    Optional<Path> found = find(command, world.environment());
    return found.map(file ->
        Finding.ok(
            "command",
            "%s is %s%s"
                .formatted(
                    program,
                    file,
                    world
                        .as()
                        .map(c -> "; " + c.name() + " passes on: " + names(world.environment()))
                        .orElse(
                            command.env().containsKey("PATH") ? "" : dock(command, file, world)))));
  }

  private static Finding watcher(WatcherFinding found) {
    return Finding.warn(
        "command",
        "the command starts `%s`, which restarts the server on its own and breaks calls in flight"
            .formatted(found.watcher()),
        WatcherFinding.ADVICE);
  }

  /// Which program clients find that are started from the dock instead of a shell.
  private static String dock(Command command, Path found, World world) {
    if (world.windows()) {
      return ""; // all programs have the same PATH
    }
    Optional<Path> there = findOn(ClientSurroundings.dockPath(world.os()), command);
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
      return false; // one of the files is gone
    }
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
