package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Projects with a `Cargo.toml`.
final class Cargo {
  static final String FILE = "Cargo.toml";
  private static final List<String> ENDINGS = List.of("rs");

  private Cargo() {}

  static Optional<Guess> guess(Project project) {
    Optional<String> build =
        project.tool().equals("cargo") ? ofRun(project.argv()) : ofProgram(project.inside());
    if (build.isEmpty()) {
      return Optional.empty();
    }
    List<String> watch = new ArrayList<>();
    project.below("src", ENDINGS).ifPresent(watch::add);
    project.below("crates", ENDINGS).ifPresent(watch::add);
    for (String name : project.names("")) {
      if (!name.equals("src") && !name.equals("crates") && project.has(name + "/" + FILE)) {
        project.below(name + "/src", ENDINGS).ifPresent(watch::add);
      }
    }
    watch.add(FILE);
    return project.guess(build, watch, FILE);
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
    return switch (profile) {
      case "release" -> Optional.of("cargo build --release" + target);
      case "debug" -> Optional.of("cargo build" + target);
      default -> Optional.of("cargo build --profile " + Words.quoted(profile) + target);
    };
  }
}
