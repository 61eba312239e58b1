package dev.pitstop.cli.demo;

import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The temporary directory of a demo, and the programs that run in it. Closing removes it.
final class Workshop implements AutoCloseable {
  private static final long COMPILE_SECONDS = 30;
  private static final String COMPILER_OUTPUT = "build.out";

  private final Path directory;
  private final Kit kit;
  private final Map<String, String> environment;

  private Workshop(Path directory, Kit kit, Map<String, String> environment) {
    this.directory = directory;
    this.kit = kit;
    this.environment = environment;
  }

  /// Creates a directory with the sample server in it.
  ///
  /// @param kit the programs that build and run the server
  /// @param environment the user's
  static Workshop open(Kit kit, Map<String, String> environment) throws IOException, DemoFailure {
    Path directory = Files.createTempDirectory("pitstop-demo-").toRealPath();
    Workshop workshop = new Workshop(directory, kit, inside(directory, kit.bin(), environment));
    // for Ctrl-C; Pitstop ends with this process
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(workshop::close));
    kit.sample().unpack(directory);
    return workshop;
  }

  /// The environment of the demo's processes. The kit's programs come first on the `PATH`, so that
  /// commands look as a person would write them. Pitstop's directories are in the workshop.
  private static Map<String, String> inside(
      Path directory, Path bin, Map<String, String> environment) {
    Map<String, String> inside = new HashMap<>(environment);
    // the JVM announces these on stderr, and the demo shows stderr as the server's
    inside.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    inside.put("PATH", bin + File.pathSeparator + environment.getOrDefault("PATH", ""));
    for (String name : List.of("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")) {
      inside.put(name, directory.resolve("user").toString());
    }
    return inside;
  }

  Sample sample() {
    return kit.sample();
  }

  /// Edits the sample server.
  void apply(Sample.Edit edit) throws DemoFailure, IOException {
    kit.sample().apply(edit, directory);
  }

  /// Builds the sample server for the first time.
  void build() throws DemoFailure, IOException {
    List<String> command = new ArrayList<>(List.of(sample().build().split(" ", -1)));
    // an absolute path: ProcessBuilder searches our PATH, not the one it is given
    command.set(0, kit.bin().resolve(command.getFirst()).toString());
    Path output = directory.resolve(COMPILER_OUTPUT);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process build = builder.start();
    try {
      if (!build.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS)) {
        build.destroyForcibly();
        throw new DemoFailure(
            "`" + sample().build() + "` took more than " + COMPILE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      build.destroyForcibly();
      throw new DemoFailure("interrupted", e);
    }
    if (build.exitValue() != 0) {
      try (Stream<String> lines = Files.lines(output)) {
        String first = lines.findFirst().map(line -> " (" + line + ")").orElse("");
        throw new DemoFailure("`" + sample().build() + "` failed" + first);
      }
    }
  }

  /// The command of Pitstop in front of the sample server, as a client would start it.
  Command pitstop() {
    List<String> command = new ArrayList<>(Launch.command());
    command.addAll(List.of("--name", "weather", "--build", sample().build()));
    command.addAll(List.of("--log-file", "none", "--log-level", "error", "--"));
    command.addAll(sample().command());
    return new Command(command, Map.of(), directory);
  }

  /// Starts it in the workshop's environment.
  OsSpawner spawner() {
    return new OsSpawner(environment, problem -> {});
  }

  /// Removes the directory. A process that is about to end may still write there; the system cleans
  /// up what then remains.
  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      assert !Files.exists(directory) : e; // it was already closed
    } catch (IOException e) {
      System.err.println("pitstop: could not remove " + directory + ": " + e);
    }
  }
}
