package dev.pitstop.config;

import dev.pitstop.harness.Await;
import dev.pitstop.textedit.FileText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A configuration file behind symbolic links: whichever of them changes, it is seen.
class LinkedFileTest {
  @TempDir private Path temporary;
  private Path directory = Path.of("");
  private final AtomicReference<String> seen = new AtomicReference<>("");
  private ConfigWatch watch = new ConfigWatch(Path.of(""));

  @BeforeEach
  void real() throws IOException {
    directory = temporary.toRealPath();
  }

  @AfterEach
  void end() {
    watch.close();
  }

  private void watch(Path file) {
    watch = new ConfigWatch(file);
    watch.start(() -> seen.set(text(file)));
  }

  private static String text(Path file) {
    return FileText.read(file) instanceof FileText.Good good ? good.text() : "";
  }

  private void awaitSeen(String text) {
    Await.until("the text " + text + " is seen", () -> seen.get().equals(text));
  }

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /// Makes a link, or has it lead elsewhere, at once.
  private Path link(String name, String to) throws IOException {
    Path link = directory.resolve(name);
    Files.createDirectories(link.getParent());
    Path fresh = Files.createSymbolicLink(link.resolveSibling(".fresh"), Path.of(to));
    return Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  @DisplayName("a ConfigMap: a link in the middle leads elsewhere, and what was before stays")
  void middle() throws IOException {
    file("..2024/pitstop.json", "one");
    file("..2025/pitstop.json", "two");
    link("..data", "..2024");
    watch(link("pitstop.json", "..data/pitstop.json"));
    link("..data", "..2025");
    awaitSeen("two");
  }

  @Test
  @DisplayName("a file becomes a link while it is watched")
  void becomesLink() throws IOException {
    Path target = file("dotfiles/pitstop.json", "two");
    watch(file("pitstop.json", "one"));
    link("pitstop.json", "dotfiles/pitstop.json");
    awaitSeen("two");
    Files.writeString(target, "three");
    awaitSeen("three");
  }

  @Test
  @DisplayName("what a link leads to comes only now")
  void dangling() throws IOException {
    watch(link("pitstop.json", "dotfiles/pitstop.json"));
    file("dotfiles/pitstop.json", "one");
    awaitSeen("one");
  }

  @Test
  @DisplayName("a file without a link, which is edited, deleted, and there again")
  void plain() throws IOException {
    Path file = file("pitstop.json", "one");
    watch(file);
    Files.writeString(file, "two");
    awaitSeen("two");
    Files.delete(file);
    awaitSeen("");
    Files.writeString(file, "three");
    awaitSeen("three");
  }
}
