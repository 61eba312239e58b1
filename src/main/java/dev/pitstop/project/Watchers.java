package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;

/// Recognises commands that restart a program when a file changes (U7): `nodemon`, `tsx watch`,
/// `cargo watch`. Behind Pitstop they restart the server without a handshake, so that calls hang or
/// are lost. Pitstop's own `--watch` replaces them. They are recognised by their command and by
/// their output, and the command without them is proposed. Stateless.
public final class Watchers {
  /// A command with a watcher has one of these in its words. Most commands have none, so this check
  /// keeps each start fast.
  private static final String[] SIGNS = {
    "watch", "mon", "reload", "hot", "dev", "air", "entr", "gow"
  };

  /// Words that a watcher writes when it starts, or when it restarts what it runs.
  ///
  /// @param first whether the line begins with the words
  private record Saying(String words, boolean first, String watcher) {
    private static final String TSX = "[tsx] ";
    private static final String NODE = "node --watch";
    private static final String FAILED = "Failed running '";
    private static final String COMPLETED = "Completed running '";

    private static final List<Saying> ALL =
        List.of(
            new Saying("[nodemon] ", true, "nodemon"),
            new Saying(TSX, false, "tsx watch"),
            new Saying("ts-node-dev ver. ", false, "ts-node-dev"),
            new Saying("Restarting '", true, NODE),
            new Saying(FAILED, true, NODE),
            new Saying(COMPLETED, true, NODE),
            new Saying("Watch mode is an experimental feature", false, NODE),
            new Saying("[Running '", true, "cargo watch"),
            new Saying("[Running: ", true, "watchexec"),
            new Saying("Watcher Process started", false, "deno --watch"),
            new Saying("Watcher Restarting! ", false, "deno --watch"),
            new Saying("Will watch for changes in these directories:", false, "uvicorn --reload"),
            new Saying("Started reloader process [", false, "uvicorn --reload"),
            new Saying(", built with Go go", false, "air"),
            new Saying("dotnet watch ", true, "dotnet watch"));

    boolean isIn(String line) {
      if (first) {
        return line.startsWith(words);
      }
      boolean tsx = words.equals(TSX);
      return line.contains(words)
          && (!tsx || line.endsWith("estarting...") || line.contains("rerunning"));
    }
  }

  private Watchers() {}

  /// Searches a command, and the scripts of `package.json` that it runs, for a watcher. Reads that
  /// file only for `npm`, `pnpm`, `yarn` and `bun`.
  public static Optional<WatcherFinding> of(Command command) {
    try {
      return new WatcherSearch(command.directory()).in(command.argv());
    } catch (InvalidPathException noFileName) {
      return Optional.empty(); // a word that cannot be a file name
    }
  }

  /// Whether {@link #of} can find a watcher. Checks only the words.
  public static boolean possible(Command command) {
    boolean shell = false;
    boolean code = false;
    for (String word : command.argv()) {
      for (String sign : SIGNS) {
        if (word.contains(sign)) {
          return true;
        }
      }
      String name = Interpreters.baseName(word);
      if (Interpreters.isPackageManager(name)) {
        return true;
      }
      shell = shell || Interpreters.isShell(name);
      code = code || Interpreters.isCode("sh", word);
    }
    return shell && code; // a shell that runs a file is no watcher
  }

  /// Recognises a watcher by its output.
  ///
  /// @param lines plain lines; those from stdout begin with `[stdout] `
  /// @return its usual name
  public static Optional<String> said(List<String> lines) {
    for (String line : lines) { // no stream: a start asks this
      String bare = line.startsWith("[stdout] ") ? line.substring(9) : line;
      for (Saying saying : Saying.ALL) {
        if (saying.isIn(bare)) {
          return Optional.of(saying.watcher());
        }
      }
    }
    return Optional.empty();
  }

  /// Whether a watcher says here that its program has ended, and that it waits for a file to change
  /// before it starts the program again. Until then nobody answers.
  ///
  /// @param line plain
  /// @return its usual name
  public static Optional<String> waits(String line) {
    if (line.startsWith("[nodemon] app crashed - ") || line.startsWith("[nodemon] clean exit - ")) {
      return Optional.of("nodemon");
    }
    boolean node = line.startsWith(Saying.FAILED) || line.startsWith(Saying.COMPLETED);
    return node && line.endsWith("'") ? Optional.of(Saying.NODE) : Optional.empty();
  }
}
