package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import dev.pitstop.process.ShellLine;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Recognises commands that restart a program when a file changes (U7): `nodemon`, `tsx watch`,
/// `cargo watch`. Behind Pitstop they restart the server without a handshake, so that calls hang or
/// are lost. Pitstop's own `--watch` replaces them. They are recognised by their command and by
/// their output, and the command without them is proposed. Stateless.
public final class Watchers {
  /// A watcher in a command.
  ///
  /// @param watcher its usual name: `tsx watch`
  /// @param script the script of `package.json` that starts it, if one does
  /// @param argv the command without the watcher; empty if it is unknown
  /// @param build the build before the start, for `--build`, if there is one
  /// @param globs for `--watch`
  /// @param directory the directory for `--cwd`, if it differs from the command's
  public record Finding(
      String watcher,
      Optional<String> script,
      List<String> argv,
      Optional<String> build,
      List<String> globs,
      Optional<Path> directory) {
    private static final Set<String> SECRET = Set.of("env", "header");

    public Finding {
      argv = List.copyOf(argv);
      globs = List.copyOf(globs);
    }

    static Finding of(String watcher, List<String> argv, List<String> globs) {
      return new Finding(
          watcher, Optional.empty(), argv, Optional.empty(), globs, Optional.empty());
    }

    Finding built(String command) {
      return new Finding(watcher, script, argv, Optional.of(command), globs, directory);
    }

    Finding running(List<String> words) {
      return new Finding(watcher, script, words, build, globs, directory);
    }

    Finding by(String name, Optional<Path> where) {
      return new Finding(watcher, Optional.of(name), argv, build, globs, where);
    }

    /// The line that replaces the command in the client's configuration, quoted for a shell.
    ///
    /// @param given Pitstop's present options by name, which stay; of options that can hold secrets
    ///   only the names are shown
    /// @return empty if the command without the watcher is not known
    public Optional<String> line(Map<String, List<String>> given) {
      if (argv.isEmpty()) {
        return Optional.empty();
      }
      List<String> words = new ArrayList<>(List.of("pitstop"));
      given.forEach((name, values) -> values.forEach(v -> option(words, name, shown(name, v))));
      if (!given.containsKey("cwd")) {
        directory.ifPresent(d -> option(words, "cwd", d.toString()));
      }
      if (!given.containsKey("build")) {
        build.ifPresent(b -> option(words, "build", b));
      }
      if (!given.containsKey("watch")) {
        globs.forEach(g -> option(words, "watch", g));
      }
      words.add("--");
      words.addAll(argv);
      return Optional.of(ShellLine.quoted(words));
    }

    private static void option(List<String> words, String name, String value) {
      words.add("--" + name);
      if (!value.isEmpty()) {
        words.add(value);
      }
    }

    private static String shown(String name, String value) {
      int end = Math.max(value.indexOf('='), value.indexOf(':'));
      return SECRET.contains(name) && end > 0 ? value.substring(0, end + 1) + "…" : value;
    }
  }

  /// A command with a watcher has one of these in its words. Most commands have none, so this check
  /// keeps each start fast.
  private static final String[] SIGNS = {
    "watch", "mon", "reload", "hot", "dev", "air", "entr", "gow"
  };

  private static final Set<String> LEADS_ON =
      Set.of("npm", "pnpm", "yarn", "bun", "sh", "bash", "zsh", "dash");

  private Watchers() {}

  /// Searches a command, and the scripts of `package.json` that it runs, for a watcher. Reads that
  /// file only for `npm`, `pnpm`, `yarn` and `bun`.
  public static Optional<Finding> of(Command command) {
    try {
      return new WatcherSearch(command.directory().toAbsolutePath()).in(command.argv());
    } catch (InvalidPathException noFileName) {
      return Optional.empty(); // a word that cannot be a file name
    }
  }

  /// Whether {@link #of} can find a watcher. Checks only the words.
  public static boolean possible(Command command) {
    for (String word : command.argv()) {
      for (String sign : SIGNS) {
        if (word.contains(sign)) {
          return true;
        }
      }
      if (LEADS_ON.contains(Interpreters.baseName(word))) {
        return true;
      }
    }
    return false;
  }

  /// Recognises a watcher by its output.
  ///
  /// @param lines plain lines; those from stdout begin with `[stdout] `
  /// @return its usual name
  public static Optional<String> said(List<String> lines) {
    return WatcherWords.said(lines);
  }

  /// Whether a watcher says here that what it runs has ended, and that it waits for a file to
  /// change before it starts it again: until then nobody answers.
  ///
  /// @param line plain
  /// @return its usual name
  public static Optional<String> waits(String line) {
    return WatcherWords.waits(line);
  }
}
