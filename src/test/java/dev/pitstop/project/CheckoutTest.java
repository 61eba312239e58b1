package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTest {
  @TempDir Path dir;

  private Path file(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  @DisplayName("below a checkout its top, in a worktree that of the main checkout")
  void tops() throws IOException {
    file("main/.git/worktrees/w/commondir", "../..\n");
    file("main/.git/modules/sub/HEAD", "x");
    file("w/.git", "gitdir: " + dir.resolve("main/.git/worktrees/w") + "\n");
    file("main/sub/.git", "gitdir: ../.git/modules/sub\n");
    file("main/a/b/x", "");
    file("broken/.git", "nothing");
    file("bare.git/worktrees/v/commondir", "../..\n");
    file("v/.git", "gitdir: " + dir.resolve("bare.git/worktrees/v") + "\n");
    assertThat(Checkout.main(dir.resolve("main/a/b"))).contains(dir.resolve("main"));
    assertThat(Checkout.main(dir.resolve("w/a"))).contains(dir.resolve("main"));
    assertThat(Checkout.top(dir.resolve("w/a"))).contains(dir.resolve("w"));
    assertThat(Checkout.main(dir.resolve("main/sub"))).contains(dir.resolve("main/sub"));
    assertThat(Checkout.main(dir.resolve("broken"))).contains(dir.resolve("broken"));
    assertThat(Checkout.main(dir.resolve("v"))).contains(dir.resolve("v"));
  }
}
