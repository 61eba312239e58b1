package dev.pitstop.config;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import java.util.List;
import java.util.Optional;

/// Where the servers of a file are: under `mcpServers`, or under `servers` as in VS Code's files.
///
/// @param root the file's object
/// @param member whose value is the object of servers; empty if it is missing
record ServersKey(Node.Obj root, Optional<Node.Member> member) {
  static final String NAME = "mcpServers";
  private static final String OF_VSCODE = "servers";

  /// @param text of the file
  /// @throws Mistake if there is no object for servers, and it cannot be added
  static ServersKey find(String text) throws Mistake {
    Node root = Jsonc.parse(text);
    if (!(root instanceof Node.Obj object)) {
      throw new Mistake(
          root.start(),
          KeyPath.ROOT,
          "expected an object with the key `" + NAME + "`, found " + root.kind());
    }
    Optional<Node.Member> member = object.member(NAME).or(() -> object.member(OF_VSCODE));
    if (member.isPresent() && !(member.get().value() instanceof Node.Obj)) {
      Node value = member.get().value();
      throw new Mistake(
          value.start(),
          KeyPath.ROOT.in(member.get().name()),
          "expected an object with one entry per server, found " + value.kind());
    }
    return new ServersKey(object, member);
  }

  /// Where the servers are. Use it only if the member is there.
  KeyPath path() {
    return KeyPath.ROOT.in(member.orElseThrow().name());
  }

  Optional<Node.Obj> servers() {
    return member.map(m -> (Node.Obj) m.value());
  }

  /// The entry of a server.
  Optional<Node.Member> entry(String name) {
    return servers().flatMap(all -> all.member(name));
  }

  /// Warns of a second member, which is not read.
  void warnings(ConfigProblems problems) {
    root.member(OF_VSCODE)
        .filter(second -> !member.equals(Optional.of(second)))
        .ifPresent(second ->
            problems.warning(
                second.start(),
                KeyPath.ROOT.in(OF_VSCODE),
                "ignored, because the file also has `mcpServers`"));
  }

  /// That the member is missing.
  Mistake missing() {
    return new Mistake(
        root.start(),
        KeyPath.ROOT,
        "there are no servers here: expected { \""
            + NAME
            + "\": { \"NAME\": { \"command\": … } } }"
            + meant());
  }

  private String meant() {
    for (Node.Member each : root.members()) {
      String meant = Nearest.question(each.name(), List.of(NAME, OF_VSCODE), "`%s`").orElse("");
      if (!meant.isEmpty()) {
        return "; the file has `" + KeyPath.name(each.name()) + "`" + meant.replace(";", ":");
      }
    }
    return "";
  }
}
