package dev.pitstop.e2e;

import java.nio.file.Path;
import java.util.List;

/// How a Java program is started as a process of its own, in a JVM that starts fast.
final class TestJvm {
  private TestJvm() {}

  /// That of the tests.
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  static List<String> command(Class<?> main) {
    return command(classPath(), main.getName());
  }

  static List<String> command(String classPath, String main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx128m",
        "-cp",
        classPath,
        main);
  }
}
