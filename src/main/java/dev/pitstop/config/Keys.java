package dev.pitstop.config;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The keys of an entry: Pitstop's keys, keys that only clients read, and suggestions for unknown
/// keys.
final class Keys {
  /// The keys that Pitstop reads.
  static final List<String> ENTRY = SettingTable.ofEntry().stream().map(Setting::key).toList();

  /// Keys that clients read and Pitstop ignores.
  private static final Set<String> CLIENTS =
      Words.set(
          "type autoApprove alwaysAllow timeout description name title icon trust gallery version dev");

  private Keys() {}

  /// The members of an entry, as the inside of the `properties` of a JSON Schema.
  static String schema() {
    return SettingTable.ofEntry().stream().map(Setting::schema).collect(Collectors.joining(","));
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
