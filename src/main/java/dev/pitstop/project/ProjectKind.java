package dev.pitstop.project;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The kinds of projects that are known: the files that make a directory one, and the tools that
/// build it.
enum ProjectKind {
  NODE(Language.JAVASCRIPT, Set.of(), PackageJson.FILE),
  PYTHON(Language.PYTHON, Set.of(), "pyproject.toml", "setup.py", "requirements.txt"),
  CARGO(Language.RUST, Set.of("cargo"), "Cargo.toml"),
  GO(Language.GO, Set.of("go"), "go.mod"),
  GRADLE(Language.JVM, Set.of("gradle", "gradlew"), "build.gradle.kts", "build.gradle"),
  MAVEN(Language.JVM, Set.of("mvn", "mvnw", "mvnd"), "pom.xml"),
  DOTNET(Language.DOTNET, Set.of("dotnet"), "*.csproj", "*.fsproj");

  private final Language language;
  private final Set<String> tools;
  private final List<String> manifests;

  ProjectKind(Language language, Set<String> tools, String... manifests) {
    this.language = language;
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
  /// directory: by the language of the program, or of the tool that runs it. A program of no known
  /// language may be an executable that a compiler made.
  static Optional<ProjectKind> of(Project project) {
    String file = project.program().map(p -> String.valueOf(p.getFileName())).orElse("");
    Language byFile = Language.ofFile(file);
    Language language = byFile == Language.OTHER ? Language.ofTool(project.tool()) : byFile;
    boolean executable =
        project.program().isPresent()
            && Stream.of(values()).noneMatch(kind -> kind.language == language);
    return Stream.of(values())
        .filter(kind -> kind.language == language || (executable && !kind.tools.isEmpty()))
        .filter(kind -> kind.manifest(project).isPresent())
        .filter(kind -> kind != GRADLE || !isMavens(project))
        .filter(kind -> kind != MAVEN || !GRADLE.isTool(project.tool()))
        .findFirst();
  }

  /// Whether Maven, and not Gradle, makes the program where both have their files.
  private static boolean isMavens(Project project) {
    return MAVEN.isTool(project.tool())
        || (project.top().equals("target") && MAVEN.manifest(project).isPresent());
  }
}
