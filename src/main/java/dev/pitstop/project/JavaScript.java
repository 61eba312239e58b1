package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Projects with a `package.json`.
final class JavaScript {
  private static final String TSCONFIG = "tsconfig.json";
  private static final List<String> TYPED = List.of("ts", "tsx", "mts", "cts");
  private static final List<String> ALL =
      List.of("ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs");

  private static final List<String> SOURCES = List.of("src", "source", "server", "lib", "app");

  private JavaScript() {}

  /// A file that says no more than `"type": "module"` belongs to a build's output.
  static boolean isProject(Project project) {
    return PackageJson.in(project.directory())
        .filter(m -> m.has("scripts") || m.has("name") || m.has("dependencies"))
        .isPresent();
  }

  static Optional<Guess> guess(Project project) {
    return PackageJson.in(project.directory()).flatMap(manifest -> guess(project, manifest));
  }

  private static Optional<Guess> guess(Project given, PackageJson manifest) {
    List<String> argv = given.argv();
    String line =
        Interpreters.isPackageManager(given.tool())
            ? manifest.script(PackageJson.Called.of(argv.subList(1, argv.size())).name()).orElse("")
            : "";
    Project project =
        given.program().isPresent() || line.isEmpty()
            ? given
            : new Project(given.directory(), given.argv(), programOf(line, given.directory()));
    boolean buildsItself = line.contains("tsc") || line.contains("build");
    Optional<String> build =
        isBuilt(project, manifest) && !buildsItself ? build(project, manifest) : Optional.empty();
    String reason =
        build.isEmpty()
            ? "; the command runs the sources"
            : manifest.script("build").isPresent()
                ? " has the script `build`"
                : " and tsconfig.json";
    return project.guess(
        build, watch(project, build.isPresent() || buildsItself), PackageJson.FILE + reason);
  }

  private static boolean isBuilt(Project project, PackageJson manifest) {
    if (project.program().isEmpty()) {
      return manifest.script("build").isPresent();
    }
    boolean output =
        Directories.isScriptOutput(project.top())
            || (project.top().equals("lib") && project.has(TSCONFIG));
    return output && !TYPED.contains(Language.ending(project.inside()));
  }

  private static Optional<String> build(Project project, PackageJson manifest) {
    Optional<String> line = manifest.script("build");
    if (line.isPresent()) {
      boolean ends = !(" " + line.get() + " ").matches(".* (--watch|-w) .*");
      return ends ? Optional.of(manifest.manager() + " run build") : Optional.empty();
    }
    return project.has(TSCONFIG) ? Optional.of("npx tsc") : Optional.empty();
  }

  private static List<String> watch(Project project, boolean built) {
    String top = project.top();
    List<String> watch =
        project.below(
            Stream.concat(Stream.of(top), SOURCES.stream())
                .filter(directory -> !directory.isEmpty() && !(built && directory.equals(top))),
            ALL);
    boolean here = !project.inside().isEmpty() && top.isEmpty();
    if (watch.isEmpty() || (here && !built)) {
      project.here(built && project.has(TSCONFIG) ? TYPED : ALL).ifPresent(watch::add);
    }
    return watch;
  }

  /// The file that a script's line runs.
  private static Optional<Path> programOf(String line, Path project) {
    return Stream.of(line.split("[\\s&|;]+"))
        .filter(word -> ALL.contains(Language.ending(word)) && !word.startsWith("-"))
        .findFirst()
        .map(word -> project.resolve(word).normalize());
  }
}
