package dev.pitstop.process;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Commands that restart what they run when a file changes (U7): `nodemon`, `tsx watch`, `cargo
/// watch`. Behind Pitstop they restart the server under it, without the handshake, so that calls
/// hang or are lost; Pitstop's own `--watch` does what they are meant for. Recognised by the
/// command and by what they say; the command without them is proposed. Stateless; for any thread.
public final class Watchers {
  /// A watcher in a command.
  ///
  /// @param watcher as people call it: `tsx watch`
  /// @param script the script of `package.json` that starts it, if one does
  /// @param argv the command without it; empty if that cannot be told
  /// @param build the build that goes before the start, for `--build`, if there is to be one
  /// @param globs for `--watch`
  /// @param directory for `--cwd`, if it is another than the command's own
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

    /// The whole line that is to stand in the client's configuration instead, quoted for a shell.
    ///
    /// @param given the options that Pitstop has now, which stay, by name; of those that may be
    ///   secrets only the names are shown
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

  /// Words in which there is always one of these need no closer look; a server's usual command has
  /// none, and is looked at on the way of every start.
  private static final String[] SIGNS = {
    "watch", "mon", "reload", "hot", "dev", "air", "entr", "gow"
  };

  private static final Set<String> LEADS_ON =
      Set.of("npm", "pnpm", "yarn", "bun", "sh", "bash", "zsh", "dash");

  private Watchers() {}

  /// Looks for a watcher in a command, and in the scripts of `package.json` that it runs. Reads
  /// that file only for `npm`, `pnpm`, `yarn` and `bun`.
  public static Optional<Finding> of(Command command) {
    try {
      return new WatcherSearch(command.directory().toAbsolutePath()).in(command.argv());
    } catch (InvalidPathException noFileName) {
      return Optional.empty(); // a word that cannot be a file name
    }
  }

  /// Whether {@link #of} may find anything: a look at the words alone.
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

  /// Looks for one by what it writes.
  ///
  /// @param lines plain lines, with `[stdout] ` in front of those that were written there
  /// @return what it is called
  public static Optional<String> said(List<String> lines) {
    return WatcherWords.said(lines);
  }

  /// Whether a watcher says here that what it runs has ended, and that it waits for a file to
  /// change before it starts it again: until then nobody answers.
  ///
  /// @param line plain
  /// @return what it is called
  public static Optional<String> waits(String line) {
    return WatcherWords.waits(line);
  }
}
