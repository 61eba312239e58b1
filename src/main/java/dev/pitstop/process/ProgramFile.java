package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which file a command really runs (A7): for an interpreter its script, jar or package, for
/// anything else the executable. Looks at the file system; for any thread.
public final class ProgramFile {
  /// How deep commands may stand in commands: `env npx tsx x.ts`.
  private static final int DEPTH = 4;

  private final Executables executables;

  ProgramFile(Executables executables) {
    this.executables = executables;
  }

  /// What this command runs on this system.
  public static Program of(Command command) {
    Executables executables = new Executables(Platform.current(), System.getenv());
    return new ProgramFile(executables).find(command, DEPTH);
  }

  private Program find(Command command, int depth) {
    String name = Interpreters.baseName(command.program());
    List<String> arguments = command.argv().subList(1, command.argv().size());
    Path directory = command.directory().toAbsolutePath();
    Optional<Path> named = Optional.empty();
    try {
      if (name.equals("java") || name.equals("javaw")) {
        named = JavaProgram.of(arguments, directory);
      } else if (name.equals("python") || name.equals("pypy")) {
        named = PythonProgram.of(arguments, directory);
      } else if (Interpreters.runsScripts(name)) {
        named = Script.firstOf(Interpreters.family(name), arguments, directory);
      } else if (Interpreters.runsCommands(name) && depth > 0) {
        Program inner = ofRunner(command, depth);
        return inner instanceof Program.Unknown ? executable(command, directory) : inner;
      }
      return named.isPresent() ? seen(named.get()) : executable(command, directory);
    } catch (InvalidPathException noFileName) {
      return new Program.Unknown(); // an argument that cannot be a file name is not the file
    }
  }

  private static Program seen(Path file) {
    return Files.exists(file) ? new Program.Own(file) : new Program.Missing(file);
  }

  /// The executable itself, if it can be the server's own. An interpreter in the server's directory
  /// is, unless it is a link to the system's.
  private Program executable(Command command, Path directory) {
    Optional<Path> found = executables.find(command);
    if (found.isEmpty()) {
      return Platform.current().isPath(command.program())
          ? new Program.Missing(directory.resolve(command.program()).normalize())
          : new Program.Unknown();
    }
    boolean ours = !isInterpreter(command.program()) && !isInterpreter(found.get().toString());
    return ours || isInside(found.get(), directory)
        ? new Program.Own(found.get())
        : new Program.Unknown();
  }

  private static boolean isInside(Path file, Path directory) {
    try {
      return file.toRealPath().startsWith(directory.toRealPath());
    } catch (IOException gone) {
      return false; // what is gone meanwhile is nobody's
    }
  }

  /// Whether programs of this name run scripts, so that a process of it says nothing about whose it
  /// is (A6).
  static boolean isInterpreter(String program) {
    return Interpreters.has(Interpreters.baseName(program));
  }

  /// `npx -y tsx x.ts`, `env A=1 python x.py`, `timeout 9 ./x`: a script, something installed in
  /// the project, or one more command.
  private Program ofRunner(Command command, int depth) {
    List<String> arguments = command.argv();
    String name = Interpreters.baseName(command.program());
    Set<String> withValue = Interpreters.optionsWithValue(name);
    Map<String, String> env = new HashMap<>(command.env());
    int operands = Interpreters.operandsInFront(name);
    int i = 1;
    while (i < arguments.size()) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      if (withValue.contains(argument)) {
        i += 2;
      } else if (argument.startsWith("-") || Interpreters.isSubcommand(argument)) {
        i++;
      } else if (equals > 0 && Interpreters.takesVariables(name)) {
        env.put(argument.substring(0, equals), argument.substring(equals + 1));
        i++;
      } else if (operands > 0) {
        operands--;
        i++;
      } else {
        break;
      }
    }
    if (i >= arguments.size() || arguments.get(i).isEmpty()) {
      return new Program.Unknown();
    }
    String word = arguments.get(i);
    Path directory = command.directory().toAbsolutePath();
    Optional<Path> script = Script.existing(word, directory);
    if (script.isPresent()) {
      return new Program.Own(script.get());
    }
    for (String place : List.of("node_modules/.bin/", ".venv/bin/")) {
      Path local = directory.resolve(place + word);
      if (Files.isRegularFile(local) && !isInterpreter(word)) {
        return new Program.Own(local);
      }
    }
    List<String> rest = arguments.subList(i, arguments.size());
    return find(new Command(rest, env, command.directory()), depth - 1);
  }
}
