package dev.pitstop.process;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Starts the process that a builder describes, for [OsSpawner] and [Guardian].
@FunctionalInterface
interface Starter {
  String EXEC_FAILED = "Exec failed, error: ";
  String FORK_FAILED = "error=";

  /// @throws IOException if the system refuses; the message says why, by [#refusal] if that is
  ///   known
  /// @throws OutOfMemoryError if the JDK has no thread left; the process may run then, without a
  ///   handle to it, until it sees the end of its stdin
  Process start(ProcessBuilder builder) throws IOException;

  /// What the system said: `Argument list too long (error 7)`. Other messages stay as they are.
  ///
  /// @param message as the JDK has it: `Cannot run program "x" (in directory "y"): Exec failed,
  ///   error: 7 (Argument list too long)`; `error=11, Try again`
  static String refusal(String message) {
    String said = message.strip();
    if (said.startsWith("Cannot run program ")) {
      int end = Math.max(said.lastIndexOf("\"): "), said.lastIndexOf("\": "));
      said = end < 0 ? said : said.substring(said.indexOf(' ', end) + 1);
    }
    int text = said.indexOf(" (");
    if (said.startsWith(EXEC_FAILED) && text >= 0 && said.endsWith(")")) {
      return refusal(
          said.substring(EXEC_FAILED.length(), text), said.substring(text + 2, said.length() - 1));
    }
    int comma = said.indexOf(", ");
    if (said.startsWith(FORK_FAILED) && comma >= 0) {
      return refusal(said.substring(FORK_FAILED.length(), comma), said.substring(comma + 2));
    }
    return said;
  }

  private static String refusal(String number, String text) {
    return text + " (error " + number + ")";
  }

  /// Starts one process at a time, and only with enough free descriptors. With too few, the JDK
  /// closes descriptors that it did not open, such as 0, the client.
  final class Careful implements Starter {
    /// A start needs five pipes, and other threads open some at the same time.
    static final int DESCRIPTORS = 16;

    private static final Path ALWAYS_THERE = Path.of("/dev/null");

    private final Platform platform;

    Careful(Platform platform) {
      this.platform = platform;
    }

    @Override
    public synchronized Process start(ProcessBuilder builder) throws IOException {
      lookForRoom();
      try {
        return builder.start();
      } catch (IOException refused) {
        throw new IOException(refusal(String.valueOf(refused.getMessage())), refused);
      }
    }

    /// Opens as many descriptors as a start needs, and closes them again.
    private void lookForRoom() throws IOException {
      if (platform == Platform.WINDOWS || !Files.exists(ALWAYS_THERE)) {
        return; // no such small limit, or no way to test it
      }
      List<FileInputStream> room = new ArrayList<>(DESCRIPTORS);
      try {
        while (room.size() < DESCRIPTORS) {
          room.add(new FileInputStream(ALWAYS_THERE.toString()));
        }
      } catch (FileNotFoundException noMore) {
        close(room);
        Optional<String> limit = platform.descriptorLimit();
        throw new IOException(
            "it needs "
                + DESCRIPTORS
                + " free file descriptors, and Pitstop has "
                + room.size()
                + (limit.isPresent() ? " (the limit is " + limit.get() + ")" : "")
                + "; raise the limit (ulimit -n) for the program that starts Pitstop",
            noMore);
      }
      close(room);
    }

    private static void close(List<FileInputStream> streams) throws IOException {
      for (FileInputStream stream : streams) {
        stream.close();
      }
    }
  }
}
