package dev.pitstop.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts the process that a builder describes, for [OsSpawner] and [Guardian].
@FunctionalInterface
interface Starter {
  /// The one of this process: two would not know of each other's starts.
  Starter CAREFUL = new Careful();

  /// @throws IOException if the system refuses; the message says why, by [#refusal] if that is
  ///   known
  /// @throws OutOfMemoryError if the JDK has no thread left; the process may run then, without a
  ///   handle to it, until it sees the end of its stdin
  Process start(ProcessBuilder builder) throws IOException;

  /// The process of a command, with its environment and no other variable.
  ///
  /// @param argv the words of the command, its program as it is to be started
  /// @param environment what it inherits; the command adds its own
  /// @param setsid the program that gives it a session of its own, if there is one
  static ProcessBuilder builder(
      List<String> argv, Command command, Map<String, String> environment, Optional<Path> setsid) {
    List<String> words = new ArrayList<>(argv);
    setsid.ifPresent(file -> words.addFirst(file.toString()));
    ProcessBuilder builder = new ProcessBuilder(words).directory(command.directory().toFile());
    Surroundings.give(environment, builder.environment());
    builder.environment().putAll(command.env());
    return builder;
  }

  /// What the system said: `Argument list too long (error 7)`. Other messages stay as they are.
  ///
  /// @param message as the JDK has it: `Cannot run program "x" (in directory "y"): Exec failed,
  ///   error: 7 (Argument list too long)`; `error=11, Try again`
  static String refusal(String message) {
    return message
        .strip()
        .replaceFirst("(?s)^Cannot run program .*\"\\)?: ", "")
        .replaceFirst("(?s)^Exec failed, error: (\\d+) \\((.*)\\)$", "$2 (error $1)")
        .replaceFirst("(?s)^error=(\\d+), (.*)$", "$2 (error $1)");
  }

  /// Starts one process at a time, and only with enough free descriptors. With too few, the JDK
  /// closes descriptors that it did not open, such as 0, the client.
  final class Careful implements Starter {
    /// A start needs five pipes, and other threads open some at the same time.
    static final int DESCRIPTORS = 16;

    private static final File ALWAYS_THERE = new File("/dev/null");

    @Override
    public synchronized Process start(ProcessBuilder builder) throws IOException {
      if (ALWAYS_THERE.exists()) { // elsewhere there is no such small limit
        lookForRoom();
      }
      try {
        return builder.start();
      } catch (IOException refused) {
        throw new IOException(refusal(String.valueOf(refused.getMessage())), refused);
      }
    }

    /// Opens as many descriptors as a start needs, and closes them again.
    private static void lookForRoom() throws IOException {
      List<FileInputStream> room = new ArrayList<>(DESCRIPTORS);
      try {
        while (room.size() < DESCRIPTORS) {
          room.add(new FileInputStream(ALWAYS_THERE));
        }
      } catch (FileNotFoundException noMore) {
        throw new IOException(
            "it needs "
                + DESCRIPTORS
                + " free file descriptors, and Pitstop has "
                + room.size()
                + "; raise the limit (ulimit -n) for the program that starts Pitstop",
            noMore);
      } finally {
        for (FileInputStream stream : room) {
          stream.close();
        }
      }
    }
  }
}
