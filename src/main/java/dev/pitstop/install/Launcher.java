package dev.pitstop.install;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command that a client calls to start Pitstop: the `pitstop` on the PATH if it is this
/// program, because that path survives updates; otherwise the file that was called. The path is
/// always absolute, because a client started from a dock has another PATH than the shell.
public final class Launcher {
  private static final String NAME = "pitstop";

  /// Caches of package runners, which are emptied some day.
  private static final List<String> CACHES = List.of("/_npx/", "/dlx-", "/bunx-");

  private Launcher() {}

  /// The words that start Pitstop.
  ///
  /// @param called the absolute path under which Pitstop was called, as its launcher reports it
  /// @param path finds what is on the `PATH`
  public static List<String> words(Path called, Executables path) {
    Path ours = called.normalize();
    return CACHES.stream().anyMatch(ours.toString().replace('\\', '/')::contains)
        ? List.of("npx", "-y", "pitstop-mcp")
        : List.of(onPath(ours, path).orElse(ours).toString());
  }

  /// The first `pitstop` on the PATH, if it is the same file.
  private static Optional<Path> onPath(Path ours, Executables path) {
    Optional<Path> first = path.find(new Command(List.of(NAME), Map.of(), ours.resolveSibling("")));
    try {
      return first.isPresent() && Files.isSameFile(first.get(), ours) ? first : Optional.empty();
    } catch (IOException notThere) {
      return Optional.empty(); // then the file that was called is written
    }
  }
}
