package dev.pitstop.cli.install;

import dev.pitstop.install.Server;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Guess;
import dev.pitstop.project.Guesses;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.text.Variables;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Guesses `--build` and `--watch` for a server in a client's file.
final class InstallGuess {
  private InstallGuess() {}

  /// @param start the directory in which the client starts the server, if it is known
  static Optional<Guess> of(Server.Program server, Optional<Path> start, Shell shell) {
    List<String> words = new ArrayList<>();
    for (String word : server.words()) {
      words.add(expanded(word, start, shell));
    }
    try {
      Optional<Path> directory = start;
      if (server.cwd().isPresent()) {
        Path cwd = Path.of(expanded(server.cwd().get(), start, shell));
        directory =
            cwd.isAbsolute()
                ? Optional.of(cwd.normalize())
                : start.map(s -> s.resolve(cwd).normalize());
      }
      boolean unclear =
          words.stream().anyMatch(w -> w.contains("${") || w.contains("{env:"))
              || words.getFirst().isEmpty();
      return unclear ? Optional.empty() : of(words, directory, shell);
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  /// @param directory the server's working directory, if it is known
  static Optional<Guess> of(List<String> words, Optional<Path> directory, Shell shell) {
    Path from = directory.orElse(shell.directory().getRoot());
    Optional<Path> sure =
        ProgramFile.of(
                new Command(words, Map.of(), from), Executables.in(shell.home().environment()))
            .path()
            .filter(file -> directory.isPresent() || words.stream().anyMatch(w -> names(w, file)));
    return Guesses.of(directory, words, sure);
  }

  /// Whether a word names the file from any working directory.
  private static boolean names(String word, Path file) {
    try {
      Path path = Path.of(word);
      return path.isAbsolute() && file.startsWith(path.normalize());
    } catch (InvalidPathException noPath) {
      return false;
    }
  }

  /// A word with the client's variables replaced.
  private static String expanded(String word, Optional<Path> start, Shell shell) {
    String home = shell.home().directory().toString();
    String text = word.startsWith("~/") ? home + word.substring(1) : word;
    text = text.replace("${userHome}", home).replace("${env:", "${");
    if (start.isPresent()) {
      text = text.replace("${workspaceFolder}", start.get().toString());
    }
    Map<String, String> environment = shell.home().environment();
    return Variables.expand(text, name -> Optional.ofNullable(environment.get(name))).text();
  }
}
