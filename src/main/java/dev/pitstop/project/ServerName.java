package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// The name of a server without `--name`. The first of these that says something:
///
/// 1. The server's own name in its last handshake (`serverInfo.name`), see [#ofHandshake]. Its
///    author chose it, and it is the same in every directory. Known from the second run on.
/// 2. The first word of the command that is neither an interpreter nor an option: `weather` in
///    `node dist/weather.js`, `python -m weather` and `npx -y @org/weather@1.2`.
/// 3. The name of the project's directory, for commands like `npm start` and `node dist/server.js`.
/// 4. A word of the command that any server could have: `server`, `mcp-server`.
///
/// The project's directory is that of the command's file, or else the working directory. `dist`,
/// `src` and the like count as the directory above them. A name has letters, digits, `.`, `_` and
/// `-`, at most 40 of them, and no scope (`@org/`).
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

  private static final String NOBODY = "server";

  private final Path directory;
  private String runner = ""; // the last interpreter or runner in the command

  /// Whether a word of a command names a file or directory that is not an interpreter, a package
  /// runner or a build tool. Looks at the file system.
  ///
  /// @param from the directory that relative paths start at
  public static boolean isFileOfServer(String word, Path from) {
    try {
      return !Interpreters.has(Interpreters.baseName(word)) && Files.exists(from.resolve(word));
    } catch (InvalidPathException noPath) {
      return false;
    }
  }

  private ServerName(Command command) {
    directory = command.directory().normalize();
  }

  /// The name from the command and the directories of its file; `server` if nothing says more. May
  /// look for files.
  public static String of(Command command) {
    return new ServerName(command).in(command);
  }

  /// The name that a server gave itself, made fit.
  ///
  /// @param given the `serverInfo.name` of its handshake
  /// @return empty if it says nothing: `mcp-server`, `example`
  public static Optional<String> ofHandshake(String given) {
    String name = FitName.of(given);
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  private String in(Command command) {
    for (int i = 0; i < command.argv().size(); i++) {
      String word = command.argv().get(i);
      String name = Interpreters.baseName(withoutVersion(word));
      boolean python = Interpreters.isPython(runner);
      if (Interpreters.isBuildTool(name)) {
        runner = name;
        break;
      } else if (Interpreters.isCode(runner, word)) {
        break;
      } else if (Interpreters.has(name)) {
        runner = name;
      } else if (Interpreters.takesValue(runner, word)) {
        i++;
      } else if (python && word.startsWith("-m") && word.length() > 2) {
        return ofModule(word.substring(2));
      } else if (!word.startsWith("-") && !saysNothing(word)) {
        return i > 0 && python && command.argv().get(i - 1).equals("-m")
            ? ofModule(word)
            : Interpreters.isJava(runner) && !word.endsWith(".jar") && !word.endsWith(".java")
                ? ofClass(word)
                : ofFile(word);
      }
    }
    return ofProject(directory, "");
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

  private String ofClass(String word) {
    String name = word.substring(Math.max(word.lastIndexOf('.'), word.lastIndexOf('/')) + 1);
    return orProject(FitName.fit(name));
  }

  /// `weather` for `weather.server` and for `src.weather`.
  private String ofModule(String module) {
    String weak = "";
    for (String part : module.split("\\.", -1)) {
      String name = FitName.fit(part);
      if (FitName.saysSomething(name) && !COMMON_DIRECTORIES.contains(name)) {
        return name;
      }
      if (weak.isEmpty() && !FitName.isEntry(name) && !COMMON_DIRECTORIES.contains(name)) {
        weak = name;
      }
    }
    return weak.isEmpty() || isHere(weak) ? ofProject(directory, weak) : weak;
  }

  /// Whether a module is the project's own. Otherwise it is installed, and says nothing about the
  /// working directory.
  private boolean isHere(String module) {
    return Files.exists(directory.resolve(module + ".py"))
        || Files.exists(directory.resolve(module))
        || Files.exists(directory.resolve("src").resolve(module));
  }

  /// The name of a file, package or task without ending and version.
  private String ofFile(String word) {
    String path = word.replace('\\', '/');
    String last = path.substring(path.lastIndexOf('/') + 1);
    int colon = last.indexOf(':'); // `npm:weather`, `mcp:stdio`
    boolean fetched = last.startsWith("npm:") || last.startsWith("jsr:");
    String task = colon < 0 ? last : fetched ? last.substring(colon + 1) : last.substring(0, colon);
    String name = withoutVersion(task);
    int dot = name.lastIndexOf('.');
    boolean file = dot > 0 || path.indexOf('/') >= 0;
    name = FitName.fit(dot > 0 && !name.equals("..") ? name.substring(0, dot) : name);
    String weak =
        FitName.isEntry(name) || COMMON_DIRECTORIES.contains(name) || last.startsWith("..")
            ? ""
            : name;
    if (!weak.isEmpty() && (FitName.saysSomething(weak) || !file)) {
      return weak;
    }
    if (path.startsWith("@")) {
      String scope = FitName.of(path); // `@org/mcp-server`
      return scope.isEmpty() ? orProject(weak) : scope;
    }
    try {
      Path at = directory.resolve(path).normalize();
      boolean itself = last.isEmpty() || last.equals(".") || last.equals("..");
      Path above = itself ? at : at.getParent();
      String named = above == null ? NOBODY : ofProject(above, weak);
      return named.equals(NOBODY) ? orProject(weak) : named;
    } catch (InvalidPathException noPath) {
      return orProject(weak);
    }
  }

  private String orProject(String name) {
    return name.isEmpty() ? ofProject(directory, "") : name;
  }

  /// The name of the project that this directory belongs to.
  ///
  /// @param otherwise its name if no directory says something
  private String ofProject(Path inside, String otherwise) {
    for (Path at = inside; at != null; at = at.getParent()) {
      String own = at.getFileName() == null ? "" : at.getFileName().toString();
      if (!own.isEmpty() && !COMMON_DIRECTORIES.contains(own)) {
        String fit = FitName.fit(own); // `org` for `@org`
        if (!fit.isEmpty()) {
          return fit;
        }
      }
    }
    return otherwise.isEmpty() ? NOBODY : otherwise;
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
