package dev.pitstop.session.notices;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Directories;
import dev.pitstop.project.Guess;
import dev.pitstop.project.Guesses;
import dev.pitstop.project.Language;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.text.Words;
import dev.pitstop.watch.Newer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The source files of a server, and which of them are newer than the program that runs: changes
/// that do not run yet. A program that runs from its sources is never old.
///
/// @param inEntry whether options are in an entry of a configuration file
public record Sources(
    Command command, Executables executables, List<String> globs, boolean builds, boolean inEntry) {
  /// Endings of programs that run from their sources. JavaScript does too, unless it was built.
  private static final List<String> WRITTEN =
      Words.list("py ts tsx mts cts class sh rb php pl lua");

  private static final List<String> JAVASCRIPT = List.of("js", "mjs", "cjs");

  /// Whether the program may be a build's output: only then is a check worth its work. Reads words
  /// only, and loads no class.
  public boolean mayBeOld() {
    boolean may = builds || command.binary().isPresent();
    for (String word : command.argv()) {
      may |= word.indexOf('/') >= 0 || word.endsWith(".jar") || word.endsWith(".dll");
    }
    return may;
  }

  /// Checks. Reads directories, at most some thousand files: do not call it in a turn.
  ///
  /// @param builtMillis when the last successful build began, in milliseconds since 1970. Older
  ///   changes were in it, even if it left the file untouched
  Optional<Stale.Old> look(long builtMillis) {
    if (!(ProgramFile.of(command, executables) instanceof Program.Own own)) {
      return Optional.empty();
    }
    Path directory = command.directory().normalize();
    Path file = own.file().normalize();
    String ending = Language.ending(String.valueOf(file.getFileName()));
    if (WRITTEN.contains(ending)) {
      return Optional.empty();
    }
    Optional<Guess> guess = Guesses.of(Optional.of(directory), command.argv(), Optional.of(file));
    boolean inside = file.startsWith(directory);
    if (!inside && guess.isEmpty()) {
      return Optional.empty(); // the program is installed, so its sources are unknown
    }
    boolean output = !JAVASCRIPT.contains(ending) || isOutput(file, directory, guess);
    // the user edits the program itself if it is watched
    if (!output && !(builds && !Newer.isAmong(file, directory, globs))) {
      return Optional.empty();
    }
    List<String> from =
        output && globs.isEmpty() ? guess.map(Guess::watch).orElse(List.of()) : globs;
    return Newer.than(file, builtMillis, directory, from)
        .map(newer ->
            new Stale.Old(String.valueOf(inside ? directory.relativize(file) : file), newer));
  }

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
    return false;
  }
}
