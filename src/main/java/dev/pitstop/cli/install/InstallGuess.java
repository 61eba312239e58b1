package dev.pitstop.cli.install;

import dev.pitstop.install.Server;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Guess;
import dev.pitstop.project.Guesses;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.project.Watchers;
import dev.pitstop.text.Variables;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Guesses `--build` and `--watch` for a server in a client's file.
///
/// @param start the directory in which the client starts the server, if it is known
record InstallGuess(Optional<Path> start, Shell shell) {

  /// @param words the server's command
  /// @param cwd its working directory, if the entry names one
  Optional<Guess> of(List<String> words, Optional<String> cwd) {
    List<String> expanded = words.stream().map(this::expanded).toList();
    boolean unclear =
        expanded.stream().anyMatch(w -> w.contains("${") || w.contains("{env:"))
            || expanded.getFirst().isEmpty();
    return unclear ? Optional.empty() : in(directory(cwd), expanded);
  }

  /// What restarts the server by itself, if its command starts such a thing.
  Optional<WatcherFinding> watcher(Server.Program server) {
    Path directory = directory(server.cwd()).orElse(shell.directory().getRoot());
    return Watchers.of(new Command(server.words(), Map.of(), directory));
  }

  /// The server's working directory, if it is known.
  private Optional<Path> directory(Optional<String> cwd) {
    return cwd.isEmpty()
        ? start
        : path(expanded(cwd.get()))
            .flatMap(
                named -> named.isAbsolute() ? Optional.of(named) : start.map(s -> s.resolve(named)))
            .map(Path::normalize);
  }

  /// Without a working directory, only a command that names its file with an absolute path says
  /// which file it is.
  private Optional<Guess> in(Optional<Path> directory, List<String> words) {
    Path from = directory.orElse(shell.directory().getRoot());
    Optional<Path> sure =
        ProgramFile.of(
                new Command(words, Map.of(), from), Executables.in(shell.here().environment()))
            .path()
            .filter(file -> directory.isPresent() || named(words).anyMatch(file::startsWith));
    return Guesses.of(directory, words, sure);
  }

  /// The absolute paths among these words.
  private static Stream<Path> named(List<String> words) {
    return words.stream()
        .flatMap(word -> path(word).stream())
        .filter(Path::isAbsolute)
        .map(Path::normalize);
  }

  /// Empty if a word cannot be a path here.
  private static Optional<Path> path(String word) {
    try {
      return Optional.of(Path.of(word));
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  /// A word with the client's variables replaced.
  private String expanded(String word) {
    String home = shell.home().directory().toString();
    String text = word.startsWith("~/") ? home + word.substring(1) : word;
    text = text.replace("${userHome}", home).replace("${env:", "${");
    if (start.isPresent()) {
      text = text.replace("${workspaceFolder}", start.get().toString());
    }
    Map<String, String> environment = shell.here().environment();
    return Variables.expand(text, name -> Optional.ofNullable(environment.get(name))).text();
  }
}
