package dev.pitstop.config;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.textedit.JsonEdit;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import dev.pitstop.textedit.Trivia;
import java.util.Optional;

/// Changes one entry in a configuration text and leaves every other character where it is:
/// comments, order, indentation, line ends, a comma after the last entry. Pure. What cannot be
/// changed is a [Mistake].
///
/// Removing an entry that was added restores the earlier text, unless that text had no object of
/// servers, or an object with only whitespace in it.
final class ConfigEdit {
  private ConfigEdit() {}

  /// Adds an entry at the end, or replaces the entry of this name and the comments inside it.
  /// Creates `mcpServers` if it is missing.
  ///
  /// @param text the file's text; may be empty or contain only comments
  /// @return the new text
  static String add(String text, String name, JsonObject entry) throws Mistake {
    JsonObject servers = new JsonObject();
    servers.add(name, entry);
    if (Trivia.skip(text, 0) == text.length()) {
      return fresh(text, servers);
    }
    ServersKey key = ServersKey.find(text);
    if (key.servers().isEmpty()) {
      return new JsonEdit(text, key.root(), key.root()).add(ServersKey.NAME, servers);
    }
    JsonEdit edit = new JsonEdit(text, key.root(), key.servers().get());
    return key.entry(name)
        .map(there -> edit.replace(there, entry))
        .orElseGet(() -> edit.add(name, entry));
  }

  /// Gives a key of an entry another value, or removes the key. The rest of the entry stays.
  ///
  /// @param value empty to remove the key
  /// @return the new text
  static String set(String text, String name, String key, Optional<String> value) throws Mistake {
    ServersKey found = ServersKey.find(text);
    if (!(entry(found, name).value() instanceof Node.Obj entry)) {
      throw missing(found, name);
    }
    Optional<Node.Member> there = entry.member(key);
    JsonEdit edit = new JsonEdit(text, found.root(), entry);
    if (value.isEmpty()) {
      return there.map(edit::remove).orElse(text);
    }
    JsonPrimitive json = new JsonPrimitive(value.get());
    return there.isPresent() ? edit.replace(there.get(), json) : edit.add(key, json);
  }

  /// Removes the entry of this name.
  ///
  /// @return the new text
  static String remove(String text, String name) throws Mistake {
    ServersKey key = ServersKey.find(text);
    Node.Member entry = entry(key, name);
    return new JsonEdit(text, key.root(), key.servers().orElseThrow()).remove(entry);
  }

  private static Node.Member entry(ServersKey key, String name) throws Mistake {
    return key.entry(name).orElseThrow(() -> missing(key, name));
  }

  private static Mistake missing(ServersKey key, String name) {
    String text = "the file has no server `" + KeyPath.name(name) + "`";
    return new Mistake(key.root().start(), KeyPath.ROOT, text);
  }

  /// A whole file, after the comments that may be there.
  private static String fresh(String text, JsonObject servers) {
    String kept = text.isBlank() ? "" : text;
    String newline = Trivia.newline(kept);
    boolean begins =
        kept.isEmpty() || kept.equals("\uFEFF") || Trivia.isBreak(kept.charAt(kept.length() - 1));
    JsonObject root = new JsonObject();
    root.add(ServersKey.NAME, servers);
    return kept + (begins ? "" : newline) + JsonEdit.written(root, newline, "  ") + newline;
  }
}
