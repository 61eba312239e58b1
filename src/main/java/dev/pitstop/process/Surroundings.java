package dev.pitstop.process;

import dev.pitstop.memory.Share;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a session has of the process that its client started. All of it is handed down: a session
/// asks neither the JVM nor the system for any of it, because the JVM may be another process than
/// the one that the client started.
///
/// @param environment the variables as the client gave them; every server and build gets them
/// @param directory the working directory, absolute: relative paths of the user start here
/// @param err stderr, for sentences
/// @param log stderr once more, for the log: without the lock of `err`, which a reader that does
///   not read would make everybody wait for
/// @param process the one that the client started: its number names the session
/// @param launcher the path by which Pitstop was called; empty if it is unknown
/// @param terminal whether a person sits at stdin
/// @param console whether a person sits at both ends
/// @param handed the server that was started before, if there is one
/// @param hand starts the session's processes, if that is another process than this JVM
/// @param memory what the session may keep in the heap
/// @param commons what it has in common with the other sessions of its engine, if it is in one
public record Surroundings(
    Map<String, String> environment,
    Path directory,
    PrintStream err,
    OutputStream log,
    ProcessHandle process,
    String launcher,
    boolean terminal,
    boolean console,
    Optional<Handed> handed,
    Optional<Hand> hand,
    Share memory,
    Optional<Commons> commons) {
  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /// What this JVM itself was given. The server that was started before is given once: a second
  /// call finds none.
  public static Surroundings ofThisProcess() {
    Path directory = Path.of("").toAbsolutePath();
    return new Surroundings(
        GivenEnvironment.all(),
        directory,
        System.err,
        new FileOutputStream(FileDescriptor.err),
        ProcessHandle.current(),
        System.getProperty("pitstop.launcher", ""),
        Boolean.getBoolean("pitstop.terminal"),
        Boolean.getBoolean("pitstop.console"),
        Handed.toThisJvm(directory),
        Optional.empty(),
        Share.whole(),
        Optional.empty());
  }

  /// Surroundings without a person, in which nothing was started before.
  ///
  /// @param directory absolute
  /// @param err for sentences and for the log
  public static Surroundings of(Map<String, String> environment, Path directory, PrintStream err) {
    return new Surroundings(
        environment,
        directory,
        err,
        err,
        ProcessHandle.current(),
        "",
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Share.whole(),
        Optional.empty());
  }

  /// The same with another stderr.
  public Surroundings saying(PrintStream other) {
    return new Surroundings(
        environment,
        directory,
        other,
        log,
        process,
        launcher,
        terminal,
        console,
        handed,
        hand,
        memory,
        commons);
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
