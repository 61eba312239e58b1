package dev.pitstop.project;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Projects of Maven and Gradle.
final class Jvm {
  static final String POM = "pom.xml";
  static final String KOTLIN_SCRIPT = "build.gradle.kts";
  private static final List<String> ENDINGS = List.of("java", "kt", "groovy", "scala");

  private Jvm() {}

  static Optional<Guess> maven(Project project) {
    List<String> watch = watch(project, POM);
    if (isMaven(project.tool())) {
      return project.guess(Optional.empty(), watch, POM + "; the command builds");
    }
    if (!project.top().equals("target") && !project.inside().isEmpty()) {
      return Optional.empty(); // Maven does not make this program
    }
    String goal =
        project.inside().endsWith(".class") || classesOnly(project)
            ? "compile"
            : "package -DskipTests";
    return project.guess(Optional.of(tool(project, "mvnw", "mvn") + " -q " + goal), watch, POM);
  }

  static Optional<Guess> gradle(Project project) {
    String file = project.has(KOTLIN_SCRIPT) ? KOTLIN_SCRIPT : "build.gradle";
    List<String> watch = watch(project, file);
    if (isGradle(project.tool())) {
      return project.guess(Optional.empty(), watch, file + "; the command builds");
    }
    if (!project.top().equals("build") && !project.inside().isEmpty()) {
      return Optional.empty();
    }
    String text = project.read(file).orElse("");
    String task =
        project.inside().contains("/install/")
            ? "installDist"
            : project.inside().endsWith("-all.jar")
                ? "shadowJar"
                : text.contains("org.springframework.boot")
                    ? "bootJar"
                    : project.inside().endsWith(".class") || classesOnly(project)
                        ? "classes"
                        : "assemble";
    return project.guess(
        Optional.of(tool(project, "gradlew", "gradle") + " -q " + task), watch, file);
  }

  static boolean isMaven(String tool) {
    return tool.equals("mvn") || tool.equals("mvnw") || tool.equals("mvnd");
  }

  static boolean isGradle(String tool) {
    return tool.equals("gradle") || tool.equals("gradlew");
  }

  /// `java -cp target/classes Main`.
  private static boolean classesOnly(Project project) {
    return project.inside().isEmpty()
        && project.argv().stream().anyMatch(w -> w.contains("classes"))
        && project.argv().stream().noneMatch(w -> w.endsWith(".jar"));
  }

  private static String tool(Project project, String wrapper, String otherwise) {
    return Files.isExecutable(project.directory().resolve(wrapper)) ? "./" + wrapper : otherwise;
  }

  private static List<String> watch(Project project, String file) {
    List<String> watch = new ArrayList<>();
    boolean resources = project.has("src/main/resources");
    Optional<String> sources = project.below("src/main", ENDINGS);
    if (sources.isPresent()) {
      watch.add(resources ? "src/main/**" : sources.get());
      watch.add(file);
    }
    return watch;
  }
}
