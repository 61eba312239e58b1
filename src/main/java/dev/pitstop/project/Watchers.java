package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import java.nio.file.InvalidPathException;
import java.util.Optional;

/// Recognises commands that restart a program when a file changes: `nodemon`, `tsx watch`, `cargo
/// watch`. Behind Pitstop they restart the server without a handshake, so that calls hang or are
/// lost. Pitstop's own `--watch` replaces them. They are recognised by their command. Stateless.
public final class Watchers {
  /// A command with a watcher has one of these in its words. Most commands have none, so this check
  /// keeps each start fast.
  private static final String[] SIGNS = {
    "watch", "mon", "reload", "hot", "dev", "air", "entr", "gow"
  };

  private Watchers() {}

  /// Searches a command, and the scripts of `package.json` that it runs, for a watcher. Reads that
  /// file only for `npm`, `pnpm`, `yarn` and `bun`.
  public static Optional<WatcherFinding> of(Command command) {
    try {
      return new WatcherSearch(command.directory(), 0).in(command.argv());
    } catch (InvalidPathException noFileName) {
      return Optional.empty(); // a word that cannot be a file name
    }
  }

  /// Whether [#of] can find a watcher. Checks only the words.
  public static boolean possible(Command command) {
    for (String word : command.argv()) {
      String name = Interpreters.baseName(word);
      if (Interpreters.isPackageManager(name) || Interpreters.isShell(name)) {
        return true;
      }
      for (String sign : SIGNS) {
        if (word.contains(sign)) {
          return true;
        }
      }
    }
    return false;
  }
}
