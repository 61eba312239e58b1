package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// The name of a server without `--name`. The first of these that says something:
///
/// 1. The server's own name in its last handshake (`serverInfo.name`), see [#ofHandshake]. Its
///    author chose it. Known from the second run in the same directory on.
/// 2. The first word of the command that is neither an interpreter nor an option: `weather` in
///    `node dist/weather.js`, `python -m weather` and `npx -y @org/weather@1.2`.
/// 3. The name of the directory of the file that this word names, or of the working directory.
///    `dist`, `src` and the like count as the directory above them.
///
/// A name has letters, digits, `.`, `_` and `-`, at most 40 of them, and no scope (`@org/`).
///
/// Each start needs a name. So no file is read, and no regular expression is used.
public final class ServerName {
  /// Words that come before the program's word.
  private static final Set<String> VERBS =
      Set.of("run", "exec", "x", "dlx", "tool", "task", "run-script", "test", "watch", "serve");

  /// Directories that any project may have.
  private static final Set<String> COMMON_DIRECTORIES =
      Set.of(
          "dist", "build", "out", "bin", "lib", "src", "target", "release", "debug", "cmd",
          ".venv");

  private ServerName() {}

  /// The name that a server gave itself, made fit.
  ///
  /// @param given the `serverInfo.name` of its handshake
  /// @return empty if it says nothing: `mcp-server`, `example`
  public static Optional<String> ofHandshake(String given) {
    String name = FitName.of(given);
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  /// The name from the command, or from a directory; `server` if nothing says more.
  public static String of(Command command) {
    Path directory = command.directory().normalize();
    String runner = ""; // the last interpreter or runner
    for (int i = 0; i < command.argv().size(); i++) {
      String word = command.argv().get(i);
      String name = Interpreters.baseName(withoutVersion(word));
      if (Interpreters.isBuildTool(name) || Interpreters.isCode(runner, word)) {
        break;
      } else if (Interpreters.has(name)) {
        runner = name;
      } else if (Interpreters.takesValue(runner, word)) {
        i++;
      } else if (!word.startsWith("-") && !saysNothing(word)) {
        return ofWord(word, directory);
      }
    }
    return ofDirectory(directory);
  }

  /// Whether this word comes before the program's word: `run`, `A=1`, the `5` of `timeout 5`.
  private static boolean saysNothing(String word) {
    int equals = word.indexOf('=');
    boolean variable = equals > 0 && word.indexOf('=', equals + 1) != equals + 1;
    boolean number = !word.isEmpty() && Character.isDigit(word.charAt(0));
    for (int i = 0; i < word.length(); i++) {
      number &= "0123456789.xsmhd".indexOf(word.charAt(i)) >= 0;
    }
    return variable || number || VERBS.contains(word) || FitName.isEntry(word);
  }

  /// The name of a file, module, package or task without ending and version.
  private static String ofWord(String word, Path directory) {
    String path = withoutVersion(word.replace('\\', '/'));
    String last = path.substring(path.lastIndexOf('/') + 1);
    int dot = last.lastIndexOf('.');
    String stem = dot > 0 ? last.substring(0, dot) : last;
    String name = FitName.of(stem.replace(':', '/')); // `npm:weather`, `weather:stdio`
    if (!name.isEmpty() && !COMMON_DIRECTORIES.contains(name)) {
      return name;
    }
    try {
      Path file = directory.resolve(path).normalize();
      boolean itself = last.isEmpty() || last.equals(".") || last.equals("..");
      return ofDirectory(itself ? file : file.resolveSibling(""));
    } catch (InvalidPathException noPath) {
      return ofDirectory(directory);
    }
  }

  /// The name of the project that this directory belongs to.
  private static String ofDirectory(Path inside) {
    for (Path at : Directories.upFrom(inside)) {
      String own = at.getFileName() == null ? "" : at.getFileName().toString();
      String fit = FitName.fit(own); // `org` for `@org`
      if (!fit.isEmpty() && !COMMON_DIRECTORIES.contains(own)) {
        return fit;
      }
    }
    return "server";
  }

  /// `pkg` for `pkg@1.2` and `pkg[extra]==1.2`; a word without a version stays as it is.
  private static String withoutVersion(String word) {
    for (int i = word.lastIndexOf('/') + 2; i < word.length(); i++) {
      if ("@=<>~![#".indexOf(word.charAt(i)) >= 0) {
        return word.substring(0, i);
      }
    }
    return word;
  }
}
