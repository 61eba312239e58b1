package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.channel.Target;
import dev.pitstop.http.Endpoint;
import dev.pitstop.hub.Description;
import dev.pitstop.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The file of what is remembered of a server.
class DescriptionTest {
  @TempDir Path directory;

  private Description description() {
    return new Description(
        Optional.of(directory),
        new Target.Program(new Command(List.of("x"), Map.of(), Path.of("/nonexistent"))));
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  @DisplayName("a write that fails leaves no temporary file behind")
  void failedWrite() throws IOException {
    assertThat(description().write(Description.Known.NOTHING)).isEmpty();
    Path file = files().getFirst();
    Files.delete(file);
    Files.createDirectories(file.resolve("inside"));
    assertThat(description().write(Description.Known.NOTHING)).isPresent();
    assertThat(files()).containsExactly(file);
  }

  @Test
  @DisplayName("what is remembered comes back, and no argument of the command stands in it")
  void secrets() throws IOException {
    Description of =
        new Description(
            Optional.of(directory),
            new Target.Program(
                new Command(List.of("x", "--token=s3cret"), Map.of(), Path.of("/nonexistent"))));
    Description.Known known =
        new Description.Known(
            Map.of("2025-06-18", "{\"a\":1}"), Optional.empty(), false, Catalog.empty());
    assertThat(of.write(known)).isEmpty();
    assertThat(known(of).initialize()).containsEntry("2025-06-18", "{\"a\":1}");
    assertThat(description().find()).isEmpty();
    assertThat(Files.readString(files().getFirst())).doesNotContain("s3cret");
  }

  private static Description.Known known(Description of) {
    return of.find().orElse(Description.Known.NOTHING);
  }

  private Description of(Path where, String... words) {
    return new Description(
        Optional.of(directory), new Target.Program(new Command(List.of(words), Map.of(), where)));
  }

  private static final Description.Known SOMETHING =
      new Description.Known(Map.of("v", "{}"), Optional.empty(), false, Catalog.empty());

  @Test
  @DisplayName("a command in another directory is another server: `npm start` may be anything")
  void otherDirectory(@TempDir Path one, @TempDir Path two) {
    assertThat(of(one, "npm", "start").write(SOMETHING)).isEmpty();
    assertThat(of(one, "npm", "start").find()).isPresent();
    assertThat(of(one, "npm", "start", "--verbose").find()).isEmpty();
    assertThat(of(two, "npm", "start").find()).isEmpty();
    assertThat(of(one, "npm", "no\0path").find()).isEmpty();
  }

  @Test
  @DisplayName("its lists and its handshake are written apart, and none loses the other")
  void linesApart(@TempDir Path one) {
    Description of = of(one, "npm", "start");
    assertThat(of.write(SOMETHING)).isEmpty();
    assertThat(of.writeHandshake(initialize("weather").replace(",", ",\n"))).isEmpty();
    assertThat(known(of).initialize()).isEqualTo(SOMETHING.initialize());
    assertThat(of.write(Description.Known.NOTHING)).isEmpty();
    assertThat(known(of).initialize()).isEmpty();
    assertThat(of.serverName()).contains("weather");
  }

  private static String initialize(String name) {
    return "{\"serverInfo\":{\"name\":\"" + name + "\",\"version\":\"1\"}}";
  }

  @Test
  @DisplayName("the name that the server gave itself comes back, as it is the newest time")
  void serverName(@TempDir Path one) throws IOException {
    Files.createFile(one.resolve("server.py"));
    Description of = of(one, "python3", "server.py");
    assertThat(of.serverName()).isEmpty();
    assertThat(of.writeHandshake(initialize("@org/weather"))).isEmpty();
    assertThat(of.serverName()).contains("weather");
    assertThat(files()).singleElement().asString().endsWith(".json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().getFirst())))
        .isEqualTo("rw-------");

    FileTime before = FileTime.from(Instant.EPOCH);
    Files.setLastModifiedTime(files().getFirst(), before);
    assertThat(of.writeHandshake(initialize("@org/weather"))).isEmpty();
    assertThat(Files.getLastModifiedTime(files().getFirst())).as("unchanged").isEqualTo(before);
    assertThat(of.writeHandshake(initialize("forecast"))).isEmpty();
    assertThat(of.serverName()).contains("forecast");
    assertThat(of.writeHandshake(initialize("mcp-server"))).isEmpty();
    assertThat(of.serverName()).as("a name that says nothing").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"serverInfo\":{}}",
        "{\"serverInfo\":[\"x\"]}",
        "{\"serverInfo\":{\"name\":{}}}",
        "{\"serverInfo\":{\"name\":null}}",
        "{\"serverInfo\":{\"name\":\"\"}}",
        "{\"_meta\":{\"io.modelcontextprotocol/serverInfo\":1}}"
      })
  @DisplayName("a handshake without a name leaves none")
  void noServerName(String handshake) throws IOException {
    assertThat(description().writeHandshake(initialize("weather"))).isEmpty();
    assertThat(description().writeHandshake(handshake)).isEmpty();
    assertThat(description().serverName()).isEmpty();
  }

  @Test
  @DisplayName("server/discover has the name in its _meta")
  void discoveredName() {
    String info = "{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"weather\"}}";
    assertThat(description().writeHandshake("{\"_meta\":" + info + "}")).isEmpty();
    assertThat(description().serverName()).contains("weather");
  }

  private Description at(Path where, String url) throws Exception {
    return new Description(
        Optional.of(directory),
        new Target.Daemon(
            Endpoint.of(url, List.of()),
            new Command(List.of("sh"), Map.of(), where),
            Optional.empty(),
            Optional.empty(),
            where.resolve("output")));
  }

  @Test
  @DisplayName("projects that use the same port in turn do not get each other's name")
  void nameOfDaemon(@TempDir Path one, @TempDir Path two) throws Exception {
    String url = "http://localhost:8080/mcp";
    assertThat(at(one, url).writeHandshake(initialize("weather"))).isEmpty();
    assertThat(at(one, url).serverName()).contains("weather");
    assertThat(at(two, url).serverName()).isEmpty();
  }

  @Test
  @DisplayName("a damaged name is made fit or is none")
  void damagedName() throws IOException {
    assertThat(description().writeHandshake(initialize("weather"))).isEmpty();
    Path file = files().getFirst();
    Files.writeString(file, initialize("wea`ther\\n\\u001b[0m"));
    assertThat(description().serverName()).contains("wea-ther-0m");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThat(description().serverName()).isEmpty();
    Files.writeString(file, "wea\nther");
    assertThat(description().serverName()).isEmpty();
  }

  @Test
  @DisplayName("without a directory nothing is remembered")
  void noDirectory() {
    Description none =
        new Description(
            Optional.empty(),
            new Target.Program(new Command(List.of("x"), Map.of(), Path.of("/nonexistent"))));
    assertThat(none.write(Description.Known.NOTHING)).isEmpty();
    assertThat(known(none)).isEqualTo(Description.Known.NOTHING);
    assertThat(none.writeHandshake(initialize("weather"))).isEmpty();
    assertThat(none.serverName()).isEmpty();
  }
}
