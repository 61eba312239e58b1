package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a program of a Rust project was built, and from what.
final class Cargo {
  private Cargo() {}

  static Optional<String> build(Project project) {
    return project.tool().equals("cargo") ? ofRun(project.argv()) : ofProgram(project.inside());
  }

  /// The sources of the project and of all members of its workspace, and the manifest.
  static List<String> sources(Project project, String file) {
    List<String> directories = new ArrayList<>(List.of("src", "crates"));
    for (String name : project.names("")) {
      if (!directories.contains(name) && project.has(name + "/" + file)) {
        directories.add(name + "/src");
      }
    }
    List<String> watch = new ArrayList<>();
    directories.forEach(d -> project.below(d, List.of("rs")).ifPresent(watch::add));
    watch.add(file);
    return watch;
  }

  /// The build command for `cargo run`: the same words, up to the program's own.
  private static Optional<String> ofRun(List<String> argv) {
    List<String> words = new ArrayList<>();
    boolean runs = false;
    for (int i = 0; i < argv.size() && !argv.get(i).equals("--"); i++) {
      String word = argv.get(i);
      boolean verb = word.equals("run") || word.equals("r");
      runs |= verb;
      if (word.equals("--manifest-path")) {
        i++; // the build runs in its directory
      } else {
        words.add(verb ? "build" : Words.quoted(word));
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
