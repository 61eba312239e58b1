package dev.pitstop.config;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Json;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Servers;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.FileWriter;
import dev.pitstop.textedit.KeyPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Keeps the servers of a session in step with the configuration file: it starts those in the file,
/// and after each save it changes only the servers whose entries changed. A file that cannot be
/// read changes nothing. A server that the agent added does not belong to the file until it is
/// saved in it.
///
/// Thread-safe.
public final class ServersFile implements ServerEntries, AutoCloseable {
  /// The text about an entry whose name another server has. The next save tries the entry again.
  private static final String TAKEN =
      "is already the name of a server that the agent added; remove that server and save this file"
          + " again, or rename this entry";

  private static final String REMOVED =
      "was removed by the agent, which then added another server with this name";

  private final Path file;
  private final EntryContext context;
  private final Log log;
  private final ConfigWatch watch;

  // Guarded by this.
  private Map<String, ServerSpec> wanted = new LinkedHashMap<>(); // by the names in the file
  private final EntryNames names = new EntryNames();
  private Optional<String> text = Optional.empty(); // the last good text
  private List<String> told = List.of();
  private Optional<Servers> readers = Optional.empty(); // the session that hears of each save

  /// @param file absolute; may not exist yet
  /// @param env added to the environment of every server
  /// @param environment the value of a variable; empty if it is not set
  /// @param directory absolute: where relative paths of an entry start that is in no file
  /// @param outputs the file for the output of a daemon of this name that Pitstop started
  public ServersFile(
      Path file,
      Map<String, String> env,
      Function<String, Optional<String>> environment,
      Path directory,
      Function<String, Path> outputs,
      Log log) {
    this.file = file;
    this.context = new EntryContext(env, environment, directory, outputs);
    this.log = log;
    this.watch = new ConfigWatch(this.file, this::saved);
  }

  /// Reads the file for the first time.
  ///
  /// @return its servers; none if it cannot be read (the log says why)
  public synchronized List<ServerSpec> begin() {
    watch.begin();
    read(Set.of()).ifPresent(found -> wanted = new LinkedHashMap<>(found.specs()));
    return List.copyOf(wanted.values());
  }

  /// The mistakes and warnings of the file, as last read.
  public synchronized List<String> problems() {
    return told;
  }

  /// Reads the file again at every save, including a save since the first reading.
  public void watch(Servers servers) {
    synchronized (this) {
      servers.problems(told);
      readers = Optional.of(servers);
    }
    watch.start();
  }

  private synchronized void saved() {
    readers.ifPresent(this::saved);
  }

  /// The file was saved.
  synchronized void saved(Servers servers) {
    Set<String> others = servers.others();
    Optional<Found> read = read(others);
    if (read.isPresent()) { // otherwise the file is half written or broken, and the servers stay
      bring(servers, others, read.get());
    }
    servers.problems(told);
  }

  /// Compares the file with its last state, not with the servers that run: some servers do not
  /// belong to the file, and a server that the agent removed stays away until its entry changes.
  private void bring(Servers servers, Set<String> others, Found found) {
    Map<String, ServerSpec> made = new LinkedHashMap<>();
    wanted.forEach((written, before) -> {
      if (!found.specs().containsKey(written) && servers.remove(before.name(), () -> {})) {
        log.info("config", "file", file, "removed", before.name());
      }
    });
    List<String> texts = new ArrayList<>(told);
    found
        .specs()
        .forEach((written, spec) -> {
          boolean same = spec.equals(wanted.get(written));
          boolean taken = others.contains(spec.name());
          boolean runs = same || (!taken && run(servers, spec));
          if (runs) {
            made.put(written, spec);
          }
          // otherwise it was refused because the session ends, which is no news
          if (taken || (!runs && servers.others().contains(spec.name()))) {
            String text = "does not run: `" + spec.name() + "` " + (same ? REMOVED : TAKEN);
            texts.add(problem(found.file(), written, text).text());
          }
        });
    wanted = made;
    tell(texts);
  }

  /// @return whether it runs or starts
  private boolean run(Servers servers, ServerSpec spec) {
    boolean changed = servers.replace(spec);
    boolean runs = changed || servers.add(spec);
    if (runs) {
      log.info("config", "file", file, changed ? "changed" : "added", spec.name());
    }
    return runs;
  }

  /// A reading of the file.
  ///
  /// @param specs the servers that should run, by the names in the file
  private record Found(ConfigFile.Usable file, Map<String, ServerSpec> specs) {}

  /// @param others names of servers that are not in the file
  /// @return empty if it cannot be read
  private Optional<Found> read(Set<String> others) {
    if (text.isEmpty() && Files.notExists(file)) {
      tell(List.of());
      return Optional.empty(); // there is no file yet
    }
    List<String> texts = new ArrayList<>();
    Optional<Found> found = Optional.empty();
    switch (FileText.read(file)) {
      case FileText.Bad bad -> texts.add(ConfigProblem.of(file, bad).text());
      case FileText.Good good -> {
        ConfigFile read = ConfigFile.parse(good.text(), file, context, names, others);
        read.problems().forEach(p -> texts.add(p.text()));
        read.warnings().forEach(p -> texts.add(p.text()));
        if (read instanceof ConfigFile.Usable usable) {
          text = Optional.of(good.text());
          found = Optional.of(new Found(usable, specs(usable, texts)));
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

  private Map<String, ServerSpec> specs(ConfigFile.Usable usable, List<String> texts) {
    Map<String, ServerSpec> specs = new LinkedHashMap<>();
    for (ServerEntry entry : usable.entries()) {
      if (entry.spec().isEmpty()) {
        continue;
      }
      String name = entry.spec().get().name();
      if (!name.equals(entry.written())) {
        String fitting = Namespace.fit(entry.written(), Set.of());
        String why =
            name.equals(fitting)
                ? "tool names start with the server name"
                : "`" + fitting + "` is the name of another server";
        String called = "renamed to `" + name + "` here, because " + why;
        texts.add(problem(usable, entry.written(), called).text());
      }
      specs.put(entry.written(), entry.spec().get());
    }
    for (ConfigFile.LeftOut out :
        usable.leftOut()) { // a server with a mistake in its entry keeps running as before
      Optional.ofNullable(wanted.get(out.name())).ifPresent(w -> specs.put(out.name(), w));
    }
    return specs;
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
  public Optional<ServerSpec> read(String name, JsonObject entry) {
    return AddedEntry.read(name, entry, context);
  }

  @Override
  public synchronized Optional<String> savedIn(String name) {
    return names.written(name).isEmpty() ? Optional.empty() : Optional.of(file.toString());
  }

  /// Writes an entry into the file, and creates the file if it does not exist. Order and comments
  /// stay. The server belongs to the file from now on.
  ///
  /// A save loses nothing: a deleted file is written again as it was last read, and a file that
  /// cannot be read is not written.
  ///
  /// @param entry a JSON object
  /// @throws IOException if it could not be written; the message says why
  @Override
  public synchronized Saved save(String name, JsonObject entry) throws IOException {
    JsonObject whole = entry.deepCopy();
    Path here = context.directory();
    if (!whole.has("cwd") && !here.equals(file.getParent())) {
      whole.addProperty("cwd", here.toString()); // otherwise the file's own directory would count
    }
    boolean gone = text.isPresent() && Files.notExists(file);
    write(ConfigEdit.add(present(), name, whole.toString()));
    names.give(name);
    Optional.ofNullable(written(name).get(name)).ifPresent(spec -> wanted.put(name, spec));
    return new Saved(file.toString(), gone);
  }

  /// The entry of this server was just written, so that the file holds no news about it.
  ///
  /// @return all servers of the file
  private Map<String, ServerSpec> written(String name) {
    if (!(ConfigFile.parse(text.orElse(""), file, context, names, Set.of())
        instanceof ConfigFile.Usable usable)) {
      return Map.of();
    }
    Map<String, ServerSpec> specs = specs(usable, new ArrayList<>());
    wanted.replaceAll((written, before) ->
        before.name().equals(name) ? specs.getOrDefault(written, before) : before);
    return specs;
  }

  /// Writes the build command into the entry of a server. The rest of the entry stays as it is,
  /// comments included.
  @Override
  public synchronized void keep(String name, String build) throws IOException {
    Optional<String> value = Optional.of(build).filter(b -> !b.isBlank()).map(Json::quote);
    for (String written : names.written(name)) {
      write(ConfigEdit.set(present(), written, "build", value));
    }
    written(name);
  }

  @Override
  public String file() {
    return file.toString();
  }

  /// Removes the entry of a server from the file.
  ///
  /// @throws IOException if it could not be written; the message says why
  @Override
  public synchronized void forget(String name) throws IOException {
    for (String written : names.written(name)) {
      ConfigEdit edit = ConfigEdit.remove(present(), written);
      if (edit instanceof ConfigEdit.Edited edited && Files.notExists(file)) {
        text = Optional.of(edited.text()); // so that a later save does not bring it back
      } else {
        write(edit);
      }
      names.drop(written);
      wanted.remove(written);
    }
  }

  /// The text of the file; if it was deleted, its last text.
  private String present() throws IOException {
    if (Files.notExists(file)) {
      return text.orElse("");
    }
    String now =
        switch (FileText.read(file)) {
          case FileText.Good good -> good.text();
          case FileText.Bad bad -> throw new IOException(ConfigProblem.of(file, bad).text());
        };
    if (!wanted.isEmpty()
        && ConfigFile.check(now, file, context.environment()) instanceof ConfigFile.Unusable no) {
      throw new IOException(no.problem().text() + "; the file was not changed");
    }
    return now;
  }

  private void write(ConfigEdit edit) throws IOException {
    switch (edit) {
      case ConfigEdit.Refused no -> throw new IOException(file + ": " + no.reason());
      case ConfigEdit.Edited edited -> {
        FileWriter.write(file, edited.text());
        text = Optional.of(edited.text());
      }
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
