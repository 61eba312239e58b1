package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that has ended.
record Ended(int code, String out, String err) {
  /// Runs a program to its end, with nothing on its stdin.
  ///
  /// @param environment all of it
  static Ended of(List<String> argv, Map<String, String> environment, Path directory)
      throws IOException, InterruptedException {
    return of(argv, environment, directory, "");
  }

  /// @param input its stdin; the program may leave it unread
  static Ended of(List<String> argv, Map<String, String> environment, Path directory, String input)
      throws IOException, InterruptedException {
    Path in = Files.createTempFile("pitstop-in-", "");
    Path out = Files.createTempFile("pitstop-out-", "");
    Path err = Files.createTempFile("pitstop-err-", "");
    try {
      Files.writeString(in, input);
      ProcessBuilder builder =
          new ProcessBuilder(argv)
              .directory(directory.toFile())
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      try {
        assertThat(process.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
            .as(() -> argv + " ends; so far: " + text(out) + text(err))
            .isTrue();
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      return new Ended(process.exitValue(), text(out), text(err));
    } finally {
      Files.deleteIfExists(in);
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
