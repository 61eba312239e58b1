package dev.pitstop.config;

import com.google.gson.JsonObject;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Servers;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.FileWriter;
import dev.pitstop.textedit.Mistake;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps the servers of a session in step with the configuration file: it starts those in the file,
/// and after each save it changes only the servers whose entries changed. A file that cannot be
/// read changes nothing. A server that the agent added does not belong to the file until it is
/// saved in it.
///
/// Thread-safe.
public final class ServersFile implements ServerEntries, AutoCloseable {
  private static final String TAKEN =
      "does not run: `{}` was already the name of a server that the agent added; remove that"
          + " server and save this file again, or rename this entry";

  private static final String UNCHANGED = "; the file was not changed";

  private final Path file;
  private final EntryContext context;
  private final Log log;
  private final ConfigWatch watch;

  // Guarded by this.
  private Map<String, ServerSpec> wanted = new LinkedHashMap<>(); // those of the file, by name
  private Optional<ConfigFile> last = Optional.empty(); // the last usable content
  private List<String> told = List.of();

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
    this.watch = new ConfigWatch(file);
  }

  /// Reads the file for the first time.
  ///
  /// @return its servers; none if it cannot be read (the log says why)
  public synchronized List<ServerSpec> begin() {
    read().ifPresent(found -> wanted = specs(found));
    return List.copyOf(wanted.values());
  }

  /// The mistakes and warnings of the file, as last read.
  public synchronized List<String> problems() {
    return told;
  }

  /// Reads the file again at every save, including a save since the first reading.
  public void watch(Servers servers) {
    servers.problems(problems());
    watch.start(() -> saved(servers));
  }

  /// The file was saved. If it is half written or broken, the servers stay.
  synchronized void saved(Servers servers) {
    servers.applying();
    read().ifPresent(found -> bring(servers, found));
    servers.problems(told);
  }

  /// Compares the file with its last state, not with the servers that run: some servers do not
  /// belong to the file, and a server that the agent removed stays away until its entry changes.
  private void bring(Servers servers, ConfigFile found) {
    Map<String, ServerSpec> specs = specs(found);
    for (String name : wanted.keySet()) {
      if (!specs.containsKey(name) && servers.remove(name)) {
        log.info("config", "file", file, "removed", name);
      }
    }
    Set<String> others = servers.others();
    List<String> texts = new ArrayList<>(told);
    Map<String, ServerSpec> made = new LinkedHashMap<>();
    specs.forEach((name, spec) -> {
      if (others.contains(name)) {
        texts.add(taken(found, name));
      } else if (spec.equals(wanted.get(name)) || run(servers, spec)) {
        made.put(name, spec); // otherwise it was refused because the session ends
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

  /// @return empty if it cannot be read
  private Optional<ConfigFile> read() {
    if (last.isEmpty() && Files.notExists(file)) {
      tell(List.of());
      return Optional.empty(); // there is no file yet
    }
    ConfigFile read = ConfigFile.read(file, context);
    tell(
        Stream.concat(read.problems().stream(), read.warnings().stream())
            .map(ConfigProblem::text)
            .toList());
    last = read.usable() ? Optional.of(read) : last;
    return Optional.of(read).filter(ConfigFile::usable);
  }

  private void tell(List<String> texts) {
    texts.stream()
        .filter(each -> !told.contains(each))
        .forEach(each -> log.warn("config", "problem", each));
    told = List.copyOf(texts);
  }

  /// The servers that should run, by name. One with a mistake in its entry keeps running as before.
  private Map<String, ServerSpec> specs(ConfigFile of) {
    Map<String, ServerSpec> specs = new LinkedHashMap<>();
    for (ServerEntry entry : of.all()) {
      Optional<ServerSpec> before = Optional.ofNullable(wanted.get(entry.name()));
      (entry.wrong() ? before : entry.spec()).ifPresent(spec -> specs.put(entry.name(), spec));
    }
    return specs;
  }

  /// The text about an entry whose name another server has. The next save tries the entry again.
  private static String taken(ConfigFile in, String name) {
    ServerEntry entry = in.entry(name).orElseThrow();
    String text = Words.fill(TAKEN, name);
    return new ConfigProblem(in.file(), Optional.of(entry.at()), entry.key(), text).text();
  }

  @Override
  public String schema() {
    return SettingTable.ofEntry().stream().map(Setting::schema).collect(Collectors.joining(","));
  }

  @Override
  public Optional<ServerSpec> read(String name, JsonObject entry) {
    return EntryReader.added(name, entry, context);
  }

  @Override
  public synchronized Optional<String> savedIn(String name) {
    return Files.exists(file) ? written(name).map(written -> file()) : Optional.empty();
  }

  private Optional<String> written(String name) {
    return last.flatMap(read -> read.entry(name)).map(ServerEntry::written);
  }

  /// Writes an entry into the file, and creates the file if it does not exist. Order and comments
  /// stay. The server belongs to the file from now on. A file that cannot be read is not written.
  ///
  /// @param entry a JSON object
  /// @throws IOException if it could not be written; the message says why
  @Override
  public synchronized void save(String name, JsonObject entry) throws IOException {
    JsonObject whole = entry.deepCopy();
    Path here = context.directory();
    if (!whole.has("cwd") && !here.equals(file.getParent())) {
      whole.addProperty("cwd", here.toString()); // otherwise the file's own directory would count
    }
    write(name, text -> ConfigEdit.add(text, name, whole));
  }

  /// Writes the build command into the entry of a server. The rest of the entry stays as it is,
  /// comments included.
  @Override
  public synchronized void keep(String name, String build) throws IOException {
    Optional<String> value = Optional.of(build).filter(b -> !b.isBlank());
    String written = written(name).orElse(name);
    write(name, text -> ConfigEdit.set(text, written, "build", value));
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
    String written = written(name).orElse(name);
    write(name, text -> ConfigEdit.remove(text, written));
  }

  /// What changes a text.
  private interface Edit {
    String of(String text) throws Mistake;
  }

  /// Changes the entry of this server. The file then holds no news about it.
  private void write(String name, Edit edit) throws IOException {
    String before = present();
    String text;
    try {
      text = edit.of(before);
    } catch (Mistake m) {
      ConfigProblem problem =
          new ConfigProblems(before, file).found(m.offset(), m.path(), m.message());
      throw new IOException(problem.text() + UNCHANGED, m);
    }
    FileWriter.write(file, text);
    ConfigFile now = ConfigFile.parse(text, file, context);
    last = Optional.of(now);
    Optional.ofNullable(specs(now).get(name))
        .ifPresentOrElse(spec -> wanted.put(name, spec), () -> wanted.remove(name));
  }

  /// The text of the file, which may not exist yet.
  private String present() throws IOException {
    if (wanted.isEmpty() && Files.notExists(file)) {
      return "";
    }
    return switch (FileText.read(file)) {
      case FileText.Bad bad -> throw new IOException(ConfigProblem.of(file, bad).text());
      case FileText.Good good -> {
        ConfigFile now = ConfigFile.parse(good.text(), file, context);
        if (!wanted.isEmpty() && !now.usable()) {
          throw new IOException(now.problems().getFirst().text() + UNCHANGED);
        }
        yield good.text();
      }
    };
  }

  @Override
  public void close() {
    watch.close();
  }
}
