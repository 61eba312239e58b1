package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which file a command really runs (A7): for an interpreter its script or jar, for anything else
/// the executable. Looks at the file system; for any thread.
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
    Path directory = command.directory().toAbsolutePath();
    try {
      Launch launch = Launch.of(command.argv());
      Program program = new Program.Unknown();
      if (launch instanceof Launch.Inner inner && depth > 0) {
        program = inside(inner, command, depth);
      } else if (launch instanceof Launch.Itself) {
        Optional<Path> script = script(command, directory);
        program = script.isPresent() ? seen(script.get()) : program;
      }
      return program instanceof Program.Unknown ? executable(command, directory) : program;
    } catch (InvalidPathException noFileName) {
      return new Program.Unknown(); // an argument that cannot be a file name is not the file
    }
  }

  private static Optional<Path> script(Command command, Path directory) {
    String name = Interpreters.baseName(command.program());
    List<String> arguments = command.argv().subList(1, command.argv().size());
    if (name.equals("java") || name.equals("javaw")) {
      return JavaProgram.of(arguments, directory);
    }
    String family = LaunchOptions.family(name);
    if (family.equals("python")) {
      return PythonProgram.of(arguments, directory);
    }
    return Interpreters.runsScripts(name)
        ? Script.firstOf(family, arguments, directory)
        : Optional.empty();
  }

  private static Program seen(Path file) {
    return Files.exists(file) ? new Program.Own(file) : new Program.Missing(file);
  }

  /// The executable itself, if it can be the server's own. An interpreter or build tool that the
  /// command names in the server's directory is, unless it is a link to the system's; one that was
  /// found on `PATH` is not, even if the server's directory is the user's home.
  private Program executable(Command command, Path directory) {
    Optional<Path> found = executables.find(command);
    if (found.isEmpty()) {
      return Platform.current().isPath(command.program())
          ? new Program.Missing(directory.resolve(command.program()).normalize())
          : new Program.Unknown();
    }
    boolean ours = !isInterpreter(command.program()) && !isInterpreter(found.get().toString());
    boolean named = Platform.current().isPath(command.program());
    return ours || (named && isInside(found.get(), directory))
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

  /// Whether programs of this name run scripts or other programs, so that a process of it says
  /// nothing about whose it is (A6).
  static boolean isInterpreter(String program) {
    return Interpreters.has(Interpreters.baseName(program));
  }

  /// What stands behind a runner or wrapper: a script, something installed in the project, or one
  /// more command.
  private Program inside(Launch.Inner inner, Command outer, int depth) {
    String word = inner.argv().getFirst();
    Path directory = outer.directory().toAbsolutePath();
    if (inner.kind() == Launch.Kind.PROJECT) {
      Optional<Path> script = Script.existing(word, directory);
      if (script.isPresent()) {
        return new Program.Own(script.get());
      }
    }
    for (String place : places(inner.kind())) {
      Path local = directory.resolve(place + word);
      if (word.indexOf('/') < 0 && Files.isRegularFile(local)) {
        return new Program.Own(local);
      }
    }
    return switch (inner.kind()) {
      case COMMAND, PROJECT -> {
        Map<String, String> env = new HashMap<>(outer.env());
        env.putAll(inner.env());
        yield find(new Command(inner.argv(), env, directory), depth - 1);
      }
      case LOCAL_PACKAGE, PACKAGE -> packaged(word, directory);
      case TASK_OR_PACKAGE -> new Program.Unknown();
    };
  }

  /// Where executables of the project's packages lie.
  private static List<String> places(Launch.Kind kind) {
    return switch (kind) {
      case PROJECT -> List.of("node_modules/.bin/", ".venv/bin/");
      case TASK_OR_PACKAGE, LOCAL_PACKAGE -> List.of("node_modules/.bin/");
      case COMMAND, PACKAGE -> List.of();
    };
  }

  /// What a package runner is given: a file if it is written as one. A name is no path.
  private static Program packaged(String word, Path directory) {
    if (!PackageName.isPath(word)) {
      return new Program.Unknown();
    }
    Path named = directory.resolve(word).normalize();
    if (Files.isRegularFile(named)) {
      return new Program.Own(named);
    }
    // which file of a directory runs, its own description says
    return Files.exists(named) ? new Program.Unknown() : new Program.Missing(named);
  }
}
