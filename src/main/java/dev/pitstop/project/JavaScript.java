package dev.pitstop.project;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Projects with a `package.json`.
final class JavaScript {
  private static final String FILE = "package.json";
  private static final List<String> TYPED = List.of("ts", "tsx", "mts", "cts");
  private static final List<String> ALL =
      List.of("ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs");

  /// Where builds put what they make.
  private static final Set<String> OUTPUT =
      Set.of("dist", "build", "out", "output", ".output", ".build", "bundle", "lib");

  private static final List<String> SOURCES = List.of("src", "source", "server", "lib", "app");

  private JavaScript() {}

  /// A file that says no more than `"type": "module"` belongs to a build's output.
  static boolean isProject(Project place) {
    return manifest(place)
        .filter(m -> m.has("scripts") || m.has("name") || m.has("dependencies"))
        .isPresent();
  }

  static Optional<Found> guess(Project given) {
    Optional<JsonObject> manifest = manifest(given);
    if (manifest.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> script = script(given);
    String line = script.flatMap(name -> scriptLine(manifest.get(), name)).orElse("");
    Project place =
        given.program().isPresent() || line.isEmpty()
            ? given
            : new Project(given.project(), given.argv(), programOf(line, given.project()));
    boolean built = isBuilt(place, manifest.get());
    boolean buildsItself = line.contains("tsc") || line.contains("build");
    Optional<String> build =
        built && !buildsItself ? build(place, manifest.get()) : Optional.empty();
    List<String> watch = watch(place, build.isPresent() || buildsItself);
    if (build.isEmpty() && watch.isEmpty()) {
      return Optional.empty();
    }
    String reason =
        build.isEmpty()
            ? FILE + "; the command runs the sources"
            : scriptLine(manifest.get(), "build").isPresent()
                ? FILE + " has the script `build`"
                : FILE + " and tsconfig.json";
    return Optional.of(new Found(build, watch, reason));
  }

  private static boolean isBuilt(Project place, JsonObject manifest) {
    if (place.program().isEmpty()) {
      return scriptLine(manifest, "build").isPresent();
    }
    boolean output =
        OUTPUT.contains(place.top()) && !(place.top().equals("lib") && !place.has("tsconfig.json"));
    return output && !TYPED.contains(Project.ending(place.inside()));
  }

  private static Optional<String> build(Project place, JsonObject manifest) {
    String manager =
        place.has("pnpm-lock.yaml")
            ? "pnpm"
            : place.has("yarn.lock")
                ? "yarn"
                : place.has("bun.lock") || place.has("bun.lockb") ? "bun" : "npm";
    Optional<String> line = scriptLine(manifest, "build");
    if (line.isPresent()) {
      boolean ends = !(" " + line.get() + " ").matches(".* (--watch|-w) .*");
      return ends ? Optional.of(manager + " run build") : Optional.empty();
    }
    return place.has("tsconfig.json") ? Optional.of("npx tsc") : Optional.empty();
  }

  private static List<String> watch(Project place, boolean built) {
    List<String> watch = new ArrayList<>();
    List<String> directories = new ArrayList<>(SOURCES);
    if (!built && !place.top().isEmpty() && !directories.contains(place.top())) {
      directories.addFirst(place.top());
    }
    for (String directory : directories) {
      if (!(built && directory.equals(place.top()))) {
        place.below(directory, ALL).ifPresent(watch::add);
      }
    }
    boolean here = !place.inside().isEmpty() && place.top().isEmpty();
    if (watch.isEmpty() || (here && !built)) {
      place.in("", built && place.has("tsconfig.json") ? TYPED : ALL).ifPresent(watch::add);
    }
    return watch;
  }

  /// The script that `npm start`, `pnpm run serve` run.
  private static Optional<String> script(Project place) {
    if (!Set.of("npm", "pnpm", "yarn", "bun").contains(CommandWords.baseName(place.argv().getFirst()))) {
      return Optional.empty();
    }
    for (int i = 1; i < place.argv().size(); i++) {
      String word = place.argv().get(i);
      if (Set.of("--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter")
          .contains(word)) {
        i++;
      } else if (!word.startsWith("-") && !word.equals("run") && !word.equals("run-script")) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }

  /// The file that a script's line runs.
  private static Optional<Path> programOf(String line, Path project) {
    for (String word : line.split("[\\s&|;]+")) {
      if (ALL.contains(Project.ending(word)) && !word.startsWith("-")) {
        try {
          return Optional.of(project.resolve(word).normalize());
        } catch (InvalidPathException noPath) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> scriptLine(JsonObject manifest, String name) {
    return manifest.get("scripts") instanceof JsonObject scripts
            && scripts.get(name) instanceof JsonElement line
            && line.isJsonPrimitive()
        ? Optional.of(line.getAsString())
        : Optional.empty();
  }

  private static Optional<JsonObject> manifest(Project place) {
    try {
      return place
          .read(FILE)
          .map(JsonParser::parseString)
          .flatMap(e -> e instanceof JsonObject o ? Optional.of(o) : Optional.empty());
    } catch (JsonParseException e) {
      return Optional.empty(); // npm cannot read it either
    }
  }
}
