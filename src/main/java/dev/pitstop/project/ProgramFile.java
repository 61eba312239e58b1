package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.process.Interpreters;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The file that a command runs: the one that `--set binary` names; the executable, unless it is an
/// interpreter; else the first word that is a program's file, the jar after `-jar`, the class file
/// of a main class, or the module after `-m`. Further guesses would be wrong as often as right;
/// `--set binary` names any other file. Looks at the file system. Thread-safe.
public final class ProgramFile {
  private static final Set<String> ENDINGS =
      Set.of(
          ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".py", ".pyz", ".rb",
          ".php", ".pl", ".lua", ".sh", ".dll", ".cs", ".go", ".jar", ".java", ".kts", ".groovy",
          ".exs");

  /// `server.py`, `server.py:app`.
  private static final Pattern PYTHON = Pattern.compile("(.*?\\.py)(:.*)?");

  private final Path directory;

  /// The interpreter that the next words are for: the `node` of `timeout 9 node x.js`.
  private String interpreter = "";

  private String classPath = "";

  private ProgramFile(Path directory) {
    this.directory = directory;
  }

  /// The program that this command runs on this system.
  ///
  /// @param executables finds the files of programs
  public static Program of(Command command, Executables executables) {
    Path directory = command.directory();
    try {
      if (command.binary().isPresent()) {
        return seen(directory.resolve(command.binary().get()).normalize());
      }
      return Interpreters.runsOthers(command.program())
          ? new ProgramFile(directory).among(command.argv())
          : executable(command, executables);
    } catch (InvalidPathException noFileName) {
      return new Program.Unknown(); // a word that cannot be a file name is not the file
    }
  }

  /// Whether a command's program is a file, or on the `PATH` that the command has. Its file need
  /// not be executable.
  public static boolean isThere(Command command, Executables executables) {
    try {
      return Files.exists(command.directory().resolve(command.program()))
          || executables.isThere(command);
    } catch (InvalidPathException noFileName) {
      return false;
    }
  }

  private static Program seen(Path file) {
    return Files.exists(file) ? new Program.Own(file) : new Program.Missing(file);
  }

  private static Program executable(Command command, Executables executables) {
    Optional<Path> told = told(command);
    if (told.isPresent()) {
      return new Program.Own(told.get());
    }
    Optional<Path> found = executables.find(command);
    if (found.isPresent()) {
      return Interpreters.runsOthers(found.get().toString())
          ? new Program.Unknown()
          : new Program.Own(found.get());
    }
    return executables.isPath(command.program())
        ? new Program.Missing(command.directory().resolve(command.program()).normalize())
        : new Program.Unknown();
  }

  /// The Python file that a program is told to run: `fastmcp run server.py:app`, `mcp dev
  /// server.py`.
  private static Optional<Path> told(Command command) {
    List<String> argv = command.argv();
    if (argv.size() < 3 || !(argv.get(1).equals("run") || argv.get(1).equals("dev"))) {
      return Optional.empty();
    }
    return argv.stream()
        .skip(2)
        .map(PYTHON::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(found -> command.directory().resolve(found.group(1)))
        .filter(Files::isRegularFile);
  }

  private Program among(List<String> argv) {
    Program missing = new Program.Unknown();
    for (int i = 0; i < argv.size(); i++) {
      String word = argv.get(i);
      String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
      String name = Interpreters.baseName(word);
      if (Interpreters.isBuildTool(name) || Interpreters.isCode(interpreter, word)) {
        return new Program.Unknown();
      }
      if (Interpreters.has(name)) {
        interpreter = name;
      } else if (Interpreters.isJava(interpreter) && word.equals("-jar")) {
        return next.isEmpty() ? missing : seen(directory.resolve(next));
      } else if (Interpreters.isJava(interpreter) && Interpreters.isClassPath(word)) {
        classPath = next; // the last of several counts
        i++;
      } else if (word.startsWith("--class-path=")) {
        classPath = word.substring("--class-path=".length());
      } else if (Interpreters.isPython(interpreter) && word.startsWith("-m")) {
        return module(word.length() > 2 ? word.substring(2) : next);
      } else if (Interpreters.takesValue(interpreter, word)) {
        i++;
      } else if (!word.startsWith("-")) {
        Optional<Path> file = file(word);
        if (file.isPresent()) {
          return new Program.Own(file.get());
        }
        if (!classPath.isEmpty() && !word.startsWith("@")) {
          break; // the main class, in no directory; the next words are the program's own
        }
        if (missing instanceof Program.Unknown && isWrittenAsFile(word)) {
          missing = new Program.Missing(directory.resolve(word).normalize());
        }
      }
    }
    return classPath.isEmpty() ? missing : ofClassPath();
  }

  /// The program's file of this name: as it is, or as Node or Python complete it, or the class file
  /// of a main class.
  private Optional<Path> file(String word) {
    List<String> endings =
        switch (interpreter) {
          case "node", "nodejs", "tsx", "nodemon" -> List.of("", ".js", "/index.js");
          case "python", "pythonw", "pypy" -> List.of("", "/__main__.py");
          default -> List.of("");
        };
    for (String ending : endings) {
      Path file = directory.resolve(word + ending);
      // Data for a script is neither executable nor named like a program.
      if (Files.isRegularFile(file) && (hasEnding(file.toString()) || Files.isExecutable(file))) {
        return Optional.of(file);
      }
    }
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path file = directory.resolve(entry).resolve(word.replace('.', '/') + ".class");
      if (!entry.isEmpty() && Files.isRegularFile(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /// Whether a word can only mean a file that a build should make.
  private boolean isWrittenAsFile(String word) {
    boolean path = word.startsWith("./") || word.startsWith("../") || word.startsWith("/");
    return (path || hasEnding(word))
        && word.indexOf(' ') < 0
        && word.indexOf(':') < 2 // a drive's colon is the second character
        && !Files.exists(directory.resolve(word));
  }

  private static boolean hasEnding(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 && ENDINGS.contains(name.substring(dot).toLowerCase(Locale.ROOT));
  }

  /// The file that Python runs for `-m`. A package that has none cannot be run: its `__main__.py`
  /// is missing. Another directory of that name says nothing.
  private Program module(String module) {
    String path = module.replace('.', '/');
    List<String> roots = List.of(path, "src/" + path);
    Optional<Path> file =
        roots.stream()
            .flatMap(root -> Stream.of(root + "/__main__.py", root + ".py"))
            .map(directory::resolve)
            .filter(Files::isRegularFile)
            .findFirst();
    Optional<Path> gone =
        roots.stream()
            .map(directory::resolve)
            .filter(root -> Files.isRegularFile(root.resolve("__init__.py")))
            .map(root -> root.resolve("__main__.py"))
            .findFirst();
    return file.<Program>map(Program.Own::new)
        .or(() -> gone.map(Program.Missing::new))
        .orElseGet(Program.Unknown::new);
  }

  /// The first jar of the class path: the main class was in no directory of it.
  private Program ofClassPath() {
    List<String> entries = List.of(classPath.split(File.pathSeparator, -1));
    Path first = directory.resolve(entries.getFirst());
    boolean unknown = Files.exists(first) || entries.getFirst().endsWith("*");
    return entries.stream()
        .filter(entry -> entry.endsWith(".jar"))
        .map(directory::resolve)
        .filter(Files::exists)
        .findFirst()
        .<Program>map(Program.Own::new)
        .orElse(unknown ? new Program.Unknown() : new Program.Missing(first));
  }
}
