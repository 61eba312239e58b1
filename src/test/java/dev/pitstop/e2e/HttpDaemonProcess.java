package dev.pitstop.e2e;

import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import dev.pitstop.http.fixture.ScriptedDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An HTTP server that is a process of its own, which a test starts, kills and starts again on the
/// same port. It is the test's, as a developer's daemon is his: nothing else ends it.
final class HttpDaemonProcess implements AutoCloseable {
  private final Bench bench;
  private List<String> command;
  private final int port;
  private final Path output;
  private Optional<Process> process = Optional.empty();

  private HttpDaemonProcess(Bench bench, List<String> command, int port) {
    this.bench = bench;
    this.command = command;
    this.port = port;
    this.output = bench.dir().resolve("daemon-" + port);
  }

  /// One of `src/test/node/servers/http-*.mjs`, not started yet.
  static HttpDaemonProcess node(Bench bench, String script, String... options) {
    return of(
        bench, List.of("node", Bench.nodeDir().resolve("servers/" + script).toString()), options);
  }

  /// The Java SDK's servlet, not started yet.
  static HttpDaemonProcess java(Bench bench) {
    return of(bench, TestJvm.command(HttpJavaSdkServer.class));
  }

  /// The scripted server, not started yet.
  static HttpDaemonProcess scripted(Bench bench, String... options) {
    return of(bench, bench.fixture("{'like':'daemon'}").argv(), options);
  }

  /// One of these, by the beginning of a name of a script, with options, not started yet.
  static HttpDaemonProcess named(Bench bench, String name) {
    String[] words = name.split(" ");
    String[] options = List.of(words).subList(1, words.length).toArray(String[]::new);
    return switch (words[0]) {
      case "java" -> java(bench);
      case "scripted" -> scripted(bench, options);
      default -> node(bench, "http-" + words[0] + ".mjs", options);
    };
  }

  /// What takes `--port`, not started yet.
  static HttpDaemonProcess of(Bench bench, List<String> program, String... options) {
    int port = freePort();
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("--port", Integer.toString(port)));
    command.addAll(List.of(options));
    return new HttpDaemonProcess(bench, List.copyOf(command), port);
  }

  /// A port below those that the system gives to clients, so that it stays free between two starts.
  static int freePort() {
    try (ScriptedDaemon nobody = ScriptedDaemon.stopped()) {
      return nobody.port();
    }
  }

  /// Its next starts have these options besides.
  HttpDaemonProcess with(String... options) {
    List<String> more = new ArrayList<>(command);
    more.addAll(List.of(options));
    command = List.copyOf(more);
    return this;
  }

  /// The command line that starts it.
  String shell() {
    return String.join(" ", command);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port + "/mcp");
  }

  long pid() {
    return process.orElseThrow().pid();
  }

  /// Starts it; returns when it takes connections.
  void start() {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(bench.environment());
    builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(output.toFile()));
    try {
      Process started = builder.directory(bench.workDir().toFile()).start();
      bench.mustEnd(started.pid());
      process = Optional.of(started);
      Await.until(() -> listens() || !started.isAlive(), () -> "no daemon: " + output());
      if (!started.isAlive()) {
        throw new AssertionError("the daemon ended: " + output());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What it wrote, over all its starts.
  String output() {
    return Disk.text(output);
  }

  /// Kills it with all that it started; returns when all are gone.
  void kill() {
    Process old = process.orElseThrow();
    process = Optional.empty();
    List<ProcessHandle> all = new ArrayList<>(old.descendants().toList());
    all.add(old.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    // Its first thread may be gone while another still holds the port: all of it has ended only
    // when it can be collected.
    old.onExit().join();
    all.forEach(one -> Procs.awaitGone(one.pid()));
  }

  void restart() {
    kill();
    start();
  }

  @Override
  public void close() {
    if (process.isPresent()) {
      kill();
    }
  }
}
