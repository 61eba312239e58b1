package dev.pitstop.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How many files this process may open.
final class OpenFiles {
  private static final String ROW = "Max open files";

  private OpenFiles() {}

  /// The limit, which the JVM has raised as far as it may; a low one if it is unknown.
  static int most() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        if (line.startsWith(ROW)) {
          String soft = line.substring(ROW.length()).strip().split(" ", 2)[0];
          return soft.equals("unlimited")
              ? Integer.MAX_VALUE
              : (int) Math.min(Long.parseLong(soft), Integer.MAX_VALUE);
        }
      }
    } catch (IOException unknown) {
      // as if there were few
    }
    return 1024;
  }
}
