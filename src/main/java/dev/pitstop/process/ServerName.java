package dev.pitstop.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The name of a server that was given none, from its command: `node dist/weather.js` and `npx
/// -y @org/weather@1.2` are `weather`. Where the words say nothing, as in `npm start` or `node
/// dist/index.js`, a directory above does. The file system is not asked.
public final class ServerName {
  /// Names of files, packages and tasks that could be anybody's.
  private static final Set<String> SAY_NOTHING =
      Set.of(
          "",
          "index",
          "main",
          "start",
          "run",
          "dev",
          "dist",
          "cli",
          "app",
          "bin",
          "lib",
          "src",
          "build",
          "out",
          "__main__",
          "mod");

  /// Directories that are in every project.
  private static final Set<String> COMMON_DIRECTORIES =
      Set.of("dist", "build", "out", "bin", "lib", "src", "target", "release", "debug");

  private ServerName() {}

  /// Never empty; `server` if nothing says more.
  public static String of(Command command) {
    List<String> argv = command.argv();
    List<String> directory = names(command.directory().toAbsolutePath().toString(), List.of());
    while (Launch.of(argv) instanceof Launch.Inner inner) {
      switch (inner.kind()) {
        case COMMAND, PROJECT -> argv = inner.argv(); // shorter each time
        case TASK_OR_PACKAGE -> {
          return ofTask(inner.argv().getFirst(), directory);
        }
        case PACKAGE, LOCAL_PACKAGE -> {
          return ofPackage(inner.argv().getFirst(), directory);
        }
      }
    }
    if (Launch.of(argv) instanceof Launch.Task task) {
      return ofTask(task.name(), directory);
    }
    return ofProgram(argv, directory);
  }

  private static String ofProgram(List<String> argv, List<String> directory) {
    String name = Interpreters.baseName(argv.getFirst());
    boolean java = name.equals("java") || name.equals("javaw");
    Optional<Integer> operand =
        java || Interpreters.runsScripts(name) ? operand(argv, name, java) : Optional.empty();
    if (operand.isEmpty()) {
      return ofFile(argv.getFirst(), directory); // `sh -c …` is `sh`
    }
    String word = argv.get(operand.get());
    if (LaunchOptions.family(name).equals("python")) {
      if (word.startsWith("-m")) {
        return ofModule(word.substring(2), directory);
      }
      if (argv.get(operand.get() - 1).equals("-m")) {
        return ofModule(word, directory);
      }
    }
    if (java && isClass(word)) {
      return word.substring(word.lastIndexOf('.') + 1);
    }
    boolean fetched = LaunchOptions.family(name).equals("node") && word.indexOf(':') > 1; // `npm:x`
    return fetched ? ofPackage(word, directory) : ofFile(word, directory);
  }

  /// The place of the word that says what an interpreter runs; empty for code.
  private static Optional<Integer> operand(List<String> argv, String name, boolean java) {
    String family = LaunchOptions.family(name);
    Set<String> withValue = LaunchOptions.withValue(family);
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      if (LaunchOptions.isCode(family, word)) {
        return Optional.empty();
      }
      boolean module = family.equals("python") && word.startsWith("-m") && word.length() > 2;
      boolean option = word.isEmpty() || word.startsWith("-") || (java && word.startsWith("@"));
      boolean verb = Interpreters.takesSubcommand(name) && Interpreters.isSubcommand(word);
      if (withValue.contains(word) || (java && JavaProgram.takesValue(word))) {
        i++;
      } else if (module || (!option && !verb)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /// Whether what `java` is to run is a main class, such as `com.acme.Main`, and no file.
  private static boolean isClass(String word) {
    return word.indexOf('/') < 0
        && word.indexOf('\\') < 0
        && !word.endsWith(".jar")
        && !word.endsWith(".java");
  }

  /// `weather` for `weather.server` and for `src.weather`.
  private static String ofModule(String module, List<String> directory) {
    for (String part : module.split("\\.", -1)) {
      if (!SAY_NOTHING.contains(part)) {
        return part;
      }
    }
    return ofDirectory(directory, directory);
  }

  /// `mcp` for `npm run mcp:stdio`; the directory for `npm run start:stdio`.
  private static String ofTask(String task, List<String> directory) {
    int colon = task.indexOf(':');
    String name = colon < 0 ? task : task.substring(0, colon);
    boolean says =
        !SAY_NOTHING.contains(name) && !Interpreters.isSubcommand(name) && !name.equals("test");
    return says ? ofFile(name, directory) : ofDirectory(directory, directory);
  }

  private static String ofPackage(String word, List<String> directory) {
    if (PackageName.isPath(word)) {
      return ofFile(word, directory);
    }
    String name = PackageName.simple(word);
    if (!SAY_NOTHING.contains(name)) {
      return name;
    }
    String scope = PackageName.scope(word); // `@org/cli`
    return scope.isEmpty() ? ofDirectory(directory, directory) : scope;
  }

  /// The file's name without its ending, or the nearest directory above that says something.
  private static String ofFile(String path, List<String> directory) {
    List<String> names = names(path, directory);
    char last = path.charAt(path.length() - 1);
    if (last == '/' || last == '\\' || path.equals(".") || isAbove(path)) {
      return ofDirectory(names, directory);
    }
    if (names.isEmpty()) {
      return ofDirectory(directory, directory);
    }
    String file = names.getLast();
    int dot = file.lastIndexOf('.');
    String name = dot > 0 ? file.substring(0, dot) : file;
    return SAY_NOTHING.contains(name)
        ? ofDirectory(names.subList(0, names.size() - 1), directory)
        : name;
  }

  private static boolean isAbove(String path) {
    return path.equals("..") || path.endsWith("/..") || path.endsWith("\\..");
  }

  /// The last of these names that says something, else of the working directory's.
  private static String ofDirectory(List<String> names, List<String> directory) {
    for (int i = names.size() - 1; i >= 0; i--) {
      if (!COMMON_DIRECTORIES.contains(names.get(i))) {
        return names.get(i);
      }
    }
    return names.equals(directory) ? "server" : ofDirectory(directory, directory);
  }

  /// The names on the way from the root, by either separator: the path is looked at, not used.
  private static List<String> names(String path, List<String> directory) {
    String way = path.replace('\\', '/');
    boolean absolute = way.startsWith("/") || (way.length() > 1 && way.charAt(1) == ':');
    List<String> names = absolute ? new ArrayList<>() : new ArrayList<>(directory);
    int start = absolute && !way.startsWith("/") ? 2 : 0; // behind a drive
    for (String name : way.substring(start).split("/", -1)) {
      if (name.equals("..")) {
        if (!names.isEmpty()) {
          names.removeLast();
        }
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return names;
  }
}
