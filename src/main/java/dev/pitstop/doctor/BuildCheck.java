package dev.pitstop.doctor;

import dev.pitstop.backend.Builder;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Locale;

/// The build command, run once.
final class BuildCheck {
  private static final String AREA = "build";

  private BuildCheck() {}

  static Finding of(Builder.Result result) {
    if (result.ok()) {
      return Finding.ok(AREA, "succeeded in " + Words.duration(result.millis()));
    }
    List<String> lines = result.report().lines().toList();
    return Finding.fail(
            AREA, "failed after " + Words.duration(result.millis()), remedy(result.report()))
        .with(lines);
  }

  private static String remedy(String report) {
    String text = report.toLowerCase(Locale.ROOT);
    return text.contains("not found") && text.contains("127")
        ? "The shell of the build (sh -c) does not find the program: give its path, or `npx`, `uv"
            + " run` in front of it"
        : text.contains("text file busy") || text.contains("eaddrinuse")
            ? "Something that runs holds what the build writes: --order stop-first stops the server"
                + " before each build"
            : "Correct what it says, or the command; it runs in the server's directory, by sh -c";
  }
}
