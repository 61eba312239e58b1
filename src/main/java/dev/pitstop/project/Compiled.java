package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Guesses for projects that a compiler's build tool builds: how each kind builds, and what it is
/// built from.
final class Compiled {
  private static final List<String> JVM = List.of("java", "kt", "groovy", "scala");

  /// A word as [Words#quoted] writes it.
  private static final String WORD = "(?:'[^']*'|\\\\'|[^\\s'])+";

  /// `cargo run`: what is before the verb, and the options between it and the program's own words.
  /// Some have a value in the next word.
  private static final Pattern CARGO_RUN =
      Pattern.compile(
          "(\\S+(?: [-+]\\S+)*) (?:run|r)"
              + "((?: (?:--bin|--example|-p|--package|-F|--features|--profile|--target|--target-dir|-j"
              + "|--jobs|--config|--color|--message-format|-Z|--manifest-path) "
              + WORD
              + "| -(?!-(?: |$))\\S*)*)(?: .*)?");

  private Compiled() {}

  /// @param file the manifest
  static Optional<Guess> guess(ProjectKind kind, Project project, String file) {
    boolean runs =
        kind.isTool(project.tool())
            && kind != ProjectKind.CARGO // whose build is the first half of its run
            && (kind != ProjectKind.DOTNET || project.inside().isEmpty());
    Optional<String> build = runs ? Optional.empty() : build(kind, project);
    return runs || build.isPresent()
        ? project.guess(
            build, sources(kind, project, file), file + (runs ? "; the command builds" : ""))
        : Optional.empty();
  }

  /// The command that makes the program; empty if it is unknown.
  private static Optional<String> build(ProjectKind kind, Project project) {
    String path = project.inside();
    return switch (kind) {
      case CARGO -> project.tool().equals("cargo") ? ofCargoRun(project.argv()) : ofCargo(path);
      case GO -> go(project);
      case MAVEN ->
          made(
              project,
              "target",
              wrapper(project, "mvnw", "mvn")
                  + (ofClasses(project) ? " -q compile" : " -q package -DskipTests"));
      case GRADLE -> made(project, "build", wrapper(project, "gradlew", "gradle") + task(project));
      case DOTNET ->
          made(
              project,
              "bin",
              "dotnet build -v quiet" + (path.startsWith("bin/Release/") ? " -c Release" : ""));
      case NODE, PYTHON -> Optional.empty();
    };
  }

  /// What is built from, with the manifest.
  private static List<String> sources(ProjectKind kind, Project project, String file) {
    return switch (kind) {
      case CARGO -> crates(project, file);
      case GO -> with(project.below("", List.of("go")), file);
      case DOTNET -> with(project.below("", List.of("cs", "fs")), file);
      case MAVEN, GRADLE -> {
        boolean resources = project.has("src/main/resources");
        yield with(
            project.below("src/main", JVM).map(glob -> resources ? "src/main/**" : glob), file);
      }
      case NODE, PYTHON -> List.of();
    };
  }

  private static List<String> with(Optional<String> sources, String file) {
    return sources.map(glob -> List.of(glob, file)).orElse(List.of());
  }

  /// The line, unless the program lies in the project but not in the directory of its output.
  private static Optional<String> made(Project project, String output, String line) {
    boolean elsewhere = !project.inside().isEmpty() && !project.top().equals(output);
    return elsewhere ? Optional.empty() : Optional.of(line);
  }

  private static String wrapper(Project project, String wrapper, String otherwise) {
    return Files.isExecutable(project.directory().resolve(wrapper)) ? "./" + wrapper : otherwise;
  }

  /// All jars are made by `assemble`.
  private static String task(Project project) {
    return project.inside().contains("/install/")
        ? " -q installDist"
        : ofClasses(project) ? " -q classes" : " -q assemble";
  }

  /// Whether classes are run: a class file, or `java -cp target/classes Main`.
  private static boolean ofClasses(Project project) {
    List<String> argv = project.argv();
    boolean classPath =
        project.inside().isEmpty()
            && argv.stream().anyMatch(w -> w.contains("classes"))
            && argv.stream().noneMatch(w -> w.endsWith(".jar"));
    return classPath || project.inside().endsWith(".class");
  }

  /// Into the file that is run, of the package of its `main`.
  private static Optional<String> go(Project project) {
    String path = project.inside();
    String name = path.substring(path.lastIndexOf('/') + 1).replaceFirst("[.]exe$", "");
    List<String> commands = project.names("cmd");
    boolean named = commands.contains(name);
    boolean here = !named && project.here(List.of("go")).isPresent();
    if (path.isEmpty() || (!named && !here && commands.size() != 1)) {
      return Optional.empty();
    }
    String main = here ? "." : "./cmd/" + Words.quoted(named ? name : commands.getFirst());
    return Optional.of("go build -o " + Words.quoted(path) + " " + main);
  }

  /// The sources of the project and of all members of its workspace, and the manifest.
  private static List<String> crates(Project project, String file) {
    Stream<String> members =
        project.names("").stream()
            .filter(name -> project.has(name + "/" + file))
            .map(name -> name + "/src");
    List<String> sources =
        project.below(Stream.concat(Stream.of("src", "crates"), members), List.of("rs"));
    sources.add(file);
    return sources;
  }

  /// The build command for `cargo run`: the same words, up to the program's own.
  private static Optional<String> ofCargoRun(List<String> argv) {
    Matcher run =
        CARGO_RUN.matcher(argv.stream().map(Words::quoted).collect(Collectors.joining(" ")));
    return run.matches()
        ? Optional.of(
            run.group(1)
                + " build"
                + run.group(2).replaceFirst(" --manifest-path " + WORD, "")) // it runs there
        : Optional.empty();
  }

  /// `target/release/x`, `target/debug/x`.
  private static Optional<String> ofCargo(String path) {
    return path.startsWith("target/release/")
        ? Optional.of("cargo build --release")
        : path.startsWith("target/debug/") ? Optional.of("cargo build") : Optional.empty();
  }
}
