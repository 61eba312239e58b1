package dev.pitstop.session;

import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// A new directory for what is remembered of servers. It is removed when the JVM ends, and not with
/// its test, because a session may still write after its end.
record MemoryDirectory(Path path) {
  static MemoryDirectory make() {
    Path target = Disk.io(() -> Files.createDirectories(Path.of("target")));
    Path path = Disk.io(() -> Files.createTempDirectory(target, "memory"));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(path)));
    return new MemoryDirectory(path);
  }

  private static void remove(Path directory) {
    try (var files = Files.walk(directory)) {
      for (Path f : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(f);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The descriptions in it, or nothing.
  String remembered() {
    return files().stream()
        .map(f -> Disk.io(() -> Files.readString(f, StandardCharsets.ISO_8859_1))) // may be damaged
        .collect(Collectors.joining());
  }

  private List<Path> files() {
    try (var files = Files.list(path)) {
      return files.filter(f -> f.toString().endsWith(".json") && Files.isRegularFile(f)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Forgets all.
  void clear() throws IOException {
    for (Path f : files()) {
      Files.delete(f);
    }
  }

  void awaitFiles(int number) {
    Await.until(number + " descriptions", () -> files().size() == number);
  }

  void await(String word) {
    Await.until(word + " in the description", () -> remembered().contains(word));
  }
}
