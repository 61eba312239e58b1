package dev.pitstop.process;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/// The name of a server that was given none: that of the first word of its command that is neither
/// an interpreter nor an option (`node dist/weather.js`, `npx -y @org/weather@1.2`: `weather`), and
/// where that says nothing (`npm start`, `node dist/index.js`) that of a directory above. The file
/// system is not asked, and no regular expression is compiled: this is on the way of every start.
public final class ServerName {
  /// Words in front of what runs.
  private static final Set<String> VERBS =
      Set.of("run", "exec", "x", "dlx", "tool", "task", "run-script", "test", "watch", "serve");

  /// Names of files, packages and tasks that could be anybody's.
  private static final Set<String> SAY_NOTHING =
      Set.of("", "index", "main", "start", "run", "dev", "cli", "app", "mod", "__main__", "serve");

  /// Directories that are in every project.
  private static final Set<String> COMMON_DIRECTORIES =
      Set.of("dist", "build", "out", "bin", "lib", "src", "target", "release", "debug");

  private static final String NOBODY = "server";

  private ServerName() {}

  /// Never empty; `server` if nothing says more.
  public static String of(Command command) {
    Path directory = command.directory().toAbsolutePath();
    String interpreter = "";
    for (int i = 0; i < command.argv().size(); i++) {
      String word = command.argv().get(i);
      String name = Interpreters.baseName(withoutVersion(word));
      boolean module = Interpreters.isPython(interpreter) && word.startsWith("-m");
      if (Interpreters.isBuildTool(name) || Interpreters.isCode(interpreter, word)) {
        break;
      }
      if (Interpreters.has(name)) {
        interpreter = name;
      } else if (Interpreters.takesValue(interpreter, word)) {
        i++;
      } else if (module && word.length() > 2) {
        return ofModule(word.substring(2), directory);
      } else if (!word.startsWith("-") && !saysNothing(word)) {
        boolean java = Interpreters.isJava(interpreter) && !word.endsWith(".jar");
        return i > 0 && Interpreters.isPython(interpreter) && command.argv().get(i - 1).equals("-m")
            ? ofModule(word, directory)
            : java && !word.endsWith(".java")
                ? word.substring(Math.max(word.lastIndexOf('.'), word.lastIndexOf('/')) + 1)
                : ofFile(word, directory);
      }
    }
    return ofDirectory(directory);
  }

  /// Words in front of what runs: `run`, `A=1`, the `5` of `timeout 5`.
  private static boolean saysNothing(String word) {
    int equals = word.indexOf('=');
    boolean variable = equals > 0 && word.indexOf('=', equals + 1) != equals + 1;
    boolean number = !word.isEmpty() && Character.isDigit(word.charAt(0));
    for (int i = 0; i < word.length(); i++) {
      number &= "0123456789.xsmhd".indexOf(word.charAt(i)) >= 0;
    }
    return variable || number || VERBS.contains(word) || SAY_NOTHING.contains(word);
  }

  /// `weather` for `weather.server` and for `src.weather`.
  private static String ofModule(String module, Path directory) {
    for (String part : module.split("\\.", -1)) {
      if (!SAY_NOTHING.contains(part) && !COMMON_DIRECTORIES.contains(part)) {
        return part;
      }
    }
    return ofDirectory(directory);
  }

  /// The name of a file, package or task without ending and version.
  private static String ofFile(String word, Path directory) {
    String path = word.replace('\\', '/');
    String last = path.substring(path.lastIndexOf('/') + 1);
    int colon = last.indexOf(':'); // `npm:weather`, `mcp:stdio`
    boolean fetched = last.startsWith("npm:") || last.startsWith("jsr:");
    String task = colon < 0 ? last : fetched ? last.substring(colon + 1) : last.substring(0, colon);
    String name = withoutVersion(task);
    int dot = name.lastIndexOf('.');
    name = dot > 0 && !name.equals("..") ? name.substring(0, dot) : name;
    if (!name.startsWith("..")
        && !SAY_NOTHING.contains(name)
        && !name.equals(".")
        && !COMMON_DIRECTORIES.contains(name)) {
      return name;
    }
    try {
      Path at = directory.resolve(path).normalize();
      boolean itself = last.isEmpty() || last.equals(".") || last.equals("..");
      Path above = itself ? at : at.getParent();
      String named = above == null ? NOBODY : ofDirectory(above);
      return named.equals(NOBODY) ? ofDirectory(directory) : named;
    } catch (InvalidPathException noPath) {
      return ofDirectory(directory);
    }
  }

  private static String ofDirectory(Path directory) {
    for (int i = directory.getNameCount() - 1; i >= 0; i--) {
      String name = directory.getName(i).toString();
      if (!name.isEmpty() && !COMMON_DIRECTORIES.contains(name)) {
        return name.startsWith("@") ? name.substring(1) : name; // `@org/cli`
      }
    }
    return NOBODY;
  }

  /// `pkg` for `pkg@1.2` and `pkg[extra]==1.2`; what has no version stays as it is.
  private static String withoutVersion(String word) {
    for (int i = word.lastIndexOf('/') + 2; i < word.length(); i++) {
      if ("@=<>~![#".indexOf(word.charAt(i)) >= 0) {
        return word.substring(0, i);
      }
    }
    return word;
  }
}
