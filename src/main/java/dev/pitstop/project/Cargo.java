package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How a program of a Rust project was built, and from what.
final class Cargo {
  /// A word as [Words#quoted] writes it.
  private static final String WORD = "(?:'[^']*'|\\\\'|[^\\s'])+";

  /// `cargo run`: what is before the verb, and the options between it and the program's own words.
  /// Some have a value in the next word.
  private static final Pattern RUN =
      Pattern.compile(
          "(\\S+(?: [-+]\\S+)*) (?:run|r)"
              + "((?: (?:--bin|--example|-p|--package|-F|--features|--profile|--target|--target-dir|-j"
              + "|--jobs|--config|--color|--message-format|-Z|--manifest-path) "
              + WORD
              + "| -(?!-(?: |$))\\S*)*)(?: .*)?");

  private Cargo() {}

  static Optional<String> build(Project project) {
    return project.tool().equals("cargo") ? ofRun(project.argv()) : ofProgram(project.inside());
  }

  /// The sources of the project and of all members of its workspace, and the manifest.
  static List<String> sources(Project project, String file) {
    Stream<String> members =
        project.names("").stream()
            .filter(name -> project.has(name + "/" + file))
            .map(name -> name + "/src");
    List<String> sources =
        project.below(Stream.concat(Stream.of("src", "crates"), members), List.of("rs"));
    sources.add(file);
    return sources;
  }

  /// The build command for `cargo run`: the same words, up to the program's own.
  private static Optional<String> ofRun(List<String> argv) {
    Matcher run = RUN.matcher(argv.stream().map(Words::quoted).collect(Collectors.joining(" ")));
    return run.matches()
        ? Optional.of(
            run.group(1)
                + " build"
                + run.group(2).replaceFirst(" --manifest-path " + WORD, "")) // it runs there
        : Optional.empty();
  }

  /// `target/release/x`, `target/debug/x`.
  private static Optional<String> ofProgram(String path) {
    return path.startsWith("target/release/")
        ? Optional.of("cargo build --release")
        : path.startsWith("target/debug/") ? Optional.of("cargo build") : Optional.empty();
  }
}
