package dev.pitstop.project;

import java.util.List;
import java.util.Optional;

/// What watchers write when they start, and when they restart what they run. Stateless.
final class WatcherWords {
  /// What a watcher writes, where it stands in the line, and what the watcher is called.
  private record Saying(String words, boolean first, String watcher) {}

  private static final List<Saying> SAYINGS =
      List.of(
          new Saying("[nodemon] ", true, "nodemon"),
          new Saying("[tsx] ", false, "tsx watch"),
          new Saying("ts-node-dev ver. ", false, "ts-node-dev"),
          new Saying("Restarting '", true, "node --watch"),
          new Saying("Failed running '", true, "node --watch"),
          new Saying("Completed running '", true, "node --watch"),
          new Saying("Watch mode is an experimental feature", false, "node --watch"),
          new Saying("[Running '", true, "cargo watch"),
          new Saying("[Running: ", true, "watchexec"),
          new Saying("Watcher Process started", false, "deno --watch"),
          new Saying("Watcher Restarting! ", false, "deno --watch"),
          new Saying("Will watch for changes in these directories:", false, "uvicorn --reload"),
          new Saying("Started reloader process [", false, "uvicorn --reload"),
          new Saying(", built with Go go", false, "air"),
          new Saying("dotnet watch ", true, "dotnet watch"));

  private WatcherWords() {}

  static Optional<String> said(List<String> lines) {
    for (String line : lines) {
      String bare = line.startsWith("[stdout] ") ? line.substring(9) : line;
      for (Saying saying : SAYINGS) {
        boolean found = saying.first() ? bare.startsWith(saying.words()) : isIn(saying, bare);
        if (found) {
          return Optional.of(saying.watcher());
        }
      }
    }
    return Optional.empty();
  }

  static Optional<String> waits(String line) {
    boolean nodemon =
        line.startsWith("[nodemon] app crashed - ") || line.startsWith("[nodemon] clean exit - ");
    boolean node = line.startsWith("Failed running '") || line.startsWith("Completed running '");
    return nodemon
        ? Optional.of("nodemon")
        : node && line.endsWith("'") ? Optional.of("node --watch") : Optional.empty();
  }

  private static boolean isIn(Saying saying, String line) {
    int at = line.indexOf(saying.words());
    boolean tsx = saying.words().equals("[tsx] ");
    return at >= 0 && (!tsx || line.endsWith("estarting...") || line.contains("rerunning"));
  }
}
