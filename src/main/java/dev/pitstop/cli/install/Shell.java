package dev.pitstop.cli.install;

import dev.pitstop.install.Client;
import dev.pitstop.install.Launcher;
import dev.pitstop.process.Surroundings;
import java.io.File;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The shell in which `pitstop install` runs, with the user's directories.
///
/// @param directory the working directory, absolute
/// @param called the path by which Pitstop was called; empty if it is unknown
public record Shell(
    Path directory, Client.Home home, String called, PrintStream out, PrintStream err) {

  /// The shell that started this process.
  public static Shell ours(FileOutputStream out, Surroundings here) {
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Shell(here.directory(), ofUser(here), here.launcher(), print, here.err());
  }

  /// One without a user, for a session that looks into the clients' files.
  public static Shell silent(Surroundings here) {
    return new Shell(here.directory(), ofUser(here), "", here.err(), here.err());
  }

  private static Client.Home ofUser(Surroundings here) {
    Client.Os system = Client.Os.of(System.getProperty("os.name", ""));
    String home =
        system == Client.Os.WINDOWS
            ? System.getProperty("user.home", "")
            : here.variable("HOME").orElseGet(() -> System.getProperty("user.home", ""));
    return new Client.Home(system, here.directory().resolve(home), here.environment());
  }

  /// Where the command line was given.
  Surroundings surroundings() {
    return Surroundings.of(home.environment(), directory, err);
  }

  /// The words that start this Pitstop, if they are known.
  Optional<List<String>> launcher() {
    return Launcher.words(
        called.isEmpty() ? "" : directory.resolve(called).toString(),
        home.environment().getOrDefault("PATH", ""),
        File.pathSeparator);
  }

  /// A file for people: relative to the working directory, or to the home directory.
  String shown(Path file) {
    if (file.startsWith(directory)) {
      return directory.relativize(file).toString();
    }
    return file.startsWith(home.directory())
        ? Path.of("~").resolve(home.directory().relativize(file)).toString()
        : file.toString();
  }
}
