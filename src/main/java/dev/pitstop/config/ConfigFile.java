package dev.pitstop.config;

import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import dev.pitstop.textedit.Parsed;
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
public sealed interface ConfigFile {
  /// The path, as the caller gave it.
  Path file();

  /// Mistakes that keep servers from running, in the file's order.
  List<ConfigProblem> problems();

  /// Warnings for the author of the file. They keep no server from running.
  List<ConfigProblem> warnings();

  /// The file does not exist, is half written, or is not a configuration. Servers that run keep
  /// running.
  record Unusable(Path file, ConfigProblem problem) implements ConfigFile {
    @Override
    public List<ConfigProblem> problems() {
      return List.of(problem);
    }

    @Override
    public List<ConfigProblem> warnings() {
      return List.of();
    }
  }

  /// The servers of the file.
  ///
  /// @param entries in the file's order; each name once
  /// @param leftOut the entries with mistakes; each name once
  /// @param positions of the keys of all entries, by name
  record Usable(
      Path file,
      List<ServerEntry> entries,
      List<LeftOut> leftOut,
      Map<String, Position> positions,
      List<ConfigProblem> warnings)
      implements ConfigFile {
    public Usable {
      entries = List.copyOf(entries);
      leftOut = List.copyOf(leftOut);
      positions = Map.copyOf(positions);
      warnings = List.copyOf(warnings);
    }

    @Override
    public List<ConfigProblem> problems() {
      List<ConfigProblem> all = new ArrayList<>();
      for (LeftOut out : leftOut) {
        all.addAll(out.problems());
      }
      return all;
    }
  }

  /// An entry with mistakes. It costs no other entry.
  ///
  /// @param name as written in the file
  /// @param problems everything that is wrong with it; at least one
  record LeftOut(String name, List<ConfigProblem> problems) {
    public LeftOut {
      problems = List.copyOf(problems);
    }
  }

  /// Reads a file, with these environment variables. Blocks; never throws.
  ///
  /// @param environment the value of a variable; empty if it is not set
  static ConfigFile read(Path file, Function<String, Optional<String>> environment) {
    return switch (FileText.read(file)) {
      case FileText.Good(String text) -> check(text, file, environment);
      case FileText.Bad bad -> new Unusable(file, ConfigProblem.of(file, bad));
    };
  }

  /// Parses a text of which no server is run.
  ///
  /// @param environment the value of a variable; empty if it is not set
  static ConfigFile check(String text, Path file, Function<String, Optional<String>> environment) {
    return parse(text, file, EntryContext.checking(file, environment), new EntryNames(), Set.of());
  }

  /// Parses a text that is, or will be, the content of `file`. `cwd` is relative to that file's
  /// directory.
  ///
  /// @param names gets the names of the entries, if the text is usable
  /// @param others names of servers that are not in the file
  static ConfigFile parse(
      String text, Path file, EntryContext context, EntryNames names, Set<String> others) {
    ConfigProblems problems = new ConfigProblems(text, file);
    Parsed parsed = Jsonc.parse(text);
    if (parsed instanceof Parsed.Broken broken) {
      return new Unusable(file, problems.found(broken.offset(), broken.path(), broken.message()));
    }
    Node root = ((Parsed.Tree) parsed).root();
    ServersKey.Found found = ServersKey.in(root);
    if (found instanceof ServersKey.None none) {
      return new Unusable(file, problems.found(none.offset(), none.path(), none.message()));
    }
    ServersKey.Here here = (ServersKey.Here) found;
    names.fit(here.servers().counting().stream().map(Node.Member::name).toList(), others);
    return servers(here, file, problems, context, names);
  }

  private static Usable servers(
      ServersKey.Here here,
      Path file,
      ConfigProblems problems,
      EntryContext context,
      EntryNames names) {
    if (here.other().isPresent()) {
      Node.Member other = here.other().get();
      problems.warning(
          other.start(),
          KeyPath.ROOT.in(other.name()),
          "ignored, because the file also has `mcpServers`");
    }
    for (Node.Member member : here.root().members()) {
      if (member.name().equals(here.member().name()) && member.start() != here.member().start()) {
        problems.overruled(member, here.member(), KeyPath.ROOT);
      }
    }
    KeyPath path = KeyPath.ROOT.in(here.member().name());
    problems.duplicates(here.servers(), path);
    Path directory = file.normalize().resolveSibling("");
    List<ServerEntry> entries = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    Map<String, Position> positions = new LinkedHashMap<>();
    for (Node.Member member : here.servers().counting()) {
      positions.put(member.name(), problems.position(member.start()));
      ConfigProblems own = problems.forEntry();
      Optional<ServerEntry> entry =
          EntryReader.read(
              member, names.of(member.name()), path.in(member.name()), directory, own, context);
      if (entry.isPresent()) {
        entries.add(entry.get());
      } else {
        leftOut.add(new LeftOut(member.name(), own.problems()));
      }
    }
    return new Usable(file, entries, leftOut, positions, problems.warnings());
  }
}
