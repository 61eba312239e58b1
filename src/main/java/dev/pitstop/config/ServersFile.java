package dev.pitstop.config;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.session.ManyParts;
import dev.pitstop.session.Servers;
import dev.pitstop.text.Words;
import dev.pitstop.watch.WatchOptions;
import dev.pitstop.watch.Watcher;
import dev.pitstop.watch.Watches;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
public final class ServersFile implements ManyParts.Entries, AutoCloseable {
  private final Path file;
  private final Map<String, String> env;
  private final Function<String, Optional<String>> environment;
  private final Function<String, Path> outputs;
  private final Log log;

  // Guarded by this.
  private Map<String, ServerSpec> wanted = new LinkedHashMap<>(); // by name, as last read
  private final Map<String, String> names = new HashMap<>(); // of entries, as they are written
  private List<String> told = List.of();
  private boolean seen; // the file has been there
  private Optional<Watcher> watcher = Optional.empty();
  private Optional<Stamp> first = Optional.empty(); // before it was first read

  private record Stamp(FileTime modified, long size) {}

  /// @param file which may not exist yet
  /// @param env for every server of it
  /// @param environment the value of a variable; empty if it is not set
  /// @param outputs the file for what a daemon of this name writes that we started
  public ServersFile(
      Path file,
      Map<String, String> env,
      Function<String, Optional<String>> environment,
      Function<String, Path> outputs,
      Log log) {
    this.file = file.toAbsolutePath();
    this.env = Map.copyOf(env);
    this.environment = environment;
    this.outputs = outputs;
    this.log = log;
  }

  /// Reads the file for the first time.
  ///
  /// @return the servers that it has; none if it cannot be read, which is told in the log
  public synchronized List<ServerSpec> begin() {
    first = stamp();
    read().ifPresent(found -> wanted = found);
    return List.copyOf(wanted.values());
  }

  /// What is wrong with the file, and what its author should know; as last read.
  public synchronized List<String> problems() {
    return told;
  }

  private Optional<Stamp> stamp() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Stamp(now.lastModifiedTime(), now.size()));
    } catch (IOException notThere) {
      return Optional.empty();
    }
  }

  /// Reads it again whenever it is saved, also if that was done since it was first read.
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
    Watcher started =
        Watches.start(
            directory,
            List.of(literally(file)),
            options,
            settled -> saved(servers),
            problem -> log.debug("config", "file", file, "watch", problem));
    watcher = Optional.of(started);
    try {
      Thread.ofPlatform().daemon().name("config").start(() -> lookOnce(started, servers));
    } catch (OutOfMemoryError noThread) {
      log.debug("config", "file", file, "watch", noThread.toString()); // the next save is seen
    }
  }

  /// The watch tells only of what is saved after its first scan.
  private void lookOnce(Watcher started, Servers servers) {
    try {
      started.awaitReady();
    } catch (InterruptedException e) {
      return; // nobody does that
    }
    synchronized (this) {
      if (watcher.isPresent() && !first.equals(stamp())) {
        saved(servers);
      }
    }
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

  /// The file was saved.
  synchronized void saved(Servers servers) {
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
    usable.leftOut().forEach(out -> written.add(out.name()));
    name(written);
    Map<String, ServerSpec> specs = new LinkedHashMap<>();
    for (ServerEntry entry : usable.entries()) {
      String name = names.getOrDefault(entry.written(), entry.written());
      if (entry.disabled()) {
        continue;
      }
      if (!name.equals(entry.written())) {
        String text = "called `" + name + "` here, as tools are named after it";
        texts.add(problem(usable, entry.written(), text).text());
      }
      try {
        specs.put(name, Specs.of(entry, name, env, outputs));
      } catch (Specs.Unfit why) {
        texts.add(problem(usable, entry.written(), String.valueOf(why.getMessage())).text());
      }
    }
    for (ConfigFile.LeftOut out : usable.leftOut()) { // what ran before its mistake goes on to run
      String name = names.getOrDefault(out.name(), out.name());
      Optional.ofNullable(wanted.get(name)).ifPresent(before -> specs.putIfAbsent(name, before));
    }
    return specs;
  }

  /// Finds names that fit for entries that are new; those that have one keep it.
  private void name(List<String> written) {
    names.keySet().retainAll(written);
    List<String> added = new ArrayList<>(written);
    added.removeAll(names.keySet());
    if (names.isEmpty()) {
      names.putAll(Namespace.fit(added));
    } else {
      for (String each : added) {
        names.put(each, Namespace.fit(each, new HashSet<>(names.values())));
      }
    }
  }

  private static ConfigProblem problem(ConfigFile.Usable in, String written, String message) {
    return new ConfigProblem(
        in.file(),
        Optional.ofNullable(in.positions().get(written)),
        KeyPath.ROOT.in("mcpServers").in(written).text(),
        message);
  }

  @Override
  public String schema() {
    return Keys.schema();
  }

  /// An entry that was not read from the file, by the same rules. Its directory is the present one.
  @Override
  public ServerSpec read(String name, JsonObject entry) {
    Path here = Path.of("").toAbsolutePath().resolve(ConfigPlaces.NAMES.getFirst());
    String text =
        ConfigEdit.add("", name, entry.toString()) instanceof ConfigEdit.Edited edited
            ? edited.text()
            : "";
    ConfigFile read = ConfigFile.parse(text, here, environment);
    List<ConfigProblem> wrong = new ArrayList<>(); // a mistyped key first: it explains the rest
    read.warnings().stream().filter(w -> w.message().contains("unknown key")).forEach(wrong::add);
    wrong.addAll(read.problems());
    if (!wrong.isEmpty() || !(read instanceof ConfigFile.Usable usable)) {
      List<String> each = new ArrayList<>();
      wrong.forEach(problem -> each.add(words(problem, name, each.isEmpty())));
      throw new IllegalArgumentException(each.isEmpty() ? "no entry" : String.join(" ", each));
    }
    Path directory = usable.entries().getFirst().cwd();
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException("`cwd`: " + directory + " is no directory.");
    }
    try {
      return Specs.of(usable.entries().getFirst(), name, env, outputs);
    } catch (Specs.Unfit e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /// Without a place, as there is no file.
  ///
  /// @param inSentence whether it goes on with a sentence
  private static String words(ConfigProblem problem, String name, boolean inSentence) {
    String key = problem.key();
    String prefix = KeyPath.ROOT.in("mcpServers").in(name).text();
    String inner = key.startsWith(prefix + ".") ? key.substring(prefix.length() + 1) : "";
    String message = Words.sentence(problem.message());
    if (!inner.isEmpty()) {
      return "`" + inner + "`: " + message;
    }
    return inSentence ? message : Character.toUpperCase(message.charAt(0)) + message.substring(1);
  }

  /// Writes an entry into the file, which is made if it is not there; order and comments stay.
  ///
  /// @param entry as a JSON object
  /// @return the file
  /// @throws IOException saying why it could not be
  @Override
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
