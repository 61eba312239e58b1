package dev.pitstop.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which file a command really runs (A7): for an interpreter its script, jar or package, for
/// anything else the executable.
final class ProgramFile {
  /// How deep commands may stand in commands: `env npx tsx x.ts`.
  private static final int DEPTH = 4;

  private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "fish");

  /// Programs that run a script of theirs. Matched without version digits and `.exe`.
  private static final Set<String> INTERPRETERS =
      Set.of(
          "node", "nodejs", "tsx", "ts-node", "deno", "bun", "python", "pythonw", "pypy", "ruby",
          "php", "perl", "lua", "dotnet", "rscript", "groovy", "kotlin", "scala", "elixir");

  /// Programs that run another command, found on `PATH` or in `node_modules/.bin`, or a file of a
  /// language of theirs.
  private static final Set<String> RUNNERS =
      Set.of(
          "npx",
          "bunx",
          "pnpx",
          "uv",
          "uvx",
          "pnpm",
          "yarn",
          "npm",
          "poetry",
          "pipenv",
          "pdm",
          "pipx",
          "hatch",
          "env",
          "nice",
          "nohup",
          "time",
          "xvfb-run",
          "nodemon",
          "watchexec");

  /// Words of runners and interpreters in front of what they run.
  private static final Set<String> SUBCOMMANDS =
      Set.of("run", "exec", "dlx", "x", "tool", "watch", "serve", "--");

  /// Options that take the next argument, by interpreter; the rest is taken for flags.
  private static final Map<String, Set<String>> WITH_VALUE = optionsWithValue();

  /// Options after which there is no file to run, by interpreter.
  private static final Map<String, Set<String>> WITHOUT_FILE =
      Map.of(
          "node", Set.of("-e", "--eval", "-p", "--print", "-pe", "--run"),
          "python", Set.of("-c"),
          "sh", Set.of("-c", "-s"),
          "ruby", Set.of("-e"),
          "perl", Set.of("-e", "-E"),
          "php", Set.of("-r"));

  private final Executables executables;

  ProgramFile(Executables executables) {
    this.executables = executables;
  }

  /// The file or directory; empty when there is none to be found.
  Optional<Path> of(Command command) {
    return of(command, DEPTH);
  }

  private Optional<Path> of(Command command, int depth) {
    Optional<Path> inner = Optional.empty();
    String name = baseName(command.program());
    List<String> arguments = command.argv().subList(1, command.argv().size());
    Path directory = command.directory().toAbsolutePath();
    try {
      if (name.equals("java")) {
        inner = JavaProgram.of(arguments, directory);
      } else if (name.equals("python") || name.equals("pypy")) {
        inner = pythonProgram(arguments, directory);
      } else if (INTERPRETERS.contains(name) || SHELLS.contains(name)) {
        inner = firstFile(family(name), arguments, directory);
      } else if (RUNNERS.contains(name) && depth > 0) {
        inner = ofRunner(command, depth);
      }
    } catch (InvalidPathException noFileName) {
      inner = Optional.empty(); // an argument that cannot be a file name is not the file
    }
    return inner.isPresent() ? inner : executables.find(command);
  }

  /// Whether programs of this name run scripts, so that a process of it says nothing about whose it
  /// is (A6).
  static boolean isInterpreter(String program) {
    String name = baseName(program);
    return name.equals("java")
        || name.equals("javaw")
        || name.equals("busybox")
        || SHELLS.contains(name)
        || INTERPRETERS.contains(name)
        || RUNNERS.contains(name);
  }

  /// `/usr/bin/python3.12` → `python`.
  static String baseName(String program) {
    int slash = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\'));
    String name = program.substring(slash + 1).toLowerCase(Locale.ROOT);
    for (String ending : List.of(".exe", ".cmd", ".bat")) {
      if (name.endsWith(ending)) {
        name = name.substring(0, name.length() - ending.length());
      }
    }
    int end = name.length();
    while (end > 0 && "0123456789.".indexOf(name.charAt(end - 1)) >= 0) {
      end--;
    }
    return end == 0 ? name : name.substring(0, end);
  }

  private static String family(String name) {
    return switch (name) {
      case "nodejs", "tsx", "ts-node", "bun", "deno" -> "node";
      case "bash", "dash", "zsh", "ksh", "fish" -> "sh";
      default -> name;
    };
  }

  private static Optional<Path> pythonProgram(List<String> arguments, Path directory) {
    Set<String> withValue = WITH_VALUE.getOrDefault("python", Set.of());
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("-m") || (argument.startsWith("-m") && argument.length() > 2)) {
        String module =
            argument.length() > 2
                ? argument.substring(2)
                : i + 1 < arguments.size() ? arguments.get(i + 1) : "";
        return module.isEmpty() ? Optional.empty() : pythonModule(module, directory);
      }
      if (argument.equals("-c") || !argument.startsWith("-")) {
        break;
      }
      if (withValue.contains(argument)) {
        i++;
      }
    }
    return firstFile("python", arguments, directory);
  }

  /// A package's directory or a module's file, where development trees have them.
  private static Optional<Path> pythonModule(String module, Path directory) {
    String path = module.replace('.', '/');
    for (String root : List.of("", "src/")) {
      Path asPackage = directory.resolve(root + path);
      if (Files.isDirectory(asPackage)) {
        return Optional.of(asPackage);
      }
      Path asFile = directory.resolve(root + path + ".py");
      if (Files.isRegularFile(asFile)) {
        return Optional.of(asFile);
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> firstFile(String family, List<String> arguments, Path directory) {
    Set<String> withValue = WITH_VALUE.getOrDefault(family, Set.of());
    Set<String> withoutFile = WITHOUT_FILE.getOrDefault(family, Set.of());
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (withoutFile.contains(argument)) {
        return Optional.empty();
      }
      if (withValue.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-")) {
        Optional<Path> file = script(argument, directory);
        if (file.isPresent() || !SUBCOMMANDS.contains(argument)) {
          return file;
        }
      }
    }
    return Optional.empty();
  }

  /// The script as the interpreters look it up: Node adds endings and `index.js`.
  private static Optional<Path> script(String argument, Path directory) {
    Path path = directory.resolve(argument);
    if (Files.isRegularFile(path)) {
      return Optional.of(path);
    }
    for (String ending : List.of(".js", ".mjs", ".cjs", "/index.js", "/__main__.py")) {
      Path candidate = directory.resolve(argument + ending);
      if (Files.isRegularFile(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private Optional<Path> ofRunner(Command command, int depth) {
    List<String> arguments = command.argv();
    Path directory = command.directory().toAbsolutePath();
    Set<String> withValue = WITH_VALUE.getOrDefault(baseName(command.program()), Set.of());
    Map<String, String> env = new HashMap<>(command.env());
    int i = 1;
    while (i < arguments.size()) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      if (withValue.contains(argument)) {
        i += 2;
      } else if (argument.startsWith("-") || SUBCOMMANDS.contains(argument)) {
        i++;
      } else if (equals > 0 && baseName(command.program()).equals("env")) {
        env.put(argument.substring(0, equals), argument.substring(equals + 1));
        i++;
      } else {
        break;
      }
    }
    if (i >= arguments.size() || arguments.get(i).isEmpty()) {
      return Optional.empty();
    }
    String word = arguments.get(i);
    Optional<Path> script = script(word, directory);
    if (script.isPresent()) {
      return script;
    }
    for (String place : List.of("node_modules/.bin/", ".venv/bin/")) {
      Path local = directory.resolve(place + word);
      if (Files.isRegularFile(local) && !isInterpreter(word)) {
        return Optional.of(local);
      }
    }
    return of(
            new Command(arguments.subList(i, arguments.size()), env, command.directory()),
            depth - 1)
        .filter(file -> !isInterpreter(file.toString()));
  }

  private static Map<String, Set<String>> optionsWithValue() {
    Map<String, Set<String>> options = new HashMap<>();
    options.put(
        "node",
        Set.of(
            "-r",
            "--require",
            "--import",
            "--loader",
            "--experimental-loader",
            "-C",
            "--conditions",
            "--tsconfig",
            "--project",
            "-c",
            "--config"));
    options.put("python", Set.of("-W", "-X", "--check-hash-based-pycs"));
    options.put("sh", Set.of("-o", "+o", "-O", "--rcfile", "--init-file"));
    options.put("ruby", Set.of("-I", "-r", "-C"));
    options.put("perl", Set.of("-I"));
    options.put("php", Set.of("-d", "-c", "-z"));
    options.put("npx", Set.of("-p", "--package", "-w", "--workspace"));
    options.put("uv", Set.of("--directory", "--project", "--with", "--python", "-p", "--env-file"));
    options.put("uvx", Set.of("--from", "--with", "--python", "-p"));
    options.put("pnpm", Set.of("-C", "--dir", "--filter"));
    options.put("nice", Set.of("-n"));
    options.put("env", Set.of("-u", "-C", "--chdir"));
    return options;
  }

  /// The java launcher's command line.
  private static final class JavaProgram {
    private static final Set<String> WITH_VALUE =
        Set.of(
            "-m",
            "--module",
            "--add-modules",
            "--add-opens",
            "--add-exports",
            "--add-reads",
            "--patch-module",
            "--limit-modules",
            "--upgrade-module-path",
            "--source",
            "--enable-native-access",
            "--describe-module",
            "-d");

    static Optional<Path> of(List<String> arguments, Path directory) {
      String path = "";
      for (int i = 0; i < arguments.size(); i++) {
        String argument = arguments.get(i);
        String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
        if (argument.equals("-jar")) {
          return existing(next, directory);
        }
        if (Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path").contains(argument)) {
          path = path.isEmpty() ? next : path;
          i++;
        } else if (argument.startsWith("--class-path=") || argument.startsWith("--module-path=")) {
          path = path.isEmpty() ? argument.substring(argument.indexOf('=') + 1) : path;
        } else if (WITH_VALUE.contains(argument)) {
          i++;
        } else if (!argument.startsWith("-") && !argument.startsWith("@")) {
          if (argument.endsWith(".java")) {
            return existing(argument, directory);
          }
          break; // the main class; what follows is the program's own
        }
      }
      for (String entry : path.split(java.util.regex.Pattern.quote(File.pathSeparator), -1)) {
        String plain = entry.endsWith("/*") ? entry.substring(0, entry.length() - 2) : entry;
        Optional<Path> found = plain.isEmpty() ? Optional.empty() : existing(plain, directory);
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }

    private static Optional<Path> existing(String name, Path directory) {
      if (name.isEmpty()) {
        return Optional.empty();
      }
      Path path = directory.resolve(name);
      return Files.exists(path) ? Optional.of(path) : Optional.empty();
    }
  }
}
