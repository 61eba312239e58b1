package dev.pitstop.project;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The kinds of projects that are known.
enum ProjectKind {
  NODE,
  PYTHON,
  CARGO,
  GO,
  MAVEN,
  GRADLE,
  DOTNET;

  private static final Set<String> JAVASCRIPT =
      Set.of("js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx");

  Optional<Found> guess(Project place) {
    return switch (this) {
      case NODE -> JavaScript.guess(place);
      case PYTHON -> Python.guess(place);
      case CARGO -> Cargo.guess(place);
      case GO -> Go.guess(place);
      case MAVEN -> Jvm.maven(place);
      case GRADLE -> Jvm.gradle(place);
      case DOTNET -> DotNet.guess(place);
    };
  }

  /// Whether a directory is that of a project.
  static boolean isProject(Path directory) {
    Project place = new Project(directory, List.of(), Optional.empty());
    for (ProjectKind kind : values()) {
      if (kind.isIn(place)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIn(Project place) {
    return switch (this) {
      case NODE -> JavaScript.isProject(place);
      case PYTHON ->
          place.has("pyproject.toml") || place.has("setup.py") || place.has("requirements.txt");
      case CARGO -> place.has("Cargo.toml");
      case GO -> place.has("go.mod");
      case MAVEN -> place.has("pom.xml");
      case GRADLE -> place.has("build.gradle") || place.has("build.gradle.kts");
      case DOTNET -> DotNet.projectFile(place).isPresent();
    };
  }

  /// Which of the kinds that lie in the project's directory the command is about.
  static Optional<ProjectKind> of(Project place) {
    Optional<ProjectKind> meant = byProgram(place);
    if (meant.isPresent()) {
      return meant.filter(kind -> kind.isIn(place));
    }
    // a program of its own: of those that make such
    for (ProjectKind kind : List.of(CARGO, GO, GRADLE, MAVEN, DOTNET)) {
      if (kind.isIn(place) && place.program().isPresent()) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  private static Optional<ProjectKind> byProgram(Project place) {
    String ending =
        place.program().map(p -> Project.ending(String.valueOf(p.getFileName()))).orElse("");
    if (JAVASCRIPT.contains(ending)) {
      return Optional.of(NODE);
    }
    return switch (ending) {
      case "py", "pyz" -> Optional.of(PYTHON);
      case "jar", "class", "java" -> Optional.of(jvm(place));
      case "dll", "cs" -> Optional.of(DOTNET);
      case "go" -> Optional.of(GO);
      default -> byTool(place);
    };
  }

  private static Optional<ProjectKind> byTool(Project place) {
    return switch (CommandWords.baseName(place.argv().getFirst())) {
      case "npm", "pnpm", "yarn", "bun", "node", "tsx", "deno", "ts-node" -> Optional.of(NODE);
      case "python", "uv", "poetry", "pdm", "hatch", "pipenv" -> Optional.of(PYTHON);
      case "cargo" -> Optional.of(CARGO);
      case "go" -> Optional.of(GO);
      case "mvn", "mvnw", "mvnd" -> Optional.of(MAVEN);
      case "gradle", "gradlew" -> Optional.of(GRADLE);
      case "java" -> Optional.of(jvm(place));
      case "dotnet" -> Optional.of(DOTNET);
      default -> Optional.empty();
    };
  }

  /// Of two build files the one whose output the program is.
  private static ProjectKind jvm(Project place) {
    boolean target = place.top().equals("target");
    return MAVEN.isIn(place) && (target || !GRADLE.isIn(place)) ? MAVEN : GRADLE;
  }

  /// Whether a program takes the project's file as an option.
  static boolean runsProjects(String program) {
    return Set.of("cargo", "dotnet", "mvn", "mvnw", "gradle", "gradlew", "uv").contains(program);
  }
}
