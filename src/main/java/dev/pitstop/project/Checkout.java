package dev.pitstop.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// The git checkout around a directory. Reads git's own small files, and starts no git. Stateless.
public final class Checkout {
  private static final String GIT = ".git";
  private static final String LINK = "gitdir: ";

  private Checkout() {}

  /// The top of the checkout; empty outside one.
  public static Optional<Path> top(Path directory) {
    return Directories.upFrom(directory).stream()
        .filter(d -> Files.exists(d.resolve(GIT)))
        .findFirst();
  }

  /// The top of the main checkout if the directory is in a worktree of it; otherwise as [#top].
  ///
  /// A worktree has a file instead of a directory; where that leads, `commondir` leads to the main
  /// checkout's. A submodule has no `commondir`.
  public static Optional<Path> main(Path directory) {
    return top(directory)
        .map(top -> {
          try {
            String link = Files.readString(top.resolve(GIT)).strip();
            Path own = top.resolve(link.startsWith(LINK) ? link.substring(LINK.length()) : GIT);
            Path common =
                own.resolve(Files.readString(own.resolve("commondir")).strip()).normalize();
            return common.endsWith(GIT) ? common.resolveSibling("") : top;
          } catch (IOException | InvalidPathException noWorktree) {
            return top;
          }
        });
  }
}
