package dev.pitstop.config;

import dev.pitstop.catalog.Namespace;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import dev.pitstop.textedit.Position;
import java.nio.file.Path;
import java.util.ArrayList;
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
/// @param entries the servers, in the file's order; each name once
/// @param leftOut the names of the entries with mistakes, as written; such an entry costs no other
/// @param names the names of all servers, by the names in the file
/// @param positions of the keys of all entries, by the names in the file
/// @param problems mistakes that keep servers from running, in the file's order
/// @param warnings for the author of the file; they keep no server from running
public record ConfigFile(
    Path file,
    boolean usable,
    List<ServerEntry> entries,
    List<String> leftOut,
    Map<String, String> names,
    Map<String, Position> positions,
    List<ConfigProblem> problems,
    List<ConfigProblem> warnings) {
  private static ConfigFile unusable(Path file, ConfigProblem problem) {
    return new ConfigFile(
        file, false, List.of(), List.of(), Map.of(), Map.of(), List.of(problem), List.of());
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
    ServersKey.Found found = ServersKey.find(text);
    return found instanceof ServersKey.None none
        ? unusable(file, problems.found(none.offset(), none.path(), none.message()))
        : servers((ServersKey.Here) found, file, problems, context);
  }

  private static ConfigFile servers(
      ServersKey.Here here, Path file, ConfigProblems problems, EntryContext context) {
    here.warnings(problems);
    Path directory = file.normalize().resolveSibling("");
    KeyPath path = KeyPath.ROOT.in(here.member().name());
    List<Node.Member> servers = here.servers().counting();
    Map<String, String> names = EntryNames.fit(servers.stream().map(Node.Member::name).toList());
    List<ServerEntry> entries = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    Map<String, Position> positions = new LinkedHashMap<>();
    for (Node.Member member : servers) {
      String written = member.name();
      positions.put(written, problems.position(member.start()));
      String name = names.getOrDefault(written, written);
      Optional<ServerEntry> entry =
          EntryReader.read(member, name, path.in(written), directory, problems, context);
      if (entry.isPresent()) {
        entries.add(entry.get());
      } else {
        leftOut.add(written);
      }
      if (!name.equals(written) && entry.flatMap(ServerEntry::spec).isPresent()) {
        problems.warning(member.start(), path.in(written), renamed(written, name));
      }
    }
    return new ConfigFile(
        file, true, entries, leftOut, names, positions, problems.problems(), problems.warnings());
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

  /// The entry whose server has this name, as it is written in the file.
  Optional<String> written(String name) {
    return names.keySet().stream().filter(each -> name.equals(names.get(each))).findFirst();
  }
}
