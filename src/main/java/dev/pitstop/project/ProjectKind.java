package dev.pitstop.project;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The kinds of projects that are known, by their build tools.
enum ProjectKind {
  NODE,
  PYTHON,
  CARGO,
  GO,
  MAVEN,
  GRADLE,
  DOTNET;

  Optional<Guess> guess(Project project) {
    return switch (this) {
      case NODE -> JavaScript.guess(project);
      case PYTHON -> Python.guess(project);
      case CARGO -> Cargo.guess(project);
      case GO -> Go.guess(project);
      case MAVEN -> Jvm.maven(project);
      case GRADLE -> Jvm.gradle(project);
      case DOTNET -> DotNet.guess(project);
    };
  }

  /// Whether a directory is that of a project.
  static boolean isProject(Path directory) {
    Project project = new Project(directory, List.of(), Optional.empty());
    return Stream.of(values()).anyMatch(kind -> kind.isIn(project));
  }

  private boolean isIn(Project project) {
    return switch (this) {
      case NODE -> JavaScript.isProject(project);
      case PYTHON -> Python.manifest(project).isPresent();
      case CARGO -> project.has(Cargo.FILE);
      case GO -> project.has(Go.FILE);
      case MAVEN -> project.has(Jvm.POM);
      case GRADLE -> project.has("build.gradle") || project.has(Jvm.KOTLIN_SCRIPT);
      case DOTNET -> DotNet.projectFile(project).isPresent();
    };
  }

  /// The kind that the command is about, among the kinds whose files lie in the project's
  /// directory.
  static Optional<ProjectKind> of(Project project) {
    Optional<ProjectKind> meant = meant(project);
    Stream<ProjectKind> kinds =
        meant.isPresent() || project.program().isEmpty()
            ? meant.stream()
            : Stream.of(CARGO, GO, GRADLE, MAVEN, DOTNET); // they make executables
    return kinds.filter(kind -> kind.isIn(project)).findFirst();
  }

  /// The kind by the ending of the program, or by the tool that runs it.
  private static Optional<ProjectKind> meant(Project project) {
    Language byFile =
        Language.ofEnding(
            project.program().map(p -> Project.ending(String.valueOf(p.getFileName()))).orElse(""));
    Language language = byFile == Language.OTHER ? Language.ofTool(project.tool()) : byFile;
    return switch (language) {
      case JAVASCRIPT -> Optional.of(NODE);
      case PYTHON -> Optional.of(PYTHON);
      case RUST -> Optional.of(CARGO);
      case GO -> Optional.of(GO);
      case JVM -> Optional.of(jvm(project));
      case DOTNET -> Optional.of(DOTNET);
      case SHELL, OTHER -> Optional.empty();
    };
  }

  /// Maven or Gradle, by the tool, or by the directory that the program lies in.
  private static ProjectKind jvm(Project project) {
    String tool = project.tool();
    boolean target = project.top().equals("target");
    boolean maven = MAVEN.isIn(project) && (target || !GRADLE.isIn(project));
    return Jvm.isMaven(tool) || (maven && !Jvm.isGradle(tool)) ? MAVEN : GRADLE;
  }
}
