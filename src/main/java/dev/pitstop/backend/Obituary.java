package dev.pitstop.backend;

import dev.pitstop.process.Exit;
import dev.pitstop.process.StderrRing;
import java.util.List;
import java.util.Optional;

/// How an incarnation ended, in the words that calls, notices and tools use.
///
/// @param deliberate why Pitstop stopped it, if it did
/// @param trouble what was wrong besides its exit, such as a refused handshake
/// @param stderr its last lines
public record Obituary(
    int gen,
    long pid,
    Exit exit,
    long uptimeMillis,
    Optional<String> deliberate,
    Optional<String> trouble,
    List<String> stderr) {
  private static final int LAST_LINES = 12;

  /// The end of an incarnation whose process is gone.
  static Obituary of(Incarnation inc, Exit exit, StderrRing ring) {
    return new Obituary(
        inc.gen(),
        inc.child().pid(),
        exit,
        (System.nanoTime() - inc.child().startedNanos()) / 1_000_000,
        inc.stopReason,
        inc.trouble,
        ring.lastOf(inc.gen(), LAST_LINES));
  }

  /// The end of one that never had a process.
  static Obituary notSpawned(int gen, Optional<String> trouble) {
    return new Obituary(gen, 0, Exit.UNKNOWN, 0, Optional.empty(), trouble, List.of());
  }

  /// One clause without a subject: `crashed: exit code 3, 12 s after its start`.
  public String words() {
    if (deliberate.isPresent()) {
      return deliberate.get();
    }
    String after = ", " + Words.duration(uptimeMillis) + " after its start";
    if (trouble.isPresent()) {
      return trouble.get();
    }
    return exit.success()
        ? "ended by itself with exit code 0" + after
        : "crashed: " + exit.words() + after;
  }

  /// {@link #words()} with the exit status, where the words do not have it.
  public String full() {
    return deliberate.isPresent() || trouble.isPresent()
        ? words() + " (" + exit.words() + ")"
        : words();
  }

  /// The last stderr lines as a paragraph, or nothing.
  public String lastWords() {
    if (pid == 0) {
      return ""; // it never had a process
    }
    if (stderr.isEmpty()) {
      return "\nIt wrote nothing to stderr.";
    }
    StringBuilder out = new StringBuilder("\nIts last stderr lines:");
    for (String line : stderr) {
      out.append("\n  ").append(line);
    }
    return out.toString();
  }
}
