package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.config.ServersFile;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.ServerEntries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Where a session has its options and servers from, and saves others. Builds with one builder,
/// whatever the command; reads entries as from a file; writes none, but notes what it should.
final class FakeOrigin implements ServerEntries {
  final List<String> commands = new ArrayList<>(); // in turns
  final List<String> saved = new CopyOnWriteArrayList<>(); // entries
  final List<String> kept = new CopyOnWriteArrayList<>(); // options
  private final Builder builder;
  private final ServersFile rules =
      new ServersFile(
          Path.of("/nonexistent/pitstop.json"),
          Map.of(),
          v -> Optional.empty(),
          Path.of("").toAbsolutePath(),
          Path::of,
          Log.nowhere());

  FakeOrigin(Builder builder) {
    this.builder = builder;
  }

  /// Of a command that was set in the session.
  Optional<Builder> builder(Optional<String> build) {
    commands.add(build.orElse(""));
    return build.map(b -> builder);
  }

  /// For a session with one server, where nobody says its name.
  Keeper ofOne() {
    return (server, build) -> {
      kept.add("build: " + build);
      return "Saved in the fake.";
    };
  }

  @Override
  public String schema() {
    return rules.schema();
  }

  @Override
  public Optional<ServerSpec> read(String name, JsonObject entry) {
    return rules.read(name, entry);
  }

  @Override
  public void save(String name, JsonObject entry) {
    saved.add(name + " " + entry);
  }

  @Override
  public void keep(String name, String build) {
    kept.add(name + " build: " + build);
  }

  @Override
  public String file() {
    return "servers.json";
  }

  @Override
  public Optional<String> savedIn(String name) {
    return saved.stream().filter(s -> s.startsWith(name + " ")).map(s -> file()).findAny();
  }

  @Override
  public void forget(String name) {
    saved.removeIf(s -> s.startsWith(name + " "));
  }
}
