package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/// What `scripts/package` has made in `target/packages`, and machines to install it on.
final class Packages {
  /// A name as people give their directories.
  static final String AWKWARD = "Werkzeuge für 本";

  private static final Path ROOT = Bench.launcher().resolveSibling("").normalize();

  private Packages() {}

  /// The one version, from `pom.xml`.
  static String version() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>pitstop</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  /// A package by its name, in which `{v}` is the version.
  static Path of(String name) throws IOException {
    Path file = ROOT.resolve("target/packages").resolve(name.replace("{v}", version()));
    assertThat(file).as("made by scripts/package").exists();
    return file;
  }

  /// One for this system. Skips the test on others, for which there is none.
  static Path forThisSystem(String name) throws IOException {
    Assumptions.assumeTrue(
        System.getProperty("os.name", "").equals("Linux")
            && System.getProperty("os.arch", "").equals("amd64"),
        "packages with a Java runtime are made on Linux with x86-64 only");
    Assumptions.assumeTrue(
        Files.exists(ROOT.resolve("target/dist/runtime")), "this JDK cannot link a runtime image");
    return of(name);
  }

  /// Unpacks a `tar.gz`, and takes the right to write there from everybody.
  static void install(Path archive, Path into) throws IOException, InterruptedException {
    Files.createDirectories(into);
    run(into, "tar", "-xzf", archive.toString());
    run(into, "chmod", "-R", "a+rX,a-w", ".");
  }

  /// So that it can be removed again.
  static void release(Path directory) throws IOException, InterruptedException {
    run(directory, "chmod", "-R", "u+w", ".");
  }

  static String run(Path directory, String... argv) throws IOException, InterruptedException {
    Ended ended = Ended.of(List.of(argv), System.getenv(), directory);
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended.out();
  }

  /// The environment of a user without a Java and without a locale: the bench's home and directory
  /// for sockets, and a `PATH` with these programs and no others.
  static Map<String, String> withoutJava(Bench bench, String... programs) throws IOException {
    Path home = bench.dir().resolve("home");
    Path tools = home.resolve("tools");
    Files.createDirectories(tools);
    for (String program : programs) {
      Optional<Path> file = onPath(program);
      if (file.isPresent() && !Files.exists(tools.resolve(program))) {
        Files.createSymbolicLink(tools.resolve(program), file.get());
      }
    }
    Map<String, String> env = new HashMap<>();
    env.put("PATH", tools.toString());
    env.put("HOME", home.toString());
    env.put("XDG_RUNTIME_DIR", bench.dir().resolve("run").toString());
    return env;
  }

  private static Optional<Path> onPath(String program) {
    for (String directory : System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":", -1)) {
      Path file = Path.of(directory, program);
      if (Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /// That an installed Pitstop that is a JVM of its own takes its classes from the start-up cache
  /// that came with it, and does not check that whole file at each start.
  ///
  /// @param log a file that it may write
  static void assertCached(
      Path program, Map<String, String> environment, Path log, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> env = new HashMap<>(environment);
    env.put("PITSTOP_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    List<String> argv = new ArrayList<>(List.of(program.toString()));
    argv.addAll(List.of(arguments));
    Ended ended = Ended.of(argv, env, log.getParent());
    assertThat(ended.code()).as(ended.err()).isZero();
    assertFromCache(log, "dev.pitstop.cli.Main");
  }

  /// That a JVM with this main class has taken its classes from a start-up cache.
  ///
  /// @param log of the classes that it has loaded
  static void assertFromCache(Path log, String main) throws IOException {
    List<String> loaded = Files.readAllLines(log);
    assertThat(loaded)
        .filteredOn(line -> line.contains(" " + main + " "))
        .singleElement()
        .asString()
        .contains("source: shared objects file");
    assertThat(loaded.stream().filter(l -> l.contains("source: shared objects file")).count())
        .as("classes from the cache, of %d", loaded.size())
        .isGreaterThan(loaded.size() * 9L / 10);
  }
}
