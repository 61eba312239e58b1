package dev.pitstop.process;

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
final class ProgramFile {
  /// How deep commands may stand in commands: `env npx tsx x.ts`.
  private static final int DEPTH = 4;

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
    String name = Interpreters.baseName(command.program());
    List<String> arguments = command.argv().subList(1, command.argv().size());
    Path directory = command.directory().toAbsolutePath();
    try {
      if (name.equals("java")) {
        inner = JavaProgram.of(arguments, directory);
      } else if (name.equals("python") || name.equals("pypy")) {
        inner = PythonProgram.of(arguments, directory);
      } else if (Interpreters.runsScripts(name)) {
        inner = Script.firstOf(Interpreters.family(name), arguments, directory);
      } else if (Interpreters.runsCommands(name) && depth > 0) {
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
    return Interpreters.has(Interpreters.baseName(program));
  }

  /// `npx -y tsx x.ts`, `env A=1 python x.py`: a script, something installed in the project, or one
  /// more command.
  private Optional<Path> ofRunner(Command command, int depth) {
    List<String> arguments = command.argv();
    String name = Interpreters.baseName(command.program());
    Set<String> withValue = Interpreters.optionsWithValue(name);
    Map<String, String> env = new HashMap<>(command.env());
    int i = 1;
    while (i < arguments.size()) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      if (withValue.contains(argument)) {
        i += 2;
      } else if (argument.startsWith("-") || Interpreters.isSubcommand(argument)) {
        i++;
      } else if (equals > 0 && name.equals("env")) {
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
    Path directory = command.directory().toAbsolutePath();
    Optional<Path> script = Script.named(word, directory);
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
}
