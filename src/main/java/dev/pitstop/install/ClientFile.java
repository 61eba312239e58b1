package dev.pitstop.install;

import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The servers in the text of a client's file, JSON or TOML, with their positions. Wrapping and
/// unwrapping them returns another file. Immutable.
///
/// @param containers the keys that may hold its servers, the outermost first
/// @param servers in the order of the containers and then of the file
public record ClientFile(
    String text, Format format, List<List<String>> containers, List<Listed> servers) {
  /// A server in the file.
  ///
  /// @param path the keys that lead to it, the outermost first; its own name is the last
  /// @param member its name and its value
  public record Listed(List<String> path, Node.Member member, Server server) {
    /// Its name in the client.
    public String name() {
      return member.name();
    }

    /// Shown after the name of a server outside the usual place; otherwise empty. Claude Code keeps
    /// the servers of each project in the user's file.
    public String place() {
      return path.size() == 4 ? "in " + KeyPath.clean(path.get(1)) : "";
    }
  }

  /// Reads a file's text. An empty text has no servers.
  public static ClientFile read(String text, Format format, List<List<String>> containers)
      throws Mistake {
    Node root = format.parse(text);
    List<Listed> servers = containers.stream().flatMap(keys -> servers(root, keys)).toList();
    return new ClientFile(text, format, containers, servers);
  }

  private static Stream<Listed> servers(Node root, List<String> keys) {
    Optional<Node> at = Optional.of(root);
    for (String key : keys) {
      at = at.flatMap(node -> node.member(key)).map(Node.Member::value);
    }
    return at.stream()
        .flatMap(node -> node instanceof Node.Obj o ? o.members().stream() : Stream.of())
        .map(member -> {
          List<String> path = new ArrayList<>(keys);
          path.add(member.name());
          return new Listed(path, member, ServerReader.of(member));
        });
  }

  /// A text that a change of this one has made.
  private ClientFile again(String other) {
    try {
      return read(other, format, containers);
    } catch (Mistake m) {
      throw new IllegalStateException("a change has broken the file", m);
    }
  }

  private Optional<Listed> at(List<String> path) {
    return servers.stream().filter(each -> each.path().equals(path)).findFirst();
  }

  /// What the entry of a server consists of: its value or, in TOML, all from its header to its last
  /// key; empty if it is missing.
  private String part(List<String> path) {
    return at(path)
        .map(e -> text.substring(e.member().value().start(), e.member().value().end()))
        .orElse("");
  }

  /// Whether these words start Pitstop, as far as a file can tell.
  public static boolean isLauncher(List<String> words) {
    return ServerReader.launcher(words) == words.size();
  }

  /// The entries that differ in another text of the file, with `-` as they are here and with `+` as
  /// they are there.
  public String changes(ClientFile after) {
    StringBuilder out = new StringBuilder();
    for (Listed each : servers) {
      String was = part(each.path());
      String now = after.part(each.path());
      if (!was.equals(now)) {
        out.append(each.name()).append('\n');
        was.strip().lines().forEach(line -> out.append("- ").append(line).append('\n'));
        now.strip().lines().forEach(line -> out.append("+ ").append(line).append('\n'));
      }
    }
    return out.toString();
  }

  /// The file with servers wrapped. A server that is wrapped gets the other words, and one that
  /// cannot be wrapped stays.
  ///
  /// @param how by the paths of their entries
  public ClientFile wrap(Map<List<String>, Wrapping.How> how) {
    Wrapping wrapping = new Wrapping(text, format);
    for (Listed each : servers) {
      Optional.ofNullable(how.get(each.path())).ifPresent(h -> wrapping.wrap(each, h));
    }
    return again(wrapping.text());
  }

  /// The file with servers unwrapped: as they were, or else by their words, as a program is in the
  /// arguments of its entry. The entry of a URL then stays.
  ///
  /// @param paths of their entries
  /// @param provable what [#provable] says
  public ClientFile unwrap(List<List<String>> paths, Map<List<String>, String> provable) {
    Wrapping wrapping = new Wrapping(text, format);
    for (Listed each : servers) {
      if (paths.contains(each.path()) && each.server() instanceof Server.Wrapped w) {
        Optional.ofNullable(provable.get(each.path()))
            .ifPresentOrElse(part -> wrapping.restore(each, part), () -> wrapping.unwrap(w));
      }
    }
    return again(wrapping.text());
  }

  /// The servers that are wrapped, and were not in the backup: `install` did it. Without a backup
  /// nobody can tell.
  public List<List<String>> since(Optional<ClientFile> before) {
    return servers.stream()
        .filter(each -> each.server() instanceof Server.Wrapped)
        .map(Listed::path)
        .filter(path ->
            before.flatMap(b -> b.at(path)).filter(was -> was.server().isBare()).isPresent())
        .toList();
  }

  /// An entry without its layout: some clients write their whole file anew at each start.
  private static String tokens(String part) {
    return part.replaceAll("(\"(?:[^\"\\\\]++|\\\\.)*+\"|'[^'\\n]*+')|\\s++", "$1");
  }

  /// The entries that the backup brings back byte for byte, by their paths: wrapping them again
  /// gives what is here, apart from its layout.
  public Map<List<String>, String> provable(Optional<ClientFile> before) {
    Map<List<String>, Wrapping.How> how = new LinkedHashMap<>();
    for (Listed each : servers) {
      if (each.server() instanceof Server.Wrapped w) {
        how.put(each.path(), new Wrapping.How(w.launcher(), w.options()));
      }
    }
    how.keySet().retainAll(since(before));
    Map<List<String>, String> provable = new LinkedHashMap<>();
    before.ifPresent(old -> {
      ClientFile again = old.wrap(how);
      how.keySet().stream()
          .filter(path -> tokens(again.part(path)).equals(tokens(part(path))))
          .forEach(path -> provable.put(path, old.part(path)));
    });
    return provable;
  }

  /// The text to keep as the backup: without what was wrapped since the existing backup. Entries
  /// that the user wrote stay, even if they name Pitstop.
  public String original(Optional<ClientFile> before) {
    return unwrap(since(before), provable(before)).text();
  }

  @Override
  public String toString() {
    return "ClientFile[" + format + ", " + servers.size() + " servers]";
  }
}
