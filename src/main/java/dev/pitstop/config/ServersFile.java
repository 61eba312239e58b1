package dev.pitstop.config;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.session.Servers;
import dev.pitstop.watch.WatchOptions;
import dev.pitstop.watch.Watcher;
import dev.pitstop.watch.Watches;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Keeps the servers of a session as the configuration file wants them (M6): those that are in it
/// from the start, and what a save changes, while it changes nothing else. A file that cannot be
/// read changes nothing (K37). Servers that the agent has added are not the file's, unless an entry
/// of their name comes into it.
///
/// Any thread; one at a time is let in.
public final class ServersFile implements AutoCloseable {
  private final Path file;
  private final Map<String, String> env;
  private final Function<String, Optional<String>> environment;
  private final Log log;

  // Guarded by this.
  private Map<String, ServerSpec> wanted = new LinkedHashMap<>(); // by name, as last read
  private List<String> told = List.of();
  private boolean seen; // the file has been there
  private Optional<Watcher> watcher = Optional.empty();

  /// @param file which may not exist yet
  /// @param env for every server of it
  /// @param environment the value of a variable; empty if it is not set
  public ServersFile(
      Path file, Map<String, String> env, Function<String, Optional<String>> environment, Log log) {
    this.file = file.toAbsolutePath();
    this.env = Map.copyOf(env);
    this.environment = environment;
    this.log = log;
  }

  /// Reads the file for the first time.
  ///
  /// @return the servers that it has; none if it cannot be read, which is told in the log
  public synchronized List<ServerSpec> begin() {
    read().ifPresent(found -> wanted = found);
    return List.copyOf(wanted.values());
  }

  /// What is wrong with the file, and what its author should know; as last read.
  public synchronized List<String> problems() {
    return told;
  }

  /// Reads it again whenever it is saved.
  public synchronized void watch(Servers servers) {
    servers.problems(told);
    Path directory = Optional.ofNullable(file.getParent()).orElse(file);
    WatchOptions usual = WatchOptions.defaults();
    WatchOptions options =
        new WatchOptions(
            usual.quiet(),
            usual.atMost(),
            usual.settle(),
            usual.method(),
            usual.pollEvery(),
            false);
    watcher =
        Optional.of(
            Watches.start(
                directory,
                List.of(literally(file)),
                options,
                settled -> saved(servers),
                problem -> log.debug("config", "file", file, "watch", problem)));
  }

  /// A glob that means this file only.
  private static String literally(Path file) {
    StringBuilder glob = new StringBuilder();
    String name = String.valueOf(file.getFileName());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      glob.append("*?[]{}!\\".indexOf(c) >= 0 ? '?' : c);
    }
    return glob.toString();
  }

  private synchronized void saved(Servers servers) {
    Optional<Map<String, ServerSpec>> read = read();
    servers.problems(told);
    if (read.isEmpty()) {
      return; // half written, or broken: what runs stays
    }
    Map<String, ServerSpec> now = read.get();
    Map<String, ServerSpec> there = new LinkedHashMap<>();
    servers.specs().forEach(s -> there.put(s.name(), s));
    for (String name : wanted.keySet()) {
      if (!now.containsKey(name) && servers.remove(name, () -> {})) {
        log.info("config", "file", file, "removed", name);
      }
    }
    for (ServerSpec spec : now.values()) {
      Optional<ServerSpec> runs = Optional.ofNullable(there.get(spec.name()));
      if (runs.isEmpty()) {
        // one that the agent has removed stays away until its entry changes
        if (!spec.equals(wanted.get(spec.name()))) {
          servers.add(spec);
          log.info("config", "file", file, "added", spec.name());
        }
      } else if (!runs.get().equals(spec)) {
        servers.replace(spec);
        log.info("config", "file", file, "changed", spec.name());
      }
    }
    wanted = now;
  }

  /// The servers of the file by their names here; empty if it cannot be read.
  private Optional<Map<String, ServerSpec>> read() {
    if (!seen && Files.notExists(file)) {
      return Optional.of(Map.of()); // nobody has made one yet
    }
    seen = true;
    ConfigFile read = ConfigFile.read(file, environment);
    List<String> texts = new ArrayList<>();
    read.problems().forEach(p -> texts.add(p.text()));
    read.warnings().forEach(p -> texts.add(p.text()));
    Optional<Map<String, ServerSpec>> found =
        read instanceof ConfigFile.Usable usable
            ? Optional.of(specs(usable, texts))
            : Optional.empty();
    for (String text : texts) {
      if (!told.contains(text)) {
        log.warn("config", "problem", text);
      }
    }
    told = List.copyOf(texts);
    return found;
  }

  private Map<String, ServerSpec> specs(ConfigFile.Usable usable, List<String> texts) {
    List<String> written = new ArrayList<>();
    usable.entries().forEach(e -> written.add(e.written()));
    Map<String, String> names = Namespace.fit(written);
    Map<String, ServerSpec> specs = new LinkedHashMap<>();
    for (ServerEntry entry : usable.entries()) {
      String name = names.getOrDefault(entry.written(), entry.written());
      if (entry.disabled()) {
        continue;
      }
      if (!name.equals(entry.written())) {
        texts.add(
            problem(usable, entry, "called `" + name + "` here, as tools are named after it")
                .text());
      }
      try {
        specs.put(name, Specs.of(entry, name, env));
      } catch (Specs.Unfit why) {
        texts.add(problem(usable, entry, String.valueOf(why.getMessage())).text());
      }
    }
    return specs;
  }

  private static ConfigProblem problem(ConfigFile.Usable in, ServerEntry entry, String message) {
    return new ConfigProblem(
        in.file(),
        Optional.ofNullable(in.positions().get(entry.written())),
        "mcpServers." + entry.written(),
        message);
  }

  /// Writes an entry into the file, which is made if it is not there; order and comments stay.
  ///
  /// @param entry as a JSON object
  /// @return the file
  /// @throws IOException saying why it could not be
  public synchronized String save(String name, JsonObject entry) throws IOException {
    JsonObject whole = entry.deepCopy();
    Path here = Path.of("").toAbsolutePath();
    if (!whole.has("cwd") && !here.equals(file.getParent())) {
      whole.addProperty("cwd", here.toString()); // the file's own directory would be meant
    }
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException none) {
      text = "";
    }
    switch (ConfigEdit.add(text, name, whole.toString())) {
      case ConfigEdit.Refused no -> throw new IOException(file + ": " + no.reason());
      case ConfigEdit.Edited edited -> ConfigWriter.write(file, edited.text());
    }
    return file.toString();
  }

  @Override
  public void close() {
    Optional<Watcher> open;
    synchronized (this) {
      open = watcher;
      watcher = Optional.empty();
    }
    open.ifPresent(Watcher::close); // waits for its thread, which may wait for us
  }
}
