package dev.pitstop.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// A process that outlives Pitstop: Pitstop's signals, guardian and stops do not reach it (H4). Its
/// output goes to a file, because a pipe would break with Pitstop.
///
/// @param process as it was started
/// @param output the file that its output is appended to; only its owner can read it
/// @param from the offset in that file at which its own output begins
public record Detached(Process process, Path output, long from) {
  /// Starts the process, with an empty stdin. Other packages use [Spawner#detach].
  ///
  /// @param output the file that its output is appended to
  /// @throws IOException if the process cannot be started; its message says why
  static Detached start(Command command, Path output, Starter starter) throws IOException {
    prepare(output);
    long from = Files.size(output);
    List<String> argv = new ArrayList<>();
    // a signal of the terminal is meant for Pitstop, not for what it started on the side
    Platform.current().setsid().ifPresent(file -> argv.add(file.toString()));
    argv.addAll(command.argv());
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(command.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .redirectInput(ProcessBuilder.Redirect.from(nothing()));
    GivenEnvironment.restore(builder.environment());
    builder.environment().putAll(command.env());
    return new Detached(starter.start(builder), output, from);
  }

  /// Its output, from its beginning. More may follow after the end of the stream.
  public InputStream written() throws IOException {
    InputStream in = Files.newInputStream(output);
    try {
      in.skipNBytes(from);
      return in;
    } catch (IOException | RuntimeException | Error e) {
      in.close();
      throw e;
    }
  }

  /// Makes sure that the file exists and that only its owner can read it: a daemon may print
  /// secrets.
  private static void prepare(Path output) throws IOException {
    Path absolute = output.toAbsolutePath();
    Path directory = Objects.requireNonNullElse(absolute.getParent(), absolute);
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(directory); // a Windows profile directory is its owner's by itself
      create(output);
      return;
    }
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, permissions("rwx------"));
    }
    if (!create(output, permissions("rw-------"))) {
      close(output);
    }
  }

  /// @return false if the file was there
  private static boolean create(Path output, FileAttribute<?>... attributes) throws IOException {
    try {
      Files.createFile(output, attributes);
      return true;
    } catch (FileAlreadyExistsException there) {
      return false;
    }
  }

  /// Takes the rights of others from a file of an earlier version, or of whoever made it.
  private static void close(Path output) throws IOException {
    Set<PosixFilePermission> wanted = PosixFilePermissions.fromString("rw-------");
    if (Files.isRegularFile(output) && !wanted.containsAll(Files.getPosixFilePermissions(output))) {
      try {
        Files.setPosixFilePermissions(output, wanted);
      } catch (IOException refused) {
        if (!isOurs(output)) {
          throw new IOException(
              output + " belongs to another user; remove it, or use another --log-file", refused);
        }
        // a file system without rights: there is nothing to take away
      }
    }
  }

  private static boolean isOurs(Path file) throws IOException {
    UserPrincipal user =
        file.getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(System.getProperty("user.name"));
    return Files.getOwner(file).equals(user);
  }

  private static FileAttribute<?> permissions(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  private static File nothing() {
    return new File(Platform.current() == Platform.WINDOWS ? "NUL" : "/dev/null");
  }
}
