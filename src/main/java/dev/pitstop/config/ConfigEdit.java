package dev.pitstop.config;

import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Indent;
import dev.pitstop.textedit.Insertion;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import dev.pitstop.textedit.Parsed;
import dev.pitstop.textedit.Position;
import dev.pitstop.textedit.Printer;
import dev.pitstop.textedit.Removal;
import dev.pitstop.textedit.Trivia;
import java.util.Optional;

/// Changes one entry in a configuration text and leaves every other character where it is:
/// comments, order, indentation, line ends, a comma after the last entry. Pure.
///
/// Removing an entry that was added restores the earlier text, unless that text had no object of
/// servers, or an object with only whitespace in it.
public sealed interface ConfigEdit {

  /// The new text. `toString` does not show it.
  record Edited(String text) implements ConfigEdit {
    @Override
    public String toString() {
      return "Edited[" + text.length() + " characters]";
    }
  }

  /// Nothing was changed.
  ///
  /// @param reason a clause for people, without a full stop
  record Refused(String reason) implements ConfigEdit {}

  /// Adds an entry at the end, or replaces the entry of this name and the comments inside it.
  /// Creates `mcpServers` if it is missing.
  ///
  /// @param text the file's text; may be empty or contain only comments
  /// @param entry a JSON object; only its whitespace is changed
  static ConfigEdit add(String text, String name, String entry) {
    if (!(Jsonc.parse(entry) instanceof Parsed.Tree tree && tree.root() instanceof Node.Obj)) {
      return new Refused("the entry is not a JSON object");
    }
    String servers = "{" + Format.JSON.quote(name) + ": " + entry + "}";
    if (Trivia.skip(text, 0) == text.length()) {
      return new Edited(fresh(text, servers));
    }
    return switch (find(text)) {
      case ServersKey.None none when none.root().isPresent() -> {
        Node.Obj root = none.root().get();
        yield new Edited(new Insertion(text, root, root).add(ServersKey.NAME, servers));
      }
      case ServersKey.None none -> refused(text, none);
      case ServersKey.Here here -> {
        Insertion into = new Insertion(text, here.root(), here.servers());
        Optional<Node.Member> there = here.servers().member(name);
        yield new Edited(
            there.isPresent() ? into.replace(there.get(), entry) : into.add(name, entry));
      }
    };
  }

  /// Gives a key of an entry another value, or removes the key. The rest of the entry stays.
  ///
  /// @param json a JSON value; empty to remove the key
  static ConfigEdit set(String text, String name, String key, Optional<String> json) {
    if (!(find(text) instanceof ServersKey.Here here)
        || here.servers().member(name).isEmpty()
        || !(here.servers().member(name).get().value() instanceof Node.Obj entry)) {
      return new Refused("the file has no server `" + KeyPath.name(name) + "`");
    }
    Optional<Node.Member> there = entry.member(key);
    if (json.isEmpty()) {
      return new Edited(there.isPresent() ? Removal.of(text, entry, there.get()) : text);
    }
    Insertion into = new Insertion(text, here.root(), entry);
    return new Edited(
        there.isPresent() ? into.replace(there.get(), json.get()) : into.add(key, json.get()));
  }

  /// Removes every entry of this name.
  static ConfigEdit remove(String text, String name) {
    String left = text;
    while (true) {
      ServersKey.Found found = find(left);
      if (found instanceof ServersKey.None none && none.root().isEmpty()) {
        return refused(left, none);
      }
      Optional<Node.Member> there =
          found instanceof ServersKey.Here here ? here.servers().member(name) : Optional.empty();
      if (there.isEmpty()) {
        return left.equals(text)
            ? new Refused("the file has no server `" + KeyPath.name(name) + "`")
            : new Edited(left);
      }
      left = Removal.of(left, ((ServersKey.Here) found).servers(), there.get());
    }
  }

  private static ServersKey.Found find(String text) {
    return switch (Jsonc.parse(text)) {
      case Parsed.Tree(Node root) -> ServersKey.in(root);
      case Parsed.Broken(int offset, KeyPath path, String message) ->
          new ServersKey.None(Optional.empty(), offset, path, message);
    };
  }

  private static Refused refused(String text, ServersKey.None none) {
    Position at = Position.of(text, none.offset());
    String key = none.path().text();
    return new Refused(
        "line %s, column %s: %s%s"
            .formatted(at.line(), at.column(), key.isEmpty() ? "" : key + ": ", none.message()));
  }

  /// A whole file, after the comments that may be there.
  private static String fresh(String text, String servers) {
    String kept = text.isBlank() ? "" : text;
    String newline = Indent.newline(kept);
    boolean begins =
        kept.isEmpty() || kept.equals("\uFEFF") || Trivia.isBreak(kept.charAt(kept.length() - 1));
    String root = "{\"" + ServersKey.NAME + "\": " + servers + "}";
    String written = new Printer(root, newline, "  ").lines("");
    return kept + (begins ? "" : newline) + written + newline;
  }
}
