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
  static Ended of(List<String> argv, Map<String, String> environment, Path directory) {
    return of(argv, environment, directory, "");
  }

  /// @param input its stdin; the program may leave it unread
  static Ended of(
      List<String> argv, Map<String, String> environment, Path directory, String input) {
    try {
      return run(argv, environment, directory, input);
    } catch (IOException e) {
      throw new AssertionError(argv + " cannot be run", e);
    }
  }

  private static Ended run(
      List<String> argv, Map<String, String> environment, Path directory, String input)
      throws IOException {
    Path files = Files.createTempDirectory("pitstop-ended-");
    Path in = Files.writeString(files.resolve("in"), input);
    Path out = files.resolve("out");
    Path err = files.resolve("err");
    try {
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
        assertThat(process.waitFor(2 * Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
            .as(() -> argv + " ends; so far: " + text(out) + text(err))
            .isTrue();
        return new Ended(process.exitValue(), text(out), text(err));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } finally {
      for (Path file : List.of(in, out, err, files)) {
        Files.deleteIfExists(file);
      }
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
