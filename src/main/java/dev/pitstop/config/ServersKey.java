package dev.pitstop.config;

import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import java.util.List;
import java.util.Optional;

/// Finds the servers in a file: under `mcpServers`, or under `servers` as in VS Code's files.
final class ServersKey {
  static final String NAME = "mcpServers";
  private static final String OF_VSCODE = "servers";

  private ServersKey() {}

  sealed interface Found permits Here, None {}

  /// @param member the member that holds the servers
  /// @param other a second member `servers`, which is ignored
  record Here(Node.Obj root, Node.Member member, Node.Obj servers, Optional<Node.Member> other)
      implements Found {
    /// Warns of what is not read.
    void warnings(ConfigProblems problems) {
      if (other.isPresent()) {
        Node.Member ignored = other.get();
        problems.warning(
            ignored.start(),
            KeyPath.ROOT.in(ignored.name()),
            "ignored, because the file also has `mcpServers`");
      }
      problems.duplicates(root, KeyPath.ROOT);
      problems.duplicates(servers, KeyPath.ROOT.in(member.name()));
    }
  }

  /// @param root the file's object, if the key can be added to it
  record None(Optional<Node.Obj> root, int offset, KeyPath path, String message) implements Found {}

  /// @param text of the file
  static Found find(String text) {
    try {
      return in(Jsonc.parse(text));
    } catch (Mistake m) {
      return new None(Optional.empty(), m.offset(), m.path(), m.message());
    }
  }

  private static Found in(Node root) {
    if (!(root instanceof Node.Obj object)) {
      return new None(
          Optional.empty(),
          root.start(),
          KeyPath.ROOT,
          "expected an object with the key `" + NAME + "`, found " + root.kind());
    }
    Optional<Node.Member> ours = object.member(NAME);
    Optional<Node.Member> theirs = object.member(OF_VSCODE);
    Optional<Node.Member> member = ours.or(() -> theirs);
    if (member.isEmpty()) {
      return new None(
          Optional.of(object),
          object.start(),
          KeyPath.ROOT,
          "there are no servers here: expected { \""
              + NAME
              + "\": { \"NAME\": { \"command\": … } } }"
              + meant(object));
    }
    if (!(member.get().value() instanceof Node.Obj servers)) {
      return new None(
          Optional.empty(),
          member.get().value().start(),
          KeyPath.ROOT.in(member.get().name()),
          "expected an object with one entry per server, found " + member.get().value().kind());
    }
    return new Here(object, member.get(), servers, ours.isPresent() ? theirs : Optional.empty());
  }

  private static String meant(Node.Obj root) {
    for (Node.Member member : root.members()) {
      String meant = Keys.meant(member.name(), List.of(NAME, OF_VSCODE));
      if (!meant.isEmpty()) {
        return "; the file has `" + KeyPath.name(member.name()) + "`" + meant.replace(";", ":");
      }
    }
    return "";
  }
}
