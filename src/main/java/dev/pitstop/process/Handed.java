package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// A server that the front has started before the session began (docs/design/front.md).
///
/// @param started its process; it may be known to be there only after `library` was loaded
/// @param words how many words its command has
/// @param directory its working directory
/// @param library the file of [Hands], if it has to be loaded
public record Handed(Hand.Started started, int words, Path directory, Optional<String> library) {
  private static final String SERVER = "pitstop.server";
  private static final String LIBRARY = "pitstop.hands";
  private static final String NOT_TAKEN =
      "the server that was started first was ended, and is started again: ";

  /// The server that this JVM was given. It is given once: the next call finds none.
  ///
  /// @param directory of this process
  static Optional<Handed> toThisJvm(Path directory) {
    String server = System.clearProperty(SERVER);
    String library = System.getProperty(LIBRARY);
    return server == null || library == null
        ? Optional.empty()
        : Optional.of(of(server, directory, library));
  }

  /// @param text as the front writes it: process id, descriptors of stdin, stdout and stderr, the
  ///   time of its start, the number of its words
  static Handed of(String text, Path directory, String library) {
    String[] n = text.split(",", -1);
    int pid = Integer.parseInt(n[0]);
    int[] pipes = {Integer.parseInt(n[1]), Integer.parseInt(n[2]), Integer.parseInt(n[3])};
    return new Handed(
        new Hand.Started(pid, pipes, Long.parseLong(n[4]), () -> Hands.reap(pid)),
        Integer.parseInt(n[5]),
        directory,
        Optional.of(library));
  }

  /// Whether it runs this command. The front has read the same words, and starts nothing with
  /// additions to the environment or in another directory.
  private boolean runs(Command command) {
    return command.argv().size() == words
        && command.env().isEmpty()
        && command.directory().equals(directory);
  }

  /// Takes it over. If that cannot be done, it is ended.
  ///
  /// @param problems gets the reason then
  Optional<Process> take(Command command, Consumer<String> problems) {
    try {
      if (runs(command)) {
        if (library.isPresent()) {
          Hands.load(library.get());
        }
        return Optional.of(new HandedProcess(started));
      }
      problems.accept(NOT_TAKEN + "it runs another command");
    } catch (IOException | UnsatisfiedLinkError unable) {
      problems.accept(NOT_TAKEN + unable);
    }
    refuse();
    return Optional.empty();
  }

  private void refuse() {
    ProcessHandle.of(started.pid()).ifPresent(ProcessHandle::destroyForcibly);
  }
}
