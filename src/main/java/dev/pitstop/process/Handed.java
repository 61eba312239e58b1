package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// A server that the front has started before there was a JVM (docs/design/front.md): a child of
/// this process, whose pipes this process holds.
///
/// @param pid its process id
/// @param in our descriptor of its stdin
/// @param out our descriptor of its stdout
/// @param err our descriptor of its stderr
/// @param startedNanos when it was started, on the scale of [System#nanoTime()]
/// @param words how many words its command has
/// @param library the file of [Hands]
public record Handed(
    int pid, int in, int out, int err, long startedNanos, int words, String library) {
  private static final String SERVER = "pitstop.server";
  private static final String LIBRARY = "pitstop.hands";
  private static final String NOT_TAKEN =
      "the server that was started before the JVM was ended, and is started again: ";

  /// The server that this JVM was given. It is given once: the next call finds none.
  public static Optional<Handed> toThisJvm() {
    String server = System.clearProperty(SERVER);
    String library = System.getProperty(LIBRARY);
    return server == null || library == null ? Optional.empty() : Optional.of(of(server, library));
  }

  /// @param text as the front writes it: the numbers above, in this order
  static Handed of(String text, String library) {
    String[] n = text.split(",", -1);
    return new Handed(
        Integer.parseInt(n[0]),
        Integer.parseInt(n[1]),
        Integer.parseInt(n[2]),
        Integer.parseInt(n[3]),
        Long.parseLong(n[4]),
        Integer.parseInt(n[5]),
        library);
  }

  /// Whether it runs this command. The front has read the same words, and starts nothing with
  /// additions to the environment or in another directory.
  private boolean runs(Command command) {
    return command.argv().size() == words
        && command.env().isEmpty()
        && command.directory().equals(Path.of("").toAbsolutePath());
  }

  /// Takes it over. If that cannot be done, it is ended.
  ///
  /// @param problems gets the reason then
  Optional<Process> take(Command command, Consumer<String> problems) {
    try {
      if (runs(command)) {
        Hands.load(library);
        return Optional.of(new HandedProcess(pid, new int[] {in, out, err}, () -> Hands.reap(pid)));
      }
      problems.accept(NOT_TAKEN + "it runs another command");
    } catch (IOException | UnsatisfiedLinkError unable) {
      problems.accept(NOT_TAKEN + unable);
    }
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    return Optional.empty();
  }
}
