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

  /// The build command for `cargo run`, with the words that say which program is built and how.
  private static Optional<String> ofRun(List<String> argv) {
    if (!argv.contains("run") && !argv.contains("r")) {
      return Optional.empty();
    }
    StringBuilder out = new StringBuilder("cargo build");
    for (int i = 1; i < argv.size() && !argv.get(i).equals("--"); i++) {
      String word = argv.get(i);
      if (List.of("--release", "-r", "--all-features", "--no-default-features").contains(word)) {
        out.append(' ').append(word);
      } else if (List.of("--bin", "-p", "--package", "--features", "-F", "--profile", "--example")
              .contains(word)
          && i + 1 < argv.size()) {
        out.append(' ').append(word).append(' ').append(Words.quoted(argv.get(++i)));
      }
    }
    return Optional.of(out.toString());
  }

  /// `target/release/x`, `target/x86_64-unknown-linux-musl/debug/x`.
  private static Optional<String> ofProgram(String path) {
    List<String> parts = List.of(path.split("/", -1));
    if (parts.size() < 3 || !parts.getFirst().equals("target")) {
      return Optional.empty();
    }
    String profile = parts.get(parts.size() - 2);
    String target = parts.size() == 4 ? " --target " + Words.quoted(parts.get(1)) : "";
    return Optional.of(
        "cargo build"
            + switch (profile) {
              case "release" -> " --release";
              case "debug" -> "";
              default -> " --profile " + Words.quoted(profile);
            }
            + target);
  }
}
