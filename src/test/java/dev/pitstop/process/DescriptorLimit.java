package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Little programs of tests that run in a JVM of their own with few descriptors.
public final class DescriptorLimit {
  private DescriptorLimit() {}

  /// Runs such a program to its end.
  ///
  /// @param most how many descriptors it may have
  /// @return the lines that it prints
  public static List<String> report(int most, Class<?> program, String... args)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "ulimit -n " + most + "; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    byte[] out = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return new String(out, StandardCharsets.UTF_8).lines().toList();
  }

  /// For such a program: opens files until no descriptor is free. Each file that is closed frees
  /// one.
  public static ArrayDeque<FileInputStream> takeAll() {
    ArrayDeque<FileInputStream> all = new ArrayDeque<>();
    try {
      while (true) {
        all.add(new FileInputStream("/dev/null"));
      }
    } catch (FileNotFoundException full) {
      return all; // which is what was wanted
    }
  }
}
