package dev.pitstop.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a session is given by the process that its client started, so that a test can give it
/// something else.
///
/// @param environment the variables as the client gave them; every server and build gets them
/// @param directory the working directory, absolute: relative paths of the user start here
/// @param err stderr, for sentences
/// @param log stderr once more, for the log: without the lock of `err`, which a reader that does
///   not read would make everybody wait for
/// @param launcher the path by which Pitstop was called; empty if it is unknown
/// @param terminal whether a person sits at stdin
public record Surroundings(
    Map<String, String> environment,
    Path directory,
    PrintStream err,
    OutputStream log,
    String launcher,
    boolean terminal) {
  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /// What this process itself was given.
  public static Surroundings ofThisProcess() {
    return new Surroundings(
        GivenEnvironment.all(),
        Path.of("").toAbsolutePath(),
        System.err,
        new FileOutputStream(FileDescriptor.err),
        System.getProperty("pitstop.launcher", ""),
        Boolean.getBoolean("pitstop.terminal"));
  }

  /// Surroundings without a person.
  ///
  /// @param directory absolute
  /// @param err for sentences and for the log
  public static Surroundings of(Map<String, String> environment, Path directory, PrintStream err) {
    return new Surroundings(environment, directory, err, err, "", false);
  }

  /// The value of a variable.
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name));
  }

  /// Gives a child this environment and no other variable. What the JVM has in common with it is
  /// left alone, since the JVM may have read a value that its locale cannot write again.
  ///
  /// @param own the environment of a [ProcessBuilder]: at first that of the JVM
  static void give(Map<String, String> environment, Map<String, String> own) {
    own.keySet().retainAll(environment.keySet());
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (!variable.getValue().equals(own.get(variable.getKey()))) {
        own.put(variable.getKey(), variable.getValue());
      }
    }
  }
}
