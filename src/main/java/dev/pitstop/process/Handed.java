package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A server that the front has started before the session began (docs/design/front.md).
///
/// @param started its process
/// @param words how many words its command has
/// @param directory its working directory
/// @param library the file of [Hands], if it has to be loaded
/// @param decided whether it was taken or refused
public record Handed(
    Hand.Started started,
    int words,
    Path directory,
    Optional<String> library,
    AtomicBoolean decided) {
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
        new Hand.Started(pid, pipes, Long.parseLong(n[4]), () -> Hands.reap(pid), () -> {}),
        Integer.parseInt(n[5]),
        directory,
        Optional.of(library),
        new AtomicBoolean());
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
      if (!isOurs()) {
        problems.accept(NOT_TAKEN + "it is no child of this process");
        return Optional.empty();
      }
      if (runs(command)) {
        if (library.isPresent()) {
          Hands.load(library.get());
        }
        decided.set(true);
        return Optional.of(new HandedProcess(started));
      }
      problems.accept(NOT_TAKEN + "it runs another command");
    } catch (IOException | UnsatisfiedLinkError unable) {
      problems.accept(NOT_TAKEN + unable);
    }
    refuse();
    return Optional.empty();
  }

  /// Whether its number still means it: somebody else may have waited for its end.
  private boolean isOurs() {
    return library.isEmpty()
        || ProcessHandle.of(started.pid())
            .flatMap(ProcessHandle::parent)
            .filter(ProcessHandle.current()::equals)
            .isPresent();
  }

  /// Ends it, unless it was taken over.
  public void refuse() {
    if (!decided.compareAndSet(false, true)) {
      return;
    }
    ProcessHandle.of(started.pid()).ifPresent(ProcessHandle::destroyForcibly);
    if (library.isEmpty()) { // this process goes on: nothing of it may stay
      for (int pipe : started.pipes()) {
        Hands.close(pipe);
      }
      Thread.ofPlatform().daemon().name("pitstop-refused-" + started.pid()).start(this::awaitEnd);
    }
  }

  private void awaitEnd() {
    int code = started.end().getAsInt(); // nobody asks for it, but its number is free from now on
    assert code >= -1 : code;
    started.over().run();
  }
}
