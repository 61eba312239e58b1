package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a server's name comes from its command")
class ServerNameTest {
  private static String name(String command, String directory) {
    return ServerName.of(
        new Command(List.of(command.split(" ", -1)), Map.of(), Path.of(directory)));
  }

  @ParameterizedTest
  @CsvSource({
    "node dist/server.js,project",
    "npx -y @org/thing,thing",
    "./weather,weather",
    "java -jar target/x.jar,x",
    "java -cp classes com.acme.Main,com.acme",
    "java --module-path mods -m acme/com.acme.Main,com.acme",
    "C:\\bin\\w.exe,w",
    ".hidden,hidden",
    "python -u -m weather.server --fast,weather",
    "env A=1 B=2 python3 srv.py,srv",
    "uv run python -m weather,weather",
    "npx -y tsx src/x.ts,x",
    "deno run -A npm:@org/thing@1,thing",
  })
  void fromWhatRuns(String command, String name) {
    assertThat(name(command, "/home/me/project")).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "timeout 5 node x.js, x",
    "timeout -k 5 9 nice -n 3 ./weather, weather",
    "poetry run python x.py, x",
    "uv --directory /x run weather, weather",
    "tsx watch src/x.ts, x",
    "npm exec -- @org/thing@1.2 --stdio, thing",
    "npx thing@latest, thing",
    "npx tsx@4.7 x.ts, x",
    "bun x thing, thing",
    "uvx --from git+https://example.org/a/b.git thing, thing",
    "uvx thing==1.2, thing",
    "go run example.org/a/thing@v1, thing",
    "go run ./cmd/thing, thing",
    "dotnet out/Thing.dll, Thing",
    "npm run thing, thing",
    "npm run thing:stdio, thing",
    "yarn thing, thing",
    "deno task thing, thing",
    "python -m src.weather.server, src.weather",
    "npx @org/cli, org",
    "npx ./tools/thing, thing",
  })
  @DisplayName("wrappers, runners and versions are not in it")
  void behindWrappers(String command, String name) {
    assertThat(name(command, "/home/me/project")).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "node, weather",
    "env A=1, weather",
    "python3 -c import_sys;run(), weather",
    "sh -c exec_node_x.js, weather",
    "bash -lc x, weather",
    "node -e x, weather",
    "node ., weather",
    "node .., me",
    "node ./, weather",
    "node ./srv/, srv",
    "node srv/.., weather",
    "go run ., weather",
    "go run main.go, weather",
    "npm start, weather",
    "npm run start, weather",
    "npm run start:stdio, weather",
    "npm test, weather",
    "timeout 5 node index.js, weather",
    "node dist/index.js, weather",
    "node /opt/thing/dist/index.js, thing",
    "node ../thing/build/main.mjs, thing",
    "./target/debug/main, weather",
    "/opt/thing/bin/run, thing",
    "python -m src.cli, weather",
    "python __main__.py, weather",
    "npx ., weather",
    "npx cli, weather",
    "java -jar target/app.jar, weather",
    "cargo run --release, weather",
    "make serve, weather",
    "mvn exec:java, weather",
    "dotnet run --project x, weather",
    "docker run -i x, weather",
    "./gradlew run, weather",
  })
  @DisplayName("words that could be anybody's give way to a directory that says something")
  void fromTheDirectory(String command, String name) {
    assertThat(name(command, "/home/me/weather")).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "node index.js, /home/me/weather/src, weather",
    "npm start, /opt/thing/build/bin, thing",
    "node index.js, /, server",
    "node /src/index.js, /, server",
    "npm start, /src, server",
    "node .., /, server",
    "node server.js, /home/me/weather, weather",
    "python server.py, /, server",
  })
  @DisplayName("a working directory that says nothing is passed over; in the end it is `server`")
  void fromTheDirectoriesAbove(String command, String directory, String name) {
    assertThat(name(command, directory)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "weather, weather",
    "Weather Server, Weather-Server",
    "@org/weather, weather",
    "@modelcontextprotocol/server-everything, server-everything",
    "mcp-servers/everything, everything",
    "io.github.me/weather, weather",
    "@acme/mcp-server, acme",
    "weather/v2, weather",
    "'we`at\"her\\', we-at-her",
    "'a = b', a-b",
    "a🌧b, a-b",
    "погода, погода",
    "wea\u0301ther, wea\u0301ther",
    "--name, name",
    "-weather-, weather",
    "weather..., weather",
    "secure-filesystem-server, secure-filesystem-server",
    "FastMCP-weather, FastMCP-weather",
  })
  @DisplayName("what a server calls itself is made fit for a line of text")
  void ofHandshake(String given, String name) {
    if (name.equals("name")) {
      assertThat(ServerName.ofHandshake(given)).as("it says nothing").isEmpty();
    } else {
      assertThat(ServerName.ofHandshake(given)).contains(name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "/",
        "@/",
        "...",
        "🌧",
        "server",
        "Server",
        "mcp-server",
        "mcp_server",
        "McpServer",
        "MCPServer",
        "My MCP Server",
        "my-server",
        "example",
        "Example Servers",
        "@example/mcp-server",
        "server.py",
        "FastMCP",
        "FastMCP-1a2b",
        "fastmcp",
        "1.0",
        "v2",
        "test",
        "python-mcp-server",
        "TypeScript MCP Server",
      })
  @DisplayName("names that any server could have say nothing")
  void saysNothing(String given) {
    assertThat(ServerName.ofHandshake(given)).isEmpty();
  }

  @Test
  @DisplayName("a name has no control characters and at most 40 characters, none of them halved")
  void boundedAndPlain() {
    assertThat(ServerName.ofHandshake("we\u0000a\nt\u001b[31mher\u202e")).contains("we-a-t-31mher");
    assertThat(ServerName.ofHandshake("weather".repeat(1_000)).orElse("")).hasSize(40);
    assertThat(ServerName.ofHandshake("x" + "𝒲".repeat(100)).orElse(""))
        .isEqualTo("x" + "𝒲".repeat(39));
    assertThat(ServerName.ofHandshake("x".repeat(39) + " y")).contains("x".repeat(39));
  }

  @Test
  @DisplayName("so is a word of the command")
  void fitWord() {
    for (String word : List.of("we`a ther.js", "dist/we\"a\"ther.mjs", "'we a'ther.py")) {
      Command odd = new Command(List.of("node", word), Map.of(), Path.of("/home/me/project"));
      assertThat(ServerName.of(odd)).isEqualTo("we-a-ther");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "node dist/weather.js, weather",
    "npx -y @org/forecast, forecast",
    "npx mcp-server, ours",
    "uvx mcp-server, ours",
    "python -m mcp_server, ours",
    "python -mweather, ours",
    "npx @org/mcp-server, org",
    "/opt/there/bin/server, there",
  })
  @DisplayName("a word that says something counts more than a directory")
  void wordOrDirectory(String command, String name) {
    assertThat(name(command, "/home/me/ours")).isEqualTo(name);
  }
}
