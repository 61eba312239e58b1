package dev.pitstop.config;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import java.util.List;
import java.util.Set;

/// The keys of an entry: Pitstop's keys, keys that only clients read, and suggestions for unknown
/// keys.
final class Keys {
  private static final String TEXT = "{\"type\":\"string\"}";
  private static final String TEXTS = "{\"type\":\"array\",\"items\":" + TEXT + "}";
  private static final String OBJECT = "{\"type\":\"object\"}";
  private static final String NUMBER = "{\"type\":\"integer\"}";

  /// @param schema the JSON Schema of its values for agents; a file may use more types
  private record Key(String name, String schema) {}

  private static final List<Key> KEYS =
      List.of(
          new Key("command", TEXT),
          new Key("args", TEXTS),
          new Key("cli", TEXTS),
          new Key("url", TEXT),
          new Key("headers", OBJECT),
          new Key("type", oneOf(TargetReader.TYPES)),
          new Key("start", TEXT),
          new Key("restart", TEXT),
          new Key("env", OBJECT),
          new Key("cwd", TEXT),
          new Key("build", TEXT),
          new Key("watch", TEXTS),
          new Key("order", oneOf(EntryReader.ORDERS)),
          new Key("onCrash", oneOf(EntryReader.ON_CRASH)),
          new Key("replay", TEXTS),
          new Key("tools", TEXTS),
          new Key("schemaArgs", TEXTS),
          new Key("callArgs", TEXTS),
          new Key("maxOutput", NUMBER),
          new Key("parallel", NUMBER),
          new Key("binary", TEXT),
          new Key("buildTimeout", TEXT),
          new Key("startTimeout", TEXT),
          new Key("callTimeout", TEXT),
          new Key("disabled", "{\"type\":\"boolean\"}"));

  /// The keys that Pitstop reads.
  static final List<String> ENTRY = KEYS.stream().map(Key::name).toList();

  /// Keys that clients read and Pitstop ignores.
  private static final Set<String> CLIENTS =
      Words.set(
          "autoApprove alwaysAllow timeout description name title icon trust gallery version dev");

  private Keys() {}

  private static String oneOf(List<String> words) {
    return "{\"enum\":[\"" + String.join("\",\"", words) + "\"]}";
  }

  /// The members of an entry, as the inside of the `properties` of a JSON Schema.
  static String schema() {
    StringBuilder out = new StringBuilder();
    for (Key key : KEYS) {
      out.append(out.isEmpty() ? "\"" : ",\"")
          .append(key.name())
          .append("\":")
          .append(key.schema());
    }
    return out.toString();
  }

  /// Warns of unknown keys, which are most likely mistyped.
  static void unknown(Node.Obj object, KeyPath path, List<String> known, ConfigProblems problems) {
    for (Node.Member member : object.members()) {
      String key = member.name();
      if (key.equals("envFile")) {
        problems.warning(
            member.start(),
            path.in(key),
            "Pitstop does not read this file; put its variables into `env`");
      } else if (!known.contains(key) && !CLIENTS.contains(key) && !comment(key)) {
        problems.warning(
            member.start(), path, "unknown key `" + KeyPath.name(key) + "`" + meant(key, known));
      }
    }
  }

  /// `; did you mean …?`, or nothing.
  static String meant(String key, List<String> known) {
    return Nearest.question(key, known, "`%s`").orElse("");
  }

  /// `$schema`, `_comment`, `//`: keys that people use for comments in JSON.
  private static boolean comment(String key) {
    return key.startsWith("$") || key.startsWith("_") || key.startsWith("//");
  }
}
