package dev.pitstop.soak;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The program under test as a process: how it is started in each mode, and its end.
final class Pitstop {
  /// Limits of its own, so short that a hang is told from a wait.
  private static final List<String> LIMITS =
      List.of(
          "--start-timeout", "3s",
          "--set", "handshakeTimeout=2s",
          "--set", "holdTimeout=10s",
          "--set", "drainTimeout=3s",
          "--set", "stopTimeout=2s");

  private static final String MAIN = "dev.pitstop.cli.Main";

  private final Process process;
  private final long init;
  private final long pid;
  private final Path runtime;

  private Pitstop(Process process, long init, long pid, Path runtime) {
    this.process = process;
    this.init = init;
    this.pid = pid;
    this.runtime = runtime;
  }

  static Pitstop start(Mode mode, Puppet puppet, Path python) throws IOException {
    Path dir = puppet.dir();
    List<String> argv = new ArrayList<>(wrapper(mode, python));
    argv.add(
        Path.of(System.getProperty("pitstop.launcher", "./pitstop")).toAbsolutePath().toString());
    argv.addAll(LIMITS);
    argv.addAll(mode.options());
    argv.addAll(List.of("--log-level", "debug", "--log-file", log(dir).toString()));
    if (mode.many()) {
      argv.addAll(List.of("--config", configuration(puppet).toString()));
    } else {
      argv.addAll(List.of("--name", "puppet", "--cwd", dir.resolve("work").toString()));
      argv.addAll(List.of("--build", "sh build.sh", "--"));
      argv.addAll(puppet.command());
    }
    ProcessBuilder builder = new ProcessBuilder(argv).directory(dir.toFile());
    builder.redirectError(stderr(dir).toFile());
    environment(builder.environment(), mode, dir);
    Path runtime = dir.resolve("run");
    builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
    Files.writeString(dir.resolve("command"), String.join(" ", argv) + "\n");
    Process process = builder.start();
    if (mode != Mode.PID_1) {
      return new Pitstop(process, process.pid(), process.pid(), runtime);
    }
    Await.until("a child", () -> child(process.pid(), "").isPresent() || !process.isAlive());
    long init = child(process.pid(), "").orElse(process.pid());
    return new Pitstop(process, init, machine(init), runtime);
  }

  /// The file that names the puppet as one of many.
  private static Path configuration(Puppet puppet) throws IOException {
    JsonArray args = new JsonArray();
    puppet.command().stream().skip(1).forEach(args::add);
    JsonObject entry = new JsonObject();
    entry.addProperty("command", puppet.command().getFirst());
    entry.add("args", args);
    entry.addProperty("cwd", puppet.dir().resolve("work").toString());
    entry.addProperty("build", "sh build.sh");
    entry.addProperty("watch", "watched/**");
    entry.addProperty("onCrash", "respawn");
    JsonObject servers = new JsonObject();
    servers.add("puppet", entry);
    JsonObject all = new JsonObject();
    all.add("mcpServers", servers);
    return Files.writeString(puppet.dir().resolve("servers.json"), all.toString());
  }

  static Path log(Path dir) {
    return dir.resolve("pitstop.log");
  }

  static Path stderr(Path dir) {
    return dir.resolve("stderr");
  }

  /// Why the mode cannot be tried here, if it cannot.
  static Optional<String> obstacle(Mode mode) {
    if (mode == Mode.PID_1 && unshare().isEmpty()) {
      return Optional.of("no permission for a process namespace of its own");
    }
    boolean limited = mode == Mode.FEW_DESCRIPTORS || mode == Mode.LITTLE_ADDRESS_SPACE;
    if (limited && ProcessView.run(List.of("prlimit", "--version")).isEmpty()) {
      return Optional.of("there is no prlimit");
    }
    return Optional.empty();
  }

  private static List<String> wrapper(Mode mode, Path python) {
    return switch (mode) {
      case NON_BLOCKING -> List.of(python.toString(), Puppet.source("nonblocking.py").toString());
      case PID_1 -> unshare();
      case START_FIRST,
          STOP_FIRST,
          REPORT,
          REPLAY,
          MODERN,
          MODERN_STOP_FIRST,
          SMALL_HEAP,
          FEW_DESCRIPTORS,
          LITTLE_ADDRESS_SPACE,
          HANGING,
          LEGACY_OVER_MODERN,
          LEGACY_OVER_MODERN_STOP_FIRST,
          MODERN_OVER_LEGACY,
          MODERN_OVER_LEGACY_STOP_FIRST,
          LEGACY_OVER_MODERN_MANY,
          MODERN_OVER_LEGACY_MANY ->
          List.of();
    };
  }

  /// The command that runs another as process 1; empty where that is not permitted.
  private static List<String> unshare() {
    List<String> plain = List.of("unshare", "--pid", "--fork", "--mount-proc");
    List<String> mapped =
        List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc");
    for (List<String> command : List.of(plain, mapped)) {
      List<String> trial = new ArrayList<>(command);
      trial.add("true");
      if (ProcessView.run(trial).isPresent()) {
        return command;
      }
    }
    return List.of();
  }

  /// Nothing of the user's files can be reached.
  private static void environment(Map<String, String> env, Mode mode, Path dir) {
    for (String name : List.of("STATE", "CONFIG", "CACHE", "DATA")) {
      env.put("XDG_" + name + "_HOME", dir.resolve(name).toString());
    }
    env.put("HOME", dir.toString());
    env.put("PITSTOP_NO_BUILD", "1");
    env.put("PITSTOP_JAVA_OPTS", mode.javaOptions());
  }

  /// As process 1 the launcher may stay in front of the Java machine, or become it.
  private static long machine(long init) {
    Await.until("the Java machine", () -> isMachine(init) || child(init, MAIN).isPresent());
    return child(init, MAIN).orElse(init);
  }

  private static boolean isMachine(long pid) {
    return new ProcessView(pid).command().contains(MAIN);
  }

  /// The child with this in its command, if there is one by now.
  private static Optional<Long> child(long parent, String command) {
    return new ProcessView(parent)
        .children().stream()
            .filter(c -> c.command().contains(command))
            .findFirst()
            .map(ProcessView.Child::pid);
  }

  Process process() {
    return process;
  }

  /// What was left to process 1, where that is ours.
  List<ProcessView.Child> orphans() {
    return init == process.pid()
        ? List.of()
        : new ProcessView(init).children().stream().filter(c -> c.pid() != pid).toList();
  }

  ProcessView view() {
    return new ProcessView(pid);
  }

  Jvm jvm() {
    return new Jvm(pid);
  }

  /// Where those beside the agent find the session.
  Optional<Path> socket() {
    try (Stream<Path> files = Files.list(runtime.resolve("pitstop"))) {
      return files.filter(f -> f.toString().endsWith(".sock")).findFirst();
    } catch (IOException notYet) {
      return Optional.empty();
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// The exit code, if it ends.
  Optional<Integer> awaitExit() throws InterruptedException {
    return process.waitFor(Await.LIMIT) ? Optional.of(process.exitValue()) : Optional.empty();
  }

  void kill() {
    if (process.isAlive()) {
      ProcessView.signal(pid, "KILL");
      process.destroyForcibly();
    }
  }
}
