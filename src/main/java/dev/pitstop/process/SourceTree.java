package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;

/// Size and latest change of a directory that is run as a program: Java classes.
///
/// @param problem when not all of it was looked at
record SourceTree(long size, long mtimeMillis, Optional<String> problem) {
  private static final int FILES = 20_000;

  /// Directories that are written by the running program itself, or are not its source.
  private static final Set<String> SKIPPED =
      Set.of("__pycache__", ".git", "node_modules", ".venv", ".mypy_cache", ".pytest_cache");

  static SourceTree of(Path directory) throws IOException {
    Visitor visitor = new Visitor();
    Files.walkFileTree(directory, visitor);
    return new SourceTree(
        visitor.size,
        visitor.mtimeMillis,
        visitor.files > FILES
            ? Optional.of("only the first " + FILES + " files were looked at")
            : Optional.empty());
  }

  private static final class Visitor extends SimpleFileVisitor<Path> {
    private long size;
    private long mtimeMillis;
    private int files;

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      Path name = directory.getFileName();
      return name != null && SKIPPED.contains(name.toString())
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      files++;
      if (files > FILES) {
        return FileVisitResult.TERMINATE;
      }
      size += attributes.size();
      mtimeMillis = Math.max(mtimeMillis, attributes.lastModifiedTime().toMillis());
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
      return FileVisitResult.CONTINUE; // one unreadable file says nothing about the others
    }
  }
}
