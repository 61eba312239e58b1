package dev.pitstop.config;

import dev.pitstop.catalog.Nearest;
import java.util.List;
import java.util.Set;

/// The keys of an entry: ours, those that only clients know, and what somebody may have meant.
final class Keys {
  /// What an entry may say to us.
  static final List<String> ENTRY =
      List.of(
          "command",
          "args",
          "env",
          "cwd",
          "url",
          "headers",
          "type",
          "start",
          "restart",
          "build",
          "watch",
          "order",
          "onCrash",
          "replay",
          "cli",
          "schemaArgs",
          "callArgs",
          "maxOutput",
          "parallel",
          "tools",
          "disabled",
          "binary",
          "buildTimeout",
          "startTimeout",
          "callTimeout");

  /// What it may say to clients and means nothing here.
  private static final Set<String> CLIENTS =
      Set.of(
          "autoApprove",
          "alwaysAllow",
          "timeout",
          "description",
          "name",
          "title",
          "icon",
          "trust",
          "gallery",
          "version",
          "dev");

  private Keys() {}

  /// Warns of keys that nobody knows: most likely one of ours with a typo.
  static void unknown(Node.Obj object, KeyPath path, List<String> known, Findings findings) {
    for (Node.Member member : object.members()) {
      String key = member.name();
      if (known.contains(key) || CLIENTS.contains(key) || comment(key)) {
        continue;
      }
      if (key.equals("envFile")) {
        findings.warning(
            member.start(), path.in(key), "this file is not read; put its variables into `env`");
        continue;
      }
      findings.warning(
          member.start(), path, "unknown key `" + KeyPath.name(key) + "`" + meant(key, known));
    }
  }

  /// `; did you mean …?`, or nothing.
  static String meant(String key, List<String> known) {
    List<String> near = Nearest.names(key, known, 1);
    return near.isEmpty() ? "" : "; did you mean `" + near.getFirst() + "`?";
  }

  /// `$schema`, `_comment`, `//`: how comments are written where there are none.
  private static boolean comment(String key) {
    return key.startsWith("$") || key.startsWith("_") || key.startsWith("//");
  }
}
