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
import java.nio.file.Files;
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
import java.util.Set;
import java.util.function.Function;

/// Keeps the servers of a session as the configuration file wants them (M6): those that are in it
/// from the start, and what a save changes, while it changes nothing else. A file that cannot be
/// read changes nothing (K37). Servers that the agent has added are not the file's until they are
/// saved in it.
///
/// Any thread; one at a time is let in.
public final class ServersFile implements ManyParts.Entries, AutoCloseable {
  /// Of an entry whose name another server has. It is tried again with the next save.
  private static final String TAKEN =
      "is a server that the agent has added; remove that one and save this file again, or give this"
          + " entry another name";

  private static final String REMOVED = "was removed by the agent, which has added another";

  private final Path file;
  private final Map<String, String> env;
  private final Function<String, Optional<String>> environment;
  private final Function<String, Path> outputs;
  private final Log log;

  // Guarded by this.
  private Map<String, ServerSpec> wanted = new LinkedHashMap<>(); // by the names that are written
  private final Map<String, String> names = new HashMap<>(); // of servers, by those, too
  private Optional<String> text = Optional.empty(); // that was last good
  private List<String> told = List.of();
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
    read(Set.of()).ifPresent(found -> wanted = new LinkedHashMap<>(found.specs()));
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
    Set<String> others = servers.others();
    Optional<Found> read = read(others);
    if (read.isPresent()) { // else half written, or broken: what runs stays
      bring(servers, others, read.get());
    }
    servers.problems(told);
  }

  /// What the file has is compared with what was last made of it, and not with what runs: that may
  /// be others', and what the agent has taken away stays away until its entry changes.
  private void bring(Servers servers, Set<String> others, Found found) {
    Map<String, ServerSpec> made = new LinkedHashMap<>();
    wanted.forEach((written, before) -> {
      if (!found.specs().containsKey(written) && servers.remove(before.name(), () -> {})) {
        log.info("config", "file", file, "removed", before.name());
      }
    });
    List<String> texts = new ArrayList<>(told);
    found.specs().forEach((written, spec) -> {
      boolean same = spec.equals(wanted.get(written));
      boolean taken = others.contains(spec.name());
      boolean runs = same || (!taken && run(servers, spec));
      if (runs) {
        made.put(written, spec);
      }
      if (taken || !runs) {
        String text = "does not run: `" + spec.name() + "` " + (same ? REMOVED : TAKEN);
        texts.add(problem(found.file(), written, text).text());
      }
    });
    wanted = made;
    tell(texts);
  }

  /// @return whether it runs, or is on its way
  private boolean run(Servers servers, ServerSpec spec) {
    boolean changed = servers.replace(spec);
    boolean runs = changed || servers.add(spec);
    if (runs) {
      log.info("config", "file", file, changed ? "changed" : "added", spec.name());
    }
    return runs;
  }

  /// What was read.
  ///
  /// @param specs of the servers that are to run, by the names that are written in the file
  private record Found(ConfigFile.Usable file, Map<String, ServerSpec> specs) {}

  /// @param others names of servers that are not the file's
  /// @return empty if it cannot be read
  private Optional<Found> read(Set<String> others) {
    if (text.isEmpty() && Files.notExists(file)) {
      tell(List.of());
      return Optional.empty(); // nobody has made one yet
    }
    List<String> texts = new ArrayList<>();
    Optional<Found> found = Optional.empty();
    switch (ConfigText.read(file)) {
      case ConfigText.Bad bad -> texts.add(bad.problem().text());
      case ConfigText.Good good -> {
        ConfigFile read = ConfigFile.parse(good.text(), file, environment);
        read.problems().forEach(p -> texts.add(p.text()));
        read.warnings().forEach(p -> texts.add(p.text()));
        if (read instanceof ConfigFile.Usable usable) {
          text = Optional.of(good.text());
          found = Optional.of(new Found(usable, specs(usable, others, texts)));
        }
      }
    }
    tell(texts);
    return found;
  }

  private void tell(List<String> texts) {
    for (String each : texts) {
      if (!told.contains(each)) {
        log.warn("config", "problem", each);
      }
    }
    told = List.copyOf(texts);
  }

  private Map<String, ServerSpec> specs(
      ConfigFile.Usable usable, Set<String> others, List<String> texts) {
    List<String> written = new ArrayList<>();
    usable.entries().forEach(e -> written.add(e.written()));
    usable.leftOut().forEach(out -> written.add(out.name()));
    name(written, others);
    Map<String, ServerSpec> specs = new LinkedHashMap<>();
    for (ServerEntry entry : usable.entries()) {
      String name = names.getOrDefault(entry.written(), entry.written());
      if (entry.disabled()) {
        continue;
      }
      if (!name.equals(entry.written())) {
        String called = "called `" + name + "` here, as tools are named after it";
        texts.add(problem(usable, entry.written(), called).text());
      }
      try {
        specs.put(entry.written(), Specs.of(entry, name, env, outputs));
      } catch (Specs.Unfit why) {
        texts.add(problem(usable, entry.written(), String.valueOf(why.getMessage())).text());
      }
    }
    for (ConfigFile.LeftOut out : usable.leftOut()) { // what ran before its mistake goes on to run
      Optional.ofNullable(wanted.get(out.name())).ifPresent(w -> specs.put(out.name(), w));
    }
    return specs;
  }

  /// Finds names that fit for entries that are new; those that have one keep it. A good one stays
  /// as it is, also if it is another's server: that is told.
  private void name(List<String> written, Set<String> others) {
    names.keySet().retainAll(written);
    Set<String> held = new HashSet<>(names.values());
    for (String each : written) {
      if (!names.containsKey(each) && Namespace.problem(each).isEmpty() && held.add(each)) {
        names.put(each, each);
      }
    }
    held.addAll(others);
    for (String each : written) {
      if (!names.containsKey(each)) {
        String name = Namespace.fit(each, held);
        held.add(name);
        names.put(each, name);
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

  @Override
  public ServerSpec read(String name, JsonObject entry) {
    return AddedEntry.read(name, entry, env, environment, outputs);
  }

  @Override
  public synchronized Optional<String> savedIn(String name) {
    return names.containsValue(name) ? Optional.of(file.toString()) : Optional.empty();
  }

  /// Writes an entry into the file, which is made if it is not there; order and comments stay. From
  /// now on it is the file's.
  ///
  /// A save takes nothing away: a file that was deleted is written again as it was last read, and
  /// one of which nothing can be read is not written.
  ///
  /// @param entry as a JSON object
  /// @throws IOException saying why it could not be
  @Override
  public synchronized ManyParts.Saved save(String name, JsonObject entry) throws IOException {
    JsonObject whole = entry.deepCopy();
    Path here = Path.of("").toAbsolutePath();
    if (!whole.has("cwd") && !here.equals(file.getParent())) {
      whole.addProperty("cwd", here.toString()); // the file's own directory would be meant
    }
    boolean gone = text.isPresent() && Files.notExists(file);
    write(ConfigEdit.add(present(), name, whole.toString()));
    List<String> namesakes = List.copyOf(names.keySet());
    for (String written : namesakes) {
      names.remove(written, name); // it is no other entry's any more
    }
    names.put(name, name);
    ConfigFile now = ConfigFile.parse(text.orElse(""), file, environment);
    if (now instanceof ConfigFile.Usable usable) {
      Map<String, ServerSpec> specs = specs(usable, Set.of(), new ArrayList<>());
      wanted.replaceAll((written, before) ->
          before.name().equals(name) ? specs.getOrDefault(written, before) : before);
      Optional.ofNullable(specs.get(name)).ifPresent(spec -> wanted.put(name, spec));
    }
    return new ManyParts.Saved(file.toString(), gone);
  }

  /// Takes the entry of a server out of the file.
  ///
  /// @throws IOException saying why it could not be
  @Override
  public synchronized void forget(String name) throws IOException {
    List<String> its = new ArrayList<>();
    names.forEach((written, called) -> {
      if (called.equals(name)) {
        its.add(written);
      }
    });
    for (String written : its) {
      ConfigEdit edit = ConfigEdit.remove(present(), written);
      if (edit instanceof ConfigEdit.Edited edited && Files.notExists(file)) {
        text = Optional.of(edited.text()); // so that no save brings it back
      } else {
        write(edit);
      }
      names.remove(written);
      wanted.remove(written);
    }
  }

  /// What the file has; if it was deleted, what it had.
  private String present() throws IOException {
    if (Files.notExists(file)) {
      return text.orElse("");
    }
    String now =
        switch (ConfigText.read(file)) {
          case ConfigText.Good good -> good.text();
          case ConfigText.Bad bad -> throw new IOException(bad.problem().text());
        };
    if (!wanted.isEmpty()
        && ConfigFile.parse(now, file, environment) instanceof ConfigFile.Unusable no) {
      throw new IOException(no.problem().text() + "; so the file was left as it is");
    }
    return now;
  }

  private void write(ConfigEdit edit) throws IOException {
    switch (edit) {
      case ConfigEdit.Refused no -> throw new IOException(file + ": " + no.reason());
      case ConfigEdit.Edited edited -> {
        ConfigWriter.write(file, edited.text());
        text = Optional.of(edited.text());
      }
    }
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
