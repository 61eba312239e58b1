package dev.pitstop.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// Starts a process that is not ours to end: it outlives Pitstop, whose signals, guardian and stops
/// do not reach it (H4). Its output goes to a file, as a pipe would break with Pitstop.
///
/// @param process as it was started
/// @param output the file that what it writes is added to
/// @param from where in that file its own output begins
public record Detached(Process process, Path output, long from) {
  /// Starts it; it reads nothing. [Spawner#detach] is for others.
  ///
  /// @param output what it writes is added to this file
  /// @throws IOException if it cannot be started, saying why
  static Detached start(Command command, Path output, Starter starter) throws IOException {
    Files.createDirectories(output.toAbsolutePath().getParent());
    owners(output);
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

  /// What it writes, from its beginning; at the end of what there is, more may come.
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

  /// Sees to it that the file is there, and is nobody else's to read: there may be secrets in it.
  private static void owners(Path output) throws IOException {
    if (Files.exists(output)) {
      return;
    }
    try {
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(
            output,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(output);
      }
    } catch (FileAlreadyExistsException made) {
      // by another Pitstop, just now
    }
  }

  private static File nothing() {
    return new File(Platform.current() == Platform.WINDOWS ? "NUL" : "/dev/null");
  }
}
