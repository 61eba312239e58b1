package dev.pitstop.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Has a client play a script, with Pitstop and the server of shapes behind it, in a folder of its
/// own, with an environment that has nothing of the user's. What it leaves for people to read is in
/// `target/agents/report`.
final class Rehearsal {
  private static final Path SOURCES = Path.of("src/test/agents").toAbsolutePath();
  private static final Path REPORT = Path.of("target/agents/report").toAbsolutePath();

  /// A session takes some seconds; whoever takes that long hangs.
  private static final long LIMIT_SECONDS = 120;

  private static final long END_SECONDS = 20;

  private Rehearsal() {}

  /// @param session its name, for the files of the report
  /// @param options Pitstop's
  /// @param plan adds the steps
  static Transcript play(Agent agent, String session, List<String> options, Consumer<Script> plan)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("agents-").toRealPath();
    try {
      return play(agent, folder, options, plan);
    } finally {
      Path report = Files.createDirectories(REPORT.resolve(agent.name() + "-" + session));
      for (String name : List.of("script.json", "record.jsonl", "client", "pitstop.log")) {
        if (Files.exists(folder.resolve(name))) {
          Files.copy(
              folder.resolve(name), report.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      delete(folder);
    }
  }

  private static Transcript play(
      Agent agent, Path folder, List<String> options, Consumer<Script> plan)
      throws IOException, InterruptedException {
    Path home = Files.createDirectory(folder.resolve("home"));
    Path work = Files.createDirectory(folder.resolve("work"));
    Files.createDirectory(folder.resolve("tmp"));
    Files.copy(SOURCES.resolve("server.py"), work.resolve("server.py"));
    Path log = folder.resolve("pitstop.log");
    Path record = folder.resolve("record.jsonl");
    Path written = folder.resolve("client");
    Script script = new Script(work, log);
    plan.accept(script);
    Files.writeString(folder.resolve("script.json"), script.toString());

    List<String> model =
        List.of(
            Installed.onPath("python3"),
            SOURCES.resolve("model.py").toString(),
            folder.resolve("script.json").toString(),
            record.toString());
    Process scripted = new ProcessBuilder(model).redirectError(Redirect.INHERIT).start();
    try (BufferedReader said = scripted.inputReader(StandardCharsets.UTF_8)) {
      String port = said.readLine();
      Agent.Command command =
          agent.configure(home, "http://127.0.0.1:" + port, server(work, log, options));
      ProcessBuilder builder =
          new ProcessBuilder(command.argv())
              .directory(work.toFile())
              .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
              .redirectErrorStream(true)
              .redirectOutput(written.toFile());
      Map<String, String> environment = builder.environment();
      environment.clear();
      environment.put("PATH", Installed.path());
      environment.put("HOME", home.toString());
      environment.put("TMPDIR", folder.resolve("tmp").toString());
      environment.putAll(command.environment());
      String how = run(builder, work);
      String words = Files.readString(written);
      String last = words.substring(Math.max(0, words.length() - 2_000));
      return Transcript.read(record, agent.name() + " " + how + ": " + last);
    } finally {
      scripted.destroy();
    }
  }

  private static List<String> server(Path work, Path log, List<String> options) {
    List<String> argv = new ArrayList<>();
    argv.add(Installed.launcher().toString());
    argv.addAll(List.of("--name", "shapes", "--cwd", work.toString()));
    argv.addAll(List.of("--log-file", log.toString()));
    argv.addAll(options);
    argv.addAll(List.of("--", "python3", "server.py"));
    return List.copyOf(argv);
  }

  /// @return how it ended
  private static String run(ProcessBuilder builder, Path work)
      throws IOException, InterruptedException {
    Process client = builder.start();
    try {
      boolean ended = client.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      return ended ? "ended with " + client.exitValue() : "did not end";
    } finally {
      List<ProcessHandle> tree = client.descendants().toList(); // empty if it has ended by itself
      client.destroyForcibly().waitFor();
      for (ProcessHandle process : tree) {
        process.destroyForcibly();
        process.onExit().join();
      }
      ended(work);
    }
  }

  /// Every process of the server, and every Pitstop that started one, must end now.
  private static void ended(Path work) throws IOException, InterruptedException {
    List<ProcessHandle> left = new ArrayList<>();
    Path pids = work.resolve("pids");
    if (Files.exists(pids)) {
      for (String word : Files.readString(pids).strip().split("\\s+")) {
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(word));
        process.ifPresent(left::add);
      }
    }
    for (ProcessHandle process : left) {
      try {
        process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        left.forEach(ProcessHandle::destroyForcibly);
        throw new AssertionError("still there: " + process.info(), e);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /// Leaves something for people to read. A new tool came late to this client. That may happen once
  /// in a run.
  static void late(String client) throws IOException {
    try (Stream<Path> reports = Files.list(Files.createDirectories(REPORT))) {
      assertThat(reports.filter(r -> r.toString().endsWith("-late.txt")))
          .as("the new tool came late to another client, too")
          .isEmpty();
    }
    report(client + "-late.txt", client + ": the new tool came late, once\n");
  }

  static void report(String name, String text) throws IOException {
    Files.writeString(Files.createDirectories(REPORT).resolve(name), text);
  }
}
