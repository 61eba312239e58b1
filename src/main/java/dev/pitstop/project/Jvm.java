package dev.pitstop.project;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Projects of Maven and Gradle.
final class Jvm {
  private static final List<String> ENDINGS = List.of("java", "kt", "groovy", "scala");

  private Jvm() {}

  static Optional<Found> maven(Project place) {
    List<String> watch = watch(place, "pom.xml");
    if (isTool(place, "mvn", "mvnw", "mvnd")) {
      return some(Optional.empty(), watch, "pom.xml; the command builds");
    }
    if (!place.top().equals("target") && !place.inside().isEmpty()) {
      return Optional.empty(); // the program is not what Maven makes
    }
    String goal =
        place.inside().endsWith(".class") || classesOnly(place) ? "compile" : "package -DskipTests";
    return some(Optional.of(tool(place, "mvnw", "mvn") + " -q " + goal), watch, "pom.xml");
  }

  static Optional<Found> gradle(Project place) {
    String file = place.has("build.gradle.kts") ? "build.gradle.kts" : "build.gradle";
    List<String> watch = watch(place, file);
    if (isTool(place, "gradle", "gradlew")) {
      return some(Optional.empty(), watch, file + "; the command builds");
    }
    if (!place.top().equals("build") && !place.inside().isEmpty()) {
      return Optional.empty();
    }
    String text = place.read(file).orElse("");
    String task =
        place.inside().contains("/install/")
            ? "installDist"
            : place.inside().endsWith("-all.jar")
                ? "shadowJar"
                : text.contains("org.springframework.boot")
                    ? "bootJar"
                    : place.inside().endsWith(".class") || classesOnly(place)
                        ? "classes"
                        : "assemble";
    return some(Optional.of(tool(place, "gradlew", "gradle") + " -q " + task), watch, file);
  }

  private static Optional<Found> some(Optional<String> build, List<String> watch, String reason) {
    return watch.isEmpty() && build.isEmpty()
        ? Optional.empty()
        : Optional.of(new Found(build, watch, reason));
  }

  private static boolean isTool(Project place, String... names) {
    return List.of(names).contains(CommandWords.baseName(place.argv().getFirst()));
  }

  /// `java -cp target/classes Main`.
  private static boolean classesOnly(Project place) {
    return place.inside().isEmpty()
        && place.argv().stream().anyMatch(w -> w.contains("classes"))
        && place.argv().stream().noneMatch(w -> w.endsWith(".jar"));
  }

  private static String tool(Project place, String wrapper, String otherwise) {
    return Files.isExecutable(place.project().resolve(wrapper)) ? "./" + wrapper : otherwise;
  }

  private static List<String> watch(Project place, String file) {
    List<String> watch = new ArrayList<>();
    boolean resources = place.has("src/main/resources");
    Optional<String> sources = place.below("src/main", ENDINGS);
    if (sources.isPresent()) {
      watch.add(resources ? "src/main/**" : sources.get());
      watch.add(file);
    }
    return watch;
  }
}
