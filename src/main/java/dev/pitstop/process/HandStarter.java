package dev.pitstop.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts processes by a [Hand], which gives each a session of its own and ends them with itself.
record HandStarter(Hand hand, Platform platform) implements Starter {
  /// More than a system takes as words and variables of a process (6 MiB on Linux), and less than
  /// the longest message to a front, however many bytes each character has.
  private static final long MOST_CHARS = 16L << 20;

  @Override
  public Process start(ProcessBuilder builder) throws IOException {
    List<String> argv = new ArrayList<>(builder.command());
    refuse(argv, builder.environment());
    if (!platform.isPath(argv.getFirst())) {
      Optional<Path> file = platform.onPath(argv.getFirst(), builder.environment());
      if (file.isEmpty()) {
        throw new IOException(argv.getFirst() + " is not on the PATH");
      }
      argv.set(0, file.get().toString());
    }
    Hand.Started started = started(argv, builder);
    HandedProcess process = new HandedProcess(started);
    if (started.pipes().length == 0) { // one that outlives Pitstop: nobody waits for it otherwise
      Thread.ofPlatform()
          .daemon()
          .name("pitstop-detached-" + started.pid())
          .start(process::awaitEnd);
    }
    return process;
  }

  /// Refuses what no process can be given, as the JDK and the system do.
  private static void refuse(List<String> argv, Map<String, String> environment)
      throws IOException {
    long chars = 0;
    for (String word : argv) {
      if (word.indexOf('\0') >= 0) {
        throw new IOException("invalid null character in command");
      }
      chars += word.length();
    }
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      chars += variable.getKey().length() + variable.getValue().length();
    }
    if (chars > MOST_CHARS) {
      throw new IOException("Argument list too long (error 7)");
    }
  }

  private Hand.Started started(List<String> argv, ProcessBuilder builder) throws IOException {
    try {
      return hand.start(
          argv,
          builder.environment(),
          Optional.ofNullable(builder.directory()).map(File::toPath).orElse(Path.of("/")),
          Optional.ofNullable(builder.redirectOutput().file()).map(File::toPath));
    } catch (IOException refused) {
      throw new IOException(Starter.refusal(String.valueOf(refused.getMessage())), refused);
    }
  }

  @Override
  public boolean givesSessions() {
    return true;
  }
}
