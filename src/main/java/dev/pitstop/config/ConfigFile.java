package dev.pitstop.config;

import dev.pitstop.process.GivenEnvironment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a configuration file says (M6). Immutable; reading it changes nothing anywhere.
public sealed interface ConfigFile {
  /// As it was asked for.
  Path file();

  /// What keeps servers out, in the file's order; empty if all is well.
  List<ConfigProblem> problems();

  /// What its author should know, and costs nothing else.
  List<ConfigProblem> warnings();

  /// Nothing can be said about any server: the file is not there, half written, or no
  /// configuration. Whatever ran before stays (K37).
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

  /// The servers that the file wants.
  ///
  /// @param entries in the file's order; each name once
  /// @param leftOut what is wrong with the others; each name once
  /// @param positions where the keys of all of them stand, by name
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

  /// An entry that cannot be used; the others can.
  ///
  /// @param name as the file has it
  /// @param problems all that is wrong with it, at least one
  record LeftOut(String name, List<ConfigProblem> problems) {
    public LeftOut {
      problems = List.copyOf(problems);
    }
  }

  /// Reads a file, with the variables of this process. Blocks while it does; never throws.
  static ConfigFile read(Path file) {
    return read(file, GivenEnvironment::variable);
  }

  /// @param environment the value of a variable; empty if it is not set
  static ConfigFile read(Path file, Function<String, Optional<String>> environment) {
    ConfigText text = ConfigText.read(file);
    return text instanceof ConfigText.Good good
        ? parse(good.text(), file, environment)
        : new Unusable(file, ((ConfigText.Bad) text).problem());
  }

  /// The same of a text that stands, or will stand, in `file`: its directory is what `cwd` is
  /// relative to.
  static ConfigFile parse(String text, Path file, Function<String, Optional<String>> environment) {
    Findings findings = new Findings(text, file);
    Jsonc.Parsed parsed = Jsonc.parse(text);
    if (parsed instanceof Jsonc.Parsed.Broken broken) {
      return new Unusable(file, findings.found(broken.offset(), broken.path(), broken.message()));
    }
    Node root = ((Jsonc.Parsed.Tree) parsed).root();
    ServersKey.Found found = ServersKey.in(root);
    if (found instanceof ServersKey.None none) {
      return new Unusable(file, findings.found(none.offset(), none.path(), none.message()));
    }
    return servers((ServersKey.Here) found, file, findings, environment);
  }

  private static Usable servers(
      ServersKey.Here here,
      Path file,
      Findings findings,
      Function<String, Optional<String>> environment) {
    if (here.other().isPresent()) {
      Node.Member other = here.other().get();
      findings.warning(
          other.start(), KeyPath.ROOT.in(other.name()), "ignored, because the file also has `mcpServers`");
    }
    for (Node.Member member : here.root().members()) {
      if (member.name().equals(here.member().name()) && member.start() != here.member().start()) {
        findings.overruled(member, here.member(), KeyPath.ROOT);
      }
    }
    KeyPath path = KeyPath.ROOT.in(here.member().name());
    findings.duplicates(here.servers(), path);
    Path absolute = file.toAbsolutePath().normalize();
    Path directory = Optional.ofNullable(absolute.getParent()).orElse(absolute);
    List<ServerEntry> entries = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    Map<String, Position> positions = new LinkedHashMap<>();
    for (Node.Member member : here.servers().counting()) {
      positions.put(member.name(), findings.position(member.start()));
      Findings own = findings.forEntry();
      Optional<ServerEntry> entry =
          EntryReader.read(member, path.in(member.name()), directory, own, environment);
      if (entry.isPresent()) {
        entries.add(entry.get());
      } else {
        leftOut.add(new LeftOut(member.name(), own.problems()));
      }
    }
    return new Usable(file, entries, leftOut, positions, findings.warnings());
  }
}
