package dev.pitstop.project;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  /// The values of the options, by name without dashes.
  public Map<String, List<String>> values() {
    return values(build, watch);
  }

  public static Map<String, List<String>> values(Optional<String> build, List<String> watch) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    build.ifPresent(b -> values.put("build", List.of(b)));
    if (!watch.isEmpty()) {
      values.put("watch", watch);
    }
    return values;
  }

  /// The options as typed: `--build "npm run build" --watch "src/**/*.ts"`.
  public String options() {
    return options(values());
  }

  /// Options as typed.
  public static String options(Map<String, List<String>> values) {
    return values.entrySet().stream()
        .flatMap(e -> e.getValue().stream().map(value -> "--" + e.getKey() + " " + quoted(value)))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.indexOf('"') < 0 && word.indexOf('$') < 0 && word.indexOf('`') < 0
        ? "\"" + word + "\""
        : "'" + word.replace("'", "'\\''") + "'";
  }
}
