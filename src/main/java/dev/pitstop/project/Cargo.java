package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// How a program of a Rust project was built, and from what.
final class Cargo {
  /// Options of `cargo run` with a value in the next word.
  private static final Set<String> VALUED =
      Words.set(
          "--bin --example -p --package -F --features --profile --target --target-dir -j --jobs",
          "--config --color --message-format -Z");

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
    Stream<String> sources =
        Stream.concat(Stream.of("src", "crates"), members)
            .flatMap(directory -> project.below(directory, List.of("rs")).stream());
    return Stream.concat(sources, Stream.of(file)).toList();
  }

  /// The build command for `cargo run`: the same words, up to the program's own.
  private static Optional<String> ofRun(List<String> argv) {
    List<String> words = new ArrayList<>();
    boolean runs = false;
    for (int i = 0; i < argv.size() && !argv.get(i).equals("--"); i++) {
      String word = argv.get(i);
      boolean plain = i > 0 && !word.startsWith("-") && !word.startsWith("+");
      if (plain && runs) {
        break; // the program's own words
      }
      if (plain && !word.equals("run") && !word.equals("r")) {
        return Optional.empty();
      }
      runs |= plain;
      if (word.equals("--manifest-path")) {
        i++; // the build runs in its directory
        continue;
      }
      words.add(plain ? "build" : Words.quoted(word));
      if (VALUED.contains(word) && i + 1 < argv.size()) {
        words.add(Words.quoted(argv.get(++i)));
      }
    }
    return runs ? Optional.of(String.join(" ", words)) : Optional.empty();
  }

  /// `target/release/x`, `target/debug/x`.
  private static Optional<String> ofProgram(String path) {
    return path.startsWith("target/release/")
        ? Optional.of("cargo build --release")
        : path.startsWith("target/debug/") ? Optional.of("cargo build") : Optional.empty();
  }
}
