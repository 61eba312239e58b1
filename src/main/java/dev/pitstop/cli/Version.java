package dev.pitstop.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// The version of this program.
final class Version {
  private Version() {}

  /// The version, from the build.
  static String text() {
    try (InputStream in = Version.class.getResourceAsStream("/dev/pitstop/version.txt")) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown"; // a broken jar
    }
  }
}
