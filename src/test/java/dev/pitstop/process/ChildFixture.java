package dev.pitstop.process;

import dev.pitstop.harness.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Real children for tests; closing it proves that none of them is left.
final class ChildFixture implements AutoCloseable {
  static final Path HERE = Path.of("").toAbsolutePath();

  private final OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
  private final List<Child> children = new ArrayList<>();

  Child spawn(List<String> argv) throws SpawnException {
    Child child = spawner.spawn(new Command(argv, Map.of(), HERE));
    children.add(child);
    return child;
  }

  Child sh(String script) throws SpawnException {
    return spawn(List.of("/bin/sh", "-c", script));
  }

  Child python(String script) throws SpawnException {
    return spawn(List.of("python3", "-u", "-c", script));
  }

  /// The next line of the child's stdout: scripts print one when they are ready.
  static String readLine(Child child) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    InputStream in = child.stdout();
    int b = in.read();
    while (b >= 0 && b != '\n') {
      line.write(b);
      b = in.read();
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  static long readPid(Child child) throws IOException {
    return Long.parseLong(readLine(child).strip());
  }

  static Child.Exit exitOf(Child child) {
    return child.exited().copy().orTimeout(Await.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }

  /// Until a process has really stopped, a SIGTERM that comes after the SIGSTOP goes first. Only
  /// Linux tells.
  static void awaitStopped(long pid) {
    Await.until(
        "stop of process " + pid,
        () ->
            Platform.current() != Platform.LINUX
                || ProcessTable.row(ProcessTable.PROC, pid).orElseThrow().state() == 'T');
  }

  static void awaitGone(long pid) {
    Await.until("end of process " + pid, () -> !ProcessTable.alive(pid));
  }

  @Override
  public void close() {
    for (Child child : children) {
      child.kill();
      exitOf(child);
      awaitGone(child.pid());
    }
    spawner.close();
  }
}
