package dev.pitstop.config;

import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The content of a configuration file. Immutable; reading it has no side effects.
///
/// @param file the path, as the caller gave it
/// @param usable whether it is a configuration. If it does not exist, is half written, or is none,
///   servers that run keep running
/// @param all the servers, in the file's order; each name once
/// @param problems mistakes that keep servers from running, in the file's order
/// @param warnings for the author of the file; they keep no server from running
public record ConfigFile(
    Path file,
    boolean usable,
    List<ServerEntry> all,
    List<ConfigProblem> problems,
    List<ConfigProblem> warnings) {
  /// The names of the file that is read if the user names none, in order of preference.
  public static final List<String> NAMES = List.of("pitstop.json", ".mcp.json");

  /// The first file of these names in a directory.
  public static Optional<Path> find(Path directory) {
    return NAMES.stream()
        .map(directory::resolve)
        .filter(file -> Files.exists(file) && !Files.isDirectory(file))
        .findFirst();
  }

  private static ConfigFile unusable(Path file, ConfigProblem problem) {
    return new ConfigFile(file, false, List.of(), List.of(problem), List.of());
  }

  /// The entries without a mistake.
  public List<ServerEntry> entries() {
    return all.stream().filter(entry -> !entry.wrong()).toList();
  }

  /// Reads a file of which no server is run, with these environment variables. Blocks; never
  /// throws.
  ///
  /// @param environment the value of a variable; empty if it is not set
  /// @param outputs the file for the output of a daemon of this name that Pitstop started
  public static ConfigFile read(
      Path file, Function<String, Optional<String>> environment, Function<String, Path> outputs) {
    return read(file, new EntryContext(Map.of(), environment, file.resolveSibling(""), outputs));
  }

  static ConfigFile read(Path file, EntryContext context) {
    FileText read = FileText.read(file);
    return read instanceof FileText.Bad bad
        ? unusable(file, ConfigProblem.of(file, bad))
        : parse(((FileText.Good) read).text(), file, context);
  }

  /// Parses a text that is, or will be, the content of `file`. `cwd` is relative to that file's
  /// directory.
  static ConfigFile parse(String text, Path file, EntryContext context) {
    ConfigProblems problems = new ConfigProblems(text, file);
    try {
      ServersKey key = ServersKey.find(text);
      if (key.member().isEmpty()) {
        throw key.missing();
      }
      key.warnings(problems);
      return servers(key, file, problems, context);
    } catch (Mistake m) {
      return unusable(file, problems.found(m.offset(), m.path(), m.message()));
    }
  }

  private static ConfigFile servers(
      ServersKey key, Path file, ConfigProblems problems, EntryContext context) {
    Path directory = file.normalize().resolveSibling("");
    List<Node.Member> servers = key.servers().orElseThrow().members();
    Map<String, String> names = names(servers.stream().map(Node.Member::name).toList());
    List<ServerEntry> all = new ArrayList<>();
    for (Node.Member member : servers) {
      String written = member.name();
      String name = names.getOrDefault(written, written);
      KeyPath path = key.path().in(written);
      int before = problems.count();
      Optional<ServerSpec> spec =
          EntryReader.read(member, name, path, directory, problems, context);
      if (!name.equals(written) && spec.isPresent()) {
        problems.warning(member.start(), path, renamed(written, name));
      }
      boolean wrong = problems.count() > before;
      all.add(
          new ServerEntry(
              written, name, problems.position(member.start()), path.text(), wrong, spec));
    }
    return new ConfigFile(file, true, all, problems.problems(), problems.warnings());
  }

  /// The names of these servers, by the names in the file. A valid name stays as it is; any other
  /// is changed until it is valid.
  static Map<String, String> names(List<String> written) {
    Set<String> held = new HashSet<>(written);
    Map<String, String> names = new LinkedHashMap<>();
    for (String each : written) {
      String name = Namespace.problem(each).isEmpty() ? each : Namespace.fit(each, held);
      names.put(each, name);
      held.add(name);
    }
    return names;
  }

  private static String renamed(String written, String name) {
    String fitting = Namespace.fit(written, Set.of());
    return "renamed to `"
        + name
        + "` here, because "
        + (name.equals(fitting)
            ? "tool names start with the server name"
            : "`" + fitting + "` is the name of another server");
  }

  /// The entry of the server of this name.
  Optional<ServerEntry> entry(String name) {
    return all.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
