package dev.pitstop.project;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The kinds of projects that are known: the files that make a directory one, and the tools that
/// build it.
enum ProjectKind {
  NODE(Set.of(), PackageJson.FILE),
  PYTHON(Set.of(), "pyproject.toml", "setup.py", "requirements.txt"),
  CARGO(Set.of("cargo"), "Cargo.toml"),
  GO(Set.of("go"), "go.mod"),
  MAVEN(Set.of("mvn", "mvnw", "mvnd"), "pom.xml"),
  GRADLE(Set.of("gradle", "gradlew"), "build.gradle.kts", "build.gradle"),
  DOTNET(Set.of("dotnet"), "*.csproj", "*.fsproj");

  private final Set<String> tools;
  private final List<String> manifests;

  ProjectKind(Set<String> tools, String... manifests) {
    this.tools = tools;
    this.manifests = List.of(manifests);
  }

  boolean isTool(String name) {
    return tools.contains(name);
  }

  Optional<Guess> guess(Project project) {
    return manifest(project)
        .flatMap(file ->
            switch (this) {
              case NODE -> JavaScript.guess(project);
              case PYTHON -> Python.guess(project, file);
              case CARGO, GO, MAVEN, GRADLE, DOTNET -> Compiled.guess(this, project, file);
            });
  }

  /// Whether it is a project of any kind.
  static boolean isProject(Project project) {
    return Stream.of(values()).anyMatch(kind -> kind.manifest(project).isPresent());
  }

  /// The file that makes a directory a project of this kind.
  private Optional<String> manifest(Project project) {
    return manifests.stream()
        .flatMap(file ->
            file.startsWith("*")
                ? project.names("").stream().filter(name -> name.endsWith(file.substring(1)))
                : Stream.of(file).filter(project::has))
        .filter(file -> this != NODE || JavaScript.isProject(project))
        .findFirst();
  }

  /// The kind that the command is about, among the kinds whose files lie in the project's
  /// directory.
  static Optional<ProjectKind> of(Project project) {
    Optional<ProjectKind> meant = meant(project);
    Stream<ProjectKind> kinds =
        meant.isPresent() || project.program().isEmpty()
            ? meant.stream()
            : Stream.of(CARGO, GO, GRADLE, MAVEN, DOTNET); // they make executables
    return kinds.filter(kind -> kind.manifest(project).isPresent()).findFirst();
  }

  /// The kind by the ending of the program, or by the tool that runs it.
  private static Optional<ProjectKind> meant(Project project) {
    Language byFile =
        Language.ofFile(project.program().map(p -> String.valueOf(p.getFileName())).orElse(""));
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
    boolean target = project.top().equals("target");
    boolean both = GRADLE.manifest(project).isPresent();
    boolean maven = MAVEN.manifest(project).isPresent() && (target || !both);
    return MAVEN.isTool(project.tool()) || (maven && !GRADLE.isTool(project.tool()))
        ? MAVEN
        : GRADLE;
  }
}
