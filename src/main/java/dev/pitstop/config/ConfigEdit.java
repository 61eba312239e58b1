package dev.pitstop.config;

import dev.pitstop.rpc.Json;
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
import java.io.IOException;
import java.util.Optional;

/// Changes one entry in a configuration text and leaves every other character where it is:
/// comments, order, indentation, line ends, a comma after the last entry. Pure. What cannot be
/// changed is an exception with the reason, a clause for people without a full stop.
///
/// Removing an entry that was added restores the earlier text, unless that text had no object of
/// servers, or an object with only whitespace in it.
final class ConfigEdit {
  private ConfigEdit() {}

  /// Adds an entry at the end, or replaces the entry of this name and the comments inside it.
  /// Creates `mcpServers` if it is missing.
  ///
  /// @param text the file's text; may be empty or contain only comments
  /// @param entry a JSON object; only its whitespace is changed
  /// @return the new text
  static String add(String text, String name, String entry) throws IOException {
    if (!(Jsonc.parse(entry) instanceof Parsed.Tree tree && tree.root() instanceof Node.Obj)) {
      throw new IOException("the entry is not a JSON object");
    }
    String servers = "{" + Json.quote(name) + ": " + entry + "}";
    if (Trivia.skip(text, 0) == text.length()) {
      return fresh(text, servers);
    }
    return switch (ServersKey.find(text)) {
      case ServersKey.None none when none.root().isPresent() -> {
        Node.Obj root = none.root().get();
        yield new Insertion(text, root, root).add(ServersKey.NAME, servers);
      }
      case ServersKey.None none -> throw refused(text, none);
      case ServersKey.Here here -> {
        Insertion into = new Insertion(text, here.root(), here.servers());
        Optional<Node.Member> there = here.servers().member(name);
        yield there.isPresent() ? into.replace(there.get(), entry) : into.add(name, entry);
      }
    };
  }

  /// Gives a key of an entry another value, or removes the key. The rest of the entry stays.
  ///
  /// @param json a JSON value; empty to remove the key
  /// @return the new text
  static String set(String text, String name, String key, Optional<String> json)
      throws IOException {
    if (!(ServersKey.find(text) instanceof ServersKey.Here here)
        || here.servers().member(name).isEmpty()
        || !(here.servers().member(name).get().value() instanceof Node.Obj entry)) {
      throw new IOException("the file has no server `" + KeyPath.name(name) + "`");
    }
    Optional<Node.Member> there = entry.member(key);
    if (json.isEmpty()) {
      return there.isPresent() ? Removal.of(text, entry, there.get()) : text;
    }
    Insertion into = new Insertion(text, here.root(), entry);
    return there.isPresent() ? into.replace(there.get(), json.get()) : into.add(key, json.get());
  }

  /// Removes every entry of this name.
  ///
  /// @return the new text
  static String remove(String text, String name) throws IOException {
    ServersKey.Found found = ServersKey.find(text);
    if (found instanceof ServersKey.None none && none.root().isEmpty()) {
      throw refused(text, none);
    }
    Optional<Node.Member> there = member(found, name);
    if (there.isEmpty()) {
      throw new IOException("the file has no server `" + KeyPath.name(name) + "`");
    }
    String left = text;
    while (there.isPresent()) {
      left = Removal.of(left, ((ServersKey.Here) found).servers(), there.get());
      found = ServersKey.find(left);
      there = member(found, name);
    }
    return left;
  }

  private static Optional<Node.Member> member(ServersKey.Found in, String name) {
    return in instanceof ServersKey.Here here ? here.servers().member(name) : Optional.empty();
  }

  private static IOException refused(String text, ServersKey.None none) {
    Position at = Position.of(text, none.offset());
    String key = none.path().text();
    return new IOException(
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
