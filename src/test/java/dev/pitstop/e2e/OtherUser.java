package dev.pitstop.e2e;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A user who may read what a test has made, and write none of it.
///
/// Whoever runs the tests as root gets `nobody`; anybody else is one already, as root alone writes
/// what is read-only.
final class OtherUser {
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  private OtherUser() {}

  /// The words in front of a command that make it that user's; none if it is the present one. Skips
  /// the test where there is no way to become another.
  ///
  /// @param readable a directory that this user must be able to enter
  static List<String> command(Path readable) throws IOException, InterruptedException {
    if (!isRoot()) {
      return List.of();
    }
    Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> look =
        Stream.concat(NOBODY.stream(), Stream.of("test", "-x", readable.toString())).toList();
    if (!succeeds(look)) {
      abort("optional: run by root, and there is no way to become another user (setpriv)");
    }
    return NOBODY;
  }

  /// Whether a command ends with exit code 0; not if it is not there.
  static boolean succeeds(List<String> argv) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(argv)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException notThere) {
      return false;
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid") instanceof Integer uid && uid == 0;
  }
}
