package dev.pitstop.project;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The options that a server most likely needs. They are shown before they are used.
///
/// @param project the directory that the guess was made from
/// @param build the build command; empty if there is nothing to build
/// @param watch globs, relative to the server's directory where that is known; while a kind of
///   project makes the guess, `build` and `watch` are for the project's own directory
/// @param reason the files and facts behind the guess; one line without a full stop
public record Guess(Path project, Optional<String> build, List<String> watch, String reason) {
  public Guess {
    watch = List.copyOf(watch);
  }

  /// The options, one word each.
  public List<String> words() {
    List<String> words = new ArrayList<>();
    build.ifPresent(b -> words.addAll(List.of("--build", b)));
    watch.forEach(glob -> words.addAll(List.of("--watch", glob)));
    return words;
  }

  /// The options as typed: `--build "npm run build" --watch "src/**/*.ts"`.
  public String options() {
    return words().stream()
        .map(word -> word.startsWith("--") ? word : quoted(word))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.indexOf('"') < 0 && word.indexOf('$') < 0 && word.indexOf('`') < 0
        ? "\"" + word + "\""
        : "'" + word.replace("'", "'\\''") + "'";
  }
}
