package dev.pitstop.cli.demo;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.options.CommandLine;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.ServerOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.Surroundings;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// The temporary directory of a demo, and the programs that run in it. Closing removes it.
///
/// @param here what they are given
record Workshop(Path directory, Sample sample, Surroundings here) implements AutoCloseable {
  /// Creates a directory with the sample server in it.
  ///
  /// @param environment the user's
  static Workshop open(Sample sample, Map<String, String> environment, PrintStream err)
      throws IOException {
    Path directory = Files.createTempDirectory("pitstop-demo-").toRealPath();
    Map<String, String> inside = inside(directory, sample.bin(), environment);
    Workshop workshop = new Workshop(directory, sample, Surroundings.of(inside, directory, err));
    // for Ctrl-C; the server and Pitstop end with this process
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(workshop::close));
    sample.unpack(directory);
    return workshop;
  }

  /// The environment of the demo's processes. The sample's programs come first on the `PATH`, so
  /// that commands look as a person would write them. Pitstop's directories are in the workshop.
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

  /// Builds the sample server for the first time, as `recompile` builds it later.
  void build() throws Refusal, UsageException {
    ServerSpec server = ServerOptions.read(options());
    try (OsSpawner spawner = new OsSpawner(here.environment(), problem -> {})) {
      Builder builder = Logging.none(here).builder("", server, spawner).orElseThrow();
      Builder.Result built = builder.run(line -> {}, new CompletableFuture<>());
      if (!built.ok()) {
        String why = built.report().lines().findFirst().map(l -> " (" + l + ")").orElse("");
        throw new Refusal(1, "`" + sample.build() + "` failed" + why);
      }
    }
  }

  /// Starts Pitstop in front of the sample server.
  ///
  /// @param version of Pitstop
  Started pitstop(String version) throws UsageException {
    return Started.whole(options(), "pitstop-demo", version);
  }

  private Options options() throws UsageException {
    List<String> words = new ArrayList<>(List.of("--name", "weather", "--build", sample.build()));
    words.addAll(List.of("--set", "buildTimeout=30s"));
    words.addAll(List.of("--set", "handshakeTimeout=24h", "--")); // startTimeout is the limit
    words.addAll(sample.command());
    return CommandLine.parse(Optional.empty(), words, here);
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
      here.err().println("pitstop: could not remove " + directory + ": " + e);
    }
  }
}
