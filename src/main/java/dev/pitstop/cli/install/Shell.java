package dev.pitstop.cli.install;

import dev.pitstop.install.Client;
import dev.pitstop.install.Launcher;
import dev.pitstop.process.Executables;
import dev.pitstop.process.Surroundings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where `pitstop install` was called, with the user's directories.
///
/// @param out stdout
public record Shell(Surroundings here, PrintStream out) {
  public static Shell of(OutputStream out, Surroundings here) {
    return new Shell(here, new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  /// The working directory.
  Path directory() {
    return here.directory();
  }

  Client.Home home() {
    Client.Os system = Client.Os.of(System.getProperty("os.name", ""));
    Optional<String> named = system == Client.Os.WINDOWS ? Optional.empty() : here.variable("HOME");
    String home = named.orElseGet(() -> System.getProperty("user.home", ""));
    return new Client.Home(system, directory().resolve(home), here.environment());
  }

  /// The words that start this Pitstop, if they are known.
  Optional<List<String>> launcher() {
    return Optional.of(here.launcher())
        .filter(called -> !called.isEmpty())
        .map(called ->
            Launcher.words(directory().resolve(called), Executables.in(here.environment())));
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
}
