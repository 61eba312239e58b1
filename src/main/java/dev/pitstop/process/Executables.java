package dev.pitstop.process;

import dev.pitstop.process.SpawnException.Reason;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the file that a command runs, by the rules of `execvp`, before anything is spawned: behind
/// `setsid`, "not found" would come back as a mere exit code 127. Reads the file system.
/// Thread-safe.
public final class Executables {
  private static final int SHEBANG_LIMIT = 256;

  private final Platform platform;
  private final Map<String, String> inherited;

  Executables(Platform platform, Map<String, String> inherited) {
    this.platform = platform;
    this.inherited = inherited;
  }

  /// Looks on this system.
  ///
  /// @param environment with the `PATH` that commands inherit
  public static Executables in(Map<String, String> environment) {
    return new Executables(Platform.current(), environment);
  }

  /// Whether the program is given by its path and needs no look-up.
  public boolean isPath(String program) {
    return platform.isPath(program);
  }

  /// The executable's absolute path.
  ///
  /// @throws SpawnException naming what is missing, and what to do
  Path resolve(Command command) throws SpawnException {
    if (platform != Platform.WINDOWS) {
      checkLetters(command, System.getProperty("sun.jnu.encoding", "UTF-8"));
    }
    Path directory = directoryOf(command);
    String program = command.program();
    Path file;
    try {
      file = platform.isPath(program) ? byPath(command, directory) : byName(command, directory);
    } catch (InvalidPathException invalid) {
      throw new SpawnException(
          Reason.NOT_FOUND, command, "\"" + program + "\" is not a valid file name.", invalid);
    }
    checkInterpreter(command, directory, file);
    return file;
  }

  /// Like [#resolve]; empty if there is nothing to run.
  public Optional<Path> find(Command command) {
    try {
      return Optional.of(resolve(command));
    } catch (SpawnException nothingToRun) {
      return Optional.empty(); // spawning it reports the reason; here the answer is "no file"
    }
  }

  /// Whether the file exists, even if something keeps it from being executed.
  public boolean isThere(Command command) {
    try {
      resolve(command);
      return true;
    } catch (SpawnException nothingToRun) {
      return nothingToRun.reason() != Reason.NOT_FOUND;
    }
  }

  /// Rejects words and directories that the JVM cannot pass on. If its encoding is not UTF-8, it
  /// writes `?` for characters that the encoding lacks.
  ///
  /// @param encoding the JVM's encoding for the words of processes
  static void checkLetters(Command command, String encoding) throws SpawnException {
    if (encoding.equalsIgnoreCase("UTF-8") || !Charset.isSupported(encoding)) {
      return;
    }
    CharsetEncoder letters = Charset.forName(encoding).newEncoder();
    for (String word : command.argv()) {
      if (!letters.canEncode(word)) {
        throw unspeakable(command, "it contains characters", encoding);
      }
    }
    if (!letters.canEncode(command.directory().toString())) {
      throw unspeakable(command, "its working directory contains characters", encoding);
    }
  }

  /// The error for letters that the JVM cannot pass on. The launcher handles the usual case, no
  /// locale at all. So the locale has another encoding, the machine has no `C.UTF-8`, or the JVM
  /// was started without the launcher.
  private static SpawnException unspeakable(Command command, String what, String encoding) {
    return new SpawnException(
        Reason.OTHER,
        command,
        what + " that Pitstop's locale (" + encoding + ") cannot encode.",
        "Set LC_ALL, where the client starts Pitstop, to a UTF-8 locale that"
            + " `locale -a` lists, such as C.UTF-8.");
  }

  private static Path directoryOf(Command command) throws SpawnException {
    Path directory = command.directory();
    if (!Files.isDirectory(directory)) {
      throw new SpawnException(
          Reason.BAD_DIRECTORY,
          command,
          "the working directory "
              + directory
              + (Files.exists(directory) ? " is not a directory." : " does not exist."),
          "Create it, or correct the configured directory.");
    }
    return directory;
  }

  private Path byPath(Command command, Path directory) throws SpawnException {
    String program = command.program();
    Path missing = directory.resolve(program);
    for (String suffix : platform.suffixes(program, inherited)) {
      Path candidate = directory.resolve(program + suffix);
      if (Files.exists(candidate)) {
        checkExecutable(command, candidate);
        return candidate;
      }
    }
    throw new SpawnException(
        Reason.NOT_FOUND,
        command,
        missing + " does not exist.",
        withArguments(command)
            .orElse(
                "Build it first, or correct the path (it is relative to the working"
                    + " directory)."));
  }

  private Path byName(Command command, Path directory) throws SpawnException {
    String program = command.program();
    Map<String, String> environment = new HashMap<>(inherited);
    environment.putAll(command.env());
    Optional<Path> notExecutable = Optional.empty();
    for (Path entry : platform.candidates(program, environment)) {
      Path candidate = directory.resolve(entry);
      if (Files.isRegularFile(candidate)) {
        if (Files.isExecutable(candidate)) {
          return candidate;
        }
        notExecutable = notExecutable.isPresent() ? notExecutable : Optional.of(candidate);
      }
    }
    if (notExecutable.isPresent()) {
      checkExecutable(command, notExecutable.get());
    }
    boolean lyingHere = Files.isRegularFile(directory.resolve(program));
    throw new SpawnException(
        Reason.NOT_FOUND,
        command,
        "\"" + program + "\" is not on the PATH.",
        lyingHere
            ? "The working directory has one: use ./" + program + "."
            : withArguments(command)
                .orElse("Install it, give its full path, or set PATH in the server's env."));
  }

  /// The program that was meant, if program and arguments were given in one word, as for a shell.
  private Optional<String> withArguments(Command command) {
    List<List<String>> commands = ShellLine.commands(command.program());
    List<String> words = commands.size() == 1 ? commands.getFirst() : List.of();
    if (words.size() < 2) {
      return Optional.empty();
    }
    String program = words.getFirst();
    if (platform.isPath(program) && !Files.exists(command.directory().resolve(program))) {
      return Optional.empty(); // a file or directory with a blank in its name
    }
    List<String> args = new ArrayList<>(words.subList(1, words.size()));
    args.addAll(command.argv().subList(1, command.argv().size()));
    args.replaceAll(arg -> "\"" + arg.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    String shown = String.join(", ", args);
    return Optional.of("Did you mean the program `" + program + "` with `args: [" + shown + "]`?");
  }

  private static void checkExecutable(Command command, Path file) throws SpawnException {
    if (Files.isDirectory(file)) {
      throw new SpawnException(
          Reason.NOT_EXECUTABLE, command, file + " is a directory, not a program.", "");
    }
    if (!Files.isExecutable(file)) {
      throw new SpawnException(
          Reason.NOT_EXECUTABLE,
          command,
          file + " is not executable.",
          "Run `chmod +x` on it, or start it with its interpreter.");
    }
  }

  /// The kernel answers "no such file" for a script whose interpreter is missing, and people then
  /// look for the script.
  private void checkInterpreter(Command command, Path directory, Path file) throws SpawnException {
    if (platform == Platform.WINDOWS) {
      return;
    }
    String line = firstLine(file);
    String rest = line.startsWith("#!") ? line.substring(2).stripLeading() : "";
    int blank = rest.replace('\t', ' ').indexOf(' ');
    String interpreter = blank < 0 ? rest : rest.substring(0, blank);
    if (!interpreter.isEmpty() && !Files.exists(directory.resolve(interpreter))) {
      boolean windowsLine = interpreter.endsWith("\r");
      throw new SpawnException(
          Reason.NOT_EXECUTABLE,
          command,
          file
              + " asks for the interpreter "
              + interpreter.strip()
              + (windowsLine ? " followed by a carriage return." : ", which does not exist."),
          windowsLine
              ? "Save the file with LF line endings."
              : "Install it, or correct the first line of the script.");
    }
  }

  /// The first line without its end; empty if it is too long to judge here: the kernel decides.
  private static String firstLine(Path file) {
    try (FileInputStream in = new FileInputStream(file.toFile())) { // a channel costs 2 ms once
      String head = new String(in.readNBytes(SHEBANG_LIMIT), StandardCharsets.UTF_8);
      return head.substring(0, Math.max(0, head.indexOf('\n')));
    } catch (IOException unreadable) {
      return ""; // an executable file need not be readable
    }
  }
}
