package dev.pitstop.session;

import dev.pitstop.backend.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A new directory for what is remembered of servers (F6). In the build directory, not a temporary
/// one: a session may still write when it is over.
record MemoryDirectory(Path path) {
  static MemoryDirectory make() throws IOException {
    return new MemoryDirectory(
        Files.createTempDirectory(Files.createDirectories(Path.of("target")), "memory"));
  }

  /// The descriptions in it, or nothing.
  String remembered() {
    StringBuilder all = new StringBuilder();
    try {
      for (Path f : files()) {
        all.append(Files.readString(f, StandardCharsets.ISO_8859_1)); // damaged ones are no UTF-8
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString();
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
