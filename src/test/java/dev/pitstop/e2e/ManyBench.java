package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A [Bench] for many servers behind one Pitstop. Afterwards also no server may have been told what
/// no server may be told.
final class ManyBench implements BeforeEachCallback, AfterEachCallback {
  private final Bench bench = new Bench();
  private final List<FixtureServer> servers = new ArrayList<>();
  private Path folders = Path.of("");

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    bench.beforeEach(context);
    folders = Files.createTempDirectory("pitstop-many-").toRealPath();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    boolean failed = context.getExecutionException().isPresent();
    try {
      bench.afterEach(context);
      if (!failed) {
        Procs.awaitGone(pids());
        servers.forEach(ManyBench::mustBeContent);
        Bench.delete(folders);
      }
    } finally {
      Procs.end(pids());
      if (Files.exists(folders)) {
        System.err.println(context.getDisplayName() + ": servers in " + folders);
      }
    }
  }

  private static void mustBeContent(FixtureServer server) {
    if (!server.complaints().isEmpty()) {
      throw new AssertionError(server.dir() + " complains: " + server.complaints());
    }
  }

  private List<Long> pids() {
    return servers.stream().flatMap(server -> server.pids().stream()).toList();
  }

  Bench bench() {
    return bench;
  }

  /// A path in the test's folder, for gates and the like; nothing is there yet.
  Path path(String name) {
    return bench.dir().resolve(name);
  }

  /// A server with a plan; its folder has the name, which it tells in its answers.
  FixtureServer server(String folder, String plan) {
    Path made = Disk.io(() -> Files.createDirectory(folders.resolve(folder)));
    FixtureServer server = FixtureServer.in(made, plan);
    servers.add(server);
    return server;
  }

  /// A client of a Pitstop with many servers, after the handshake.
  Hub hub(String... options) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    argv.addAll(List.of(options));
    RawClient client = bench.start(argv, RawClient.Peer.PITSTOP).drainStderr().greeted();
    return new Hub(client);
  }

  // ---- configuration files ----

  /// The default one, in the folder that Pitstop is started in.
  Path config() {
    return bench.workDir().resolve("pitstop.json");
  }

  /// Writes the default file.
  void save(Map<String, JsonObject> servers) {
    Disk.save(config(), text(servers));
  }

  /// The text of a configuration with these servers, in their order.
  static String text(Map<String, JsonObject> servers) {
    JsonObject entries = new JsonObject();
    servers.forEach(entries::add);
    JsonObject whole = new JsonObject();
    whole.add("mcpServers", entries);
    return Json.text(whole);
  }

  void touch(Path file) {
    Disk.io(() -> Files.createFile(file));
  }
}
