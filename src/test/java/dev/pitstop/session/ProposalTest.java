package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.told.NoticeMode;
import dev.pitstop.session.told.Notices;
import dev.pitstop.session.watching.Proposal;
import dev.pitstop.session.words.OwnToolNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// U3: options are proposed for a server that was given none.
class ProposalTest {
  @TempDir Path dir;

  private static final OwnToolNames TOOLS = new OwnToolNames(Optional::of);

  private final Monitor monitor = new Monitor();
  private Path memory = Path.of("");
  private Path project = Path.of("");

  @BeforeEach
  void make() throws IOException {
    memory = dir.resolve("cache");
    project = Files.createDirectories(dir.resolve("weather"));
    Files.writeString(project.resolve("package.json"), "{\"scripts\":{\"build\":\"tsc\"}}");
    Files.createDirectory(project.resolve("src"));
    Files.writeString(project.resolve("src/a.ts"), "");
  }

  /// What goes along with the next notice of a session with this command.
  private Notices session(String... command) {
    Notices notices = new Notices(NoticeMode.INLINE, "fake", text -> {}, Log.nowhere());
    Command run = new Command(List.of(command), Map.of(), project);
    new Proposal(memory, run, Given.EXECUTABLES, notices, TOOLS, monitor, Log.nowhere()).run();
    return notices;
  }

  private List<Path> remembered() throws IOException {
    try (Stream<Path> files = Files.list(memory)) {
      return files.toList();
    }
  }

  @Test
  @DisplayName("U3: once the agent has been told, no session of the project tells it again")
  void once() throws IOException {
    session("node", "dist/a.js"); // it ends before there is a notice
    Notices second = session("node", "dist/a.js");
    assertThat(second.isEmpty()).as("no notice of its own").isTrue();
    assertThat(second.takeBeside())
        .isEqualTo(
            "[pitstop] Pitstop has no options for this server. Its files"
                + " (package.json has the script `build`) suggest these before its"
                + " command: --build \"npm run build\" --watch \"src/**/*.ts\""
                + " --\n`--build` runs first in a reload; `--watch` reloads when"
                + " a matching file is saved.\n`recompile` sets them now, with {\"build\":"
                + "\"npm run build\",\"watch\":[\"src/**/*.ts\"],\"save\":true}.");
    assertThat(second.takeBeside()).isEmpty();
    assertThat(remembered()).hasSize(1);
    Path file = remembered().getFirst();
    Await.until(
        "it is remembered",
        () -> {
          try {
            return Files.size(file) > 0;
          } catch (IOException e) {
            return false;
          }
        });
    assertThat(session("node", "dist/a.js").takeBeside()).isEmpty();
    assertThat(session("node", "dist/other.js").takeBeside()).as("the same project").isEmpty();
  }

  @Test
  @DisplayName("U3: nothing is proposed, and nothing remembered, where nothing is to be guessed")
  void nothing() {
    assertThat(session("x").takeBeside()).isEmpty();
    assertThat(memory).doesNotExist();
  }

  @Test
  @DisplayName("U3: a memory that cannot be written costs the proposal, not the session")
  void unwritable() throws IOException {
    Files.writeString(memory, "a file in its place");
    assertThat(session("node", "dist/a.js").takeBeside()).isEmpty();
  }
}
