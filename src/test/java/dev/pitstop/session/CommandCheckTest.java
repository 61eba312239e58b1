package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.project.WatcherFinding;
import dev.pitstop.session.watching.CommandCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What is said of a command that restarts its server by itself.
class CommandCheckTest {
  @Test
  @DisplayName("in a configuration file it is the entry that is to change")
  void entry() {
    WatcherFinding found =
        new WatcherFinding(
            "nodemon",
            Optional.of("dev"),
            List.of("node", "x \"y\".js"),
            Optional.of("tsc"),
            List.of("src/**", "*.json"),
            Optional.of(Path.of("/srv")));
    assertThat(CommandCheck.entry(found))
        .contains(
            "\"command\": \"node\", \"args\": [\"x \\\"y\\\".js\"], \"cwd\": \"/srv\","
                + " \"build\": \"tsc\", \"watch\": [\"src/**\", \"*.json\"]");
  }
}
