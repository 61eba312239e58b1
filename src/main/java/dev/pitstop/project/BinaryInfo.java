package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// The file that a server runs: its executable or, behind an interpreter, the script or jar.
///
/// @param path absolute, links resolved where possible
/// @param size in bytes
/// @param mtimeMillis last modification in milliseconds since 1970
/// @param sha256 in lower-case hex; empty for files above 512 MiB, for unreadable files, and if
///   nobody asked for it
/// @param version if the file carries one: a jar's manifest, `package.json`, `pyproject.toml`
/// @param problem why something is missing, for the reader; empty if nothing failed
public record BinaryInfo(
    Path path,
    long size,
    long mtimeMillis,
    Optional<String> sha256,
    Optional<String> version,
    Optional<String> problem) {
  /// All facts about the command's file; empty if there is no file. Waits for the hash, so it is
  /// not for hot paths.
  public static Optional<BinaryInfo> of(
      Command command, Executables executables, FileHashes hashes) {
    Optional<BinaryInfo> info = glance(command, executables);
    return info.map(i -> i.problem().isPresent() ? i : i.with(hashes.of(i.path())));
  }

  /// [#of] without the hash: a few system calls.
  public static Optional<BinaryInfo> glance(Command command, Executables executables) {
    if (!(ProgramFile.of(command, executables) instanceof Program.Own own)) {
      return Optional.empty();
    }
    Path path = real(own.file());
    Path root = real(command.directory());
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return Optional.of(
          new BinaryInfo(
              path,
              attributes.size(),
              attributes.lastModifiedTime().toMillis(),
              Optional.empty(),
              DeclaredVersion.of(path, root),
              Optional.empty()));
    } catch (IOException unreadable) {
      return Optional.of(
          new BinaryInfo(
              path,
              0,
              0,
              Optional.empty(),
              Optional.empty(),
              Optional.of("cannot read " + path + ": " + unreadable)));
    }
  }

  private BinaryInfo with(FileHashes.Hash hash) {
    return new BinaryInfo(path, size, mtimeMillis, hash.hex(), version, hash.problem());
  }

  /// Whether the file changed after a child started, so that the child runs an older version.
  ///
  /// @param childStartedMillis when it was started, in milliseconds since 1970
  public boolean stale(long childStartedMillis) {
    return mtimeMillis > childStartedMillis;
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException unresolvable) {
      return path.normalize(); // the file is gone or not permitted: its name must do
    }
  }
}
