package dev.pitstop.session.notices;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Directories;
import dev.pitstop.project.Guess;
import dev.pitstop.project.Guesses;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.watch.Newer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The source files of a server, and which of them are newer than the program that runs. In a built
/// program, newer files are changes that do not run yet. A program that runs from its sources
/// consists of these files.
///
/// @param globs the watched files, if there are any
/// @param builds whether a reload builds
/// @param inEntry whether options are in an entry of a configuration file
public record Sources(
    Command command, Executables executables, List<String> globs, boolean builds, boolean inEntry) {
  /// Words of a command that name, or may name, a build's output.
  private static final List<String> MADE =
      List.of(".jar", ".dll", "dist/", "build/", "out/", "lib/", "target/", "bin/");

  /// Endings of programs that run from their sources, unless it is JavaScript that was built. A
  /// build renews only those classes whose sources changed.
  private static final List<String> WRITTEN =
      List.of("py", "ts", "tsx", "mts", "cts", "class", "js", "mjs", "cjs");

  private static final List<String> JAVASCRIPT = List.of("js", "mjs", "cjs");

  /// Whether the program may be a build's output. Otherwise nothing can be outdated. Reads words
  /// only, and loads no class.
  public boolean mayBeOld() {
    if (builds) {
      return true;
    }
    List<String> argv = command.argv();
    for (String word : argv) {
      for (String mark : MADE) {
        if (word.contains(mark) && isOwn(word)) {
          return true;
        }
      }
    }
    String program = argv.getFirst();
    return program.startsWith("./") || (program.indexOf('/') >= 0 && isOwn(program));
  }

  private static boolean isOwn(String word) {
    return !word.startsWith("/usr/")
        && !word.startsWith("/bin/")
        && !word.startsWith("/opt/")
        && !word.contains("node_modules");
  }

  /// Whether a check may find anything. Reads words only.
  boolean mayTell() {
    if (mayBeOld() || !globs.isEmpty()) {
      return true;
    }
    List<String> argv = command.argv();
    for (String word : argv) {
      if (WRITTEN.contains(ending(word))) {
        return true;
      }
    }
    return argv.contains("-m");
  }

  private static String ending(String name) {
    int dot = name.lastIndexOf('.');
    return dot <= name.lastIndexOf('/') + 1 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /// Checks. Reads directories, at most some thousand files: do not call it in a turn.
  ///
  /// @param builtMillis when the last successful build began, in milliseconds since 1970. Older
  ///   changes were in it, even if it left the file untouched
  Stale.Checked look(long builtMillis) {
    if (!(ProgramFile.of(command, executables) instanceof Program.Own own)) {
      return Stale.Checked.NOTHING;
    }
    Path directory = command.directory().normalize();
    Path file = own.file().normalize();
    Optional<Guess> guess = Guesses.of(Optional.of(directory), command.argv(), Optional.of(file));
    if (!file.startsWith(directory) && guess.isEmpty()) {
      return Stale.Checked.NOTHING; // the program is installed, so its sources are unknown
    }
    String ending = ending(String.valueOf(file.getFileName()));
    List<String> parts = globs.isEmpty() ? guess.map(Guess::watch).orElse(List.of()) : globs;
    boolean output =
        JAVASCRIPT.contains(ending) ? isOutput(file, directory, guess) : !WRITTEN.contains(ending);
    // the user edits the program itself if it is watched
    boolean built = builds && JAVASCRIPT.contains(ending) && !Newer.isAmong(file, directory, globs);
    if (output || built) {
      List<String> from = output ? parts : globs; // TypeScript if there are none
      String shown = String.valueOf(file.startsWith(directory) ? directory.relativize(file) : file);
      Optional<Newer> newer = Newer.than(file, builtMillis, directory, from);
      return new Stale.Checked(newer.map(n -> new Stale.Old(shown, n)), Optional.empty());
    }
    return new Stale.Checked(
        Optional.empty(), parts.isEmpty() ? Optional.empty() : Newer.than(file, directory, parts));
  }

  /// Whether this JavaScript was built. It was if it lies where builds put it, or beside its
  /// source.
  private static boolean isOutput(Path file, Path directory, Optional<Guess> guess) {
    if (guess.flatMap(Guess::build).isPresent()) {
      return true;
    }
    Path inside = file.startsWith(directory) ? directory.relativize(file) : file;
    for (Path name : inside) {
      if (Directories.isScriptOutput(name.toString())) {
        return true;
      }
    }
    String path = file.toString();
    return Files.exists(Path.of(path.substring(0, path.length() - 2) + "ts"));
  }
}
