package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("where the file is looked for")
class ConfigPlacesTest {
  @Test
  void oursThenThatOfClients(@TempDir Path dir) throws IOException {
    assertThat(ConfigFile.find(dir)).isEmpty();

    Path theirs = Files.writeString(dir.resolve(".mcp.json"), "{}");
    assertThat(ConfigFile.find(dir)).contains(theirs.toAbsolutePath());

    Files.createDirectory(dir.resolve("pitstop.json"));
    assertThat(ConfigFile.find(dir)).as("a directory").contains(theirs.toAbsolutePath());

    Files.delete(dir.resolve("pitstop.json"));
    Path ours = Files.writeString(dir.resolve("pitstop.json"), "{}");
    assertThat(ConfigFile.find(dir)).contains(ours.toAbsolutePath());
  }
}
