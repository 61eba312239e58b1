package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("a build without the packages that it needs")
class NotInstalledTest {
  private static final String NEEDS = "{\"devDependencies\":{\"typescript\":\"^5\"}}";

  @TempDir Path root;

  private void file(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "package-lock.json, npm ci",
    "pnpm-lock.yaml, pnpm install",
    "yarn.lock, yarn install",
    "bun.lock, bun install",
    "README.md, npm install",
  })
  @DisplayName("it names the directory and what installs them")
  void missing(String lock, String install) throws IOException {
    file("package.json", NEEDS);
    file(lock, "");
    assertThat(NotInstalled.remark("npm run build", root))
        .contains(
            "("
                + root
                + " has no `node_modules`: the packages of its `package.json` are not installed. `"
                + install
                + "` installs them.)");
  }

  @Test
  @DisplayName("of another directory that the build changes to")
  void elsewhere() throws IOException {
    file("sub/package.json", NEEDS);
    assertThat(NotInstalled.remark("cd sub && npm run build", root).orElse("nothing"))
        .contains(root.resolve("sub").toString());
    assertThat(NotInstalled.remark("npm run build", root)).isEmpty();
  }

  @Test
  @DisplayName("nothing where they are there, also above, or none is needed")
  void nothing() throws IOException {
    file("package.json", "{\"name\":\"x\",\"dependencies\":{}}");
    assertThat(NotInstalled.remark("npm run build", root)).isEmpty();
    file("package.json", "no JSON");
    assertThat(NotInstalled.remark("npm run build", root)).isEmpty();
    file("sub/package.json", NEEDS);
    Files.createDirectory(root.resolve("node_modules"));
    assertThat(NotInstalled.remark("cd sub && npm run build", root)).isEmpty();
  }
}
