package dev.pitstop.cli.install;

import dev.pitstop.install.Client;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.process.Platform;
import dev.pitstop.process.Surroundings;
import dev.pitstop.project.Directories;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where `pitstop install` was called, with the user's directories.
///
/// @param out stdout
public record Shell(Surroundings here, PrintStream out) {
  /// Caches of package runners, which are emptied some day.
  private static final List<String> CACHES = List.of("/_npx/", "/dlx-", "/bunx-");

  public static Shell of(OutputStream out, Surroundings here) {
    return new Shell(here, new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  /// The working directory.
  Path directory() {
    return here.directory();
  }

  Client.Home home() {
    Platform system = Platform.current();
    Optional<String> named = system == Platform.WINDOWS ? Optional.empty() : here.variable("HOME");
    String home = named.orElseGet(() -> System.getProperty("user.home", ""));
    return new Client.Home(system, directory().resolve(home), here.environment());
  }

  /// The words that start this Pitstop, if they are known.
  Optional<List<String>> launcher() {
    return Optional.of(here.launcher())
        .filter(called -> !called.isEmpty())
        .map(called -> launcher(directory().resolve(called), Executables.in(here.environment())));
  }

  /// A file for people: relative to the working directory, or to the home directory.
  String shown(Path file) {
    if (file.startsWith(directory())) {
      return directory().relativize(file).toString();
    }
    Path home = home().directory();
    return file.startsWith(home)
        ? Path.of("~").resolve(home.relativize(file)).toString()
        : file.toString();
  }

  /// The command that a client calls to start Pitstop: the `pitstop` on the PATH if it is this
  /// program, because that path survives updates; otherwise the file that was called. The path is
  /// always absolute, because a client started from a dock has another PATH than the shell.
  ///
  /// @param called the absolute path under which Pitstop was called, as its launcher reports it
  /// @param path finds what is on the `PATH`
  static List<String> launcher(Path called, Executables path) {
    Path ours = called.normalize();
    Command pitstop = new Command(List.of("pitstop"), Map.of(), ours.resolveSibling(""));
    Optional<Path> first = path.find(pitstop).filter(file -> Directories.isSame(file, ours));
    return CACHES.stream().anyMatch(ours.toString().replace('\\', '/')::contains)
        ? List.of("npx", "-y", "pitstop-mcp")
        : List.of(first.orElse(ours).toString());
  }
}
