package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    "java -cp classes com.acme.Main,Main",
    "java --module-path mods -m acme/com.acme.Main,Main",
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
    "python -m src.weather.server, weather",
    "python -mweather, weather",
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
    "/main, weather",
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

  @TempDir Path project;

  private String inProject(String command) {
    return ServerName.of(new Command(List.of(command.split(" ", -1)), Map.of(), project));
  }

  private void write(String file, String text) throws IOException {
    Path path = project.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm start",
        "npm run start",
        "node .",
        "node index.js",
        "node dist/index.js",
        "node dist/server.js",
        "node build/src/server.js",
        "npx tsx src/server.ts",
        "python server.py",
        "python src/main.py",
        "python -m server",
        "cargo run",
        "./target/release/server",
        "go run .",
        "go run ./cmd/server",
        "./bin/mcp-server",
        "make serve",
        "sh -c x",
      })
  @DisplayName("where the command says nothing, the manifest of the project does")
  void ofManifest(String command) throws IOException {
    Map<String, String> manifests =
        Map.of(
            "package.json", "{\"version\":\"1\",\"name\":\"@org/weather\"}",
            "pyproject.toml", "[build-system]\nname = 'no'\n[project]\nname = \"weather\" # x\n",
            "Cargo.toml", "[workspace]\n[package]\nname='weather'\n",
            "go.mod", "// x\nmodule example.org/a/weather/v2 // y\n");
    write("server.py", "");
    for (Map.Entry<String, String> manifest : manifests.entrySet()) {
      write(manifest.getKey(), manifest.getValue());
      assertThat(inProject(command)).as(manifest.getKey()).isEqualTo("weather");
      Files.delete(project.resolve(manifest.getKey()));
    }
    assertThat(inProject(command)).isNotEqualTo("weather");
  }

  @ParameterizedTest
  @CsvSource({
    "npm start, node",
    "node dist/server.js, node",
    "python server.py, python",
    "uv run server.py, python",
    "cargo run, rust",
    "go run ., go",
    "./bin/server, node",
  })
  @DisplayName("of several manifests that of the command's language counts")
  void severalManifests(String command, String name) throws IOException {
    write("package.json", "{\"name\":\"node-x\"}".replace("node-x", "node1weather"));
    write("pyproject.toml", "[project]\nname = 'python1weather'\n");
    write("Cargo.toml", "[package]\nname = 'rust1weather'\n");
    write("go.mod", "module go1weather\n");
    assertThat(inProject(command)).isEqualTo(name + "1weather");
  }

  @ParameterizedTest
  @CsvSource({
    "node dist/weather.js, weather",
    "npx -y @org/forecast, forecast",
    "npx mcp-server, mcp-server",
    "mcp-server, mcp-server",
    "uvx mcp-server, mcp-server",
    "python -m mcp_server, mcp_server",
    "python -m mcp_server.forecast, forecast",
    "npx @org/mcp-server, org",
    "/opt/there/bin/server, there",
  })
  @DisplayName("a word that says something counts more; what is installed is not the project's")
  void wordOrManifest(String command, String name) throws IOException {
    write("package.json", "{\"name\":\"ours\"}");
    write("pyproject.toml", "[project]\nname = \"ours\"\n");
    assertThat(inProject(command)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"name\":1}",
        "{\"name\":null,\"x\":\"no\"}",
        "{\"name\":{\"name\":\"no\"}}",
        "{\"name\":[\"no\"],\"x\":\"no\"}",
        "{\"x\":\"name\",\"y\":\"no\"}",
        "{\"author\":{\"name\":\"no\"}}",
        "{\"x\":\"\\\"name\\\":\\\"no\\\"\"}",
        "[{\"name\":\"no\"}]",
        "{\"name\":\"mcp-server\"}",
        "{\"name\":\"\"}",
        "{\"name\":\"no",
        "\"name\":\"no\"",
      })
  @DisplayName("a manifest without a name that says something says nothing")
  void noNameInJson(String json) throws IOException {
    write("package.json", json);
    assertThat(inProject("node ../thing/dist/index.js")).isEqualTo("thing");
    assertThat(inProject("npm start")).isEqualTo(FitName.fit(project.getFileName().toString()));
    assertThat(inProject("node server.js")).isEqualTo(inProject("npm start"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"weather\"}",
        " {\n\t\"private\" : true , \"name\"\n:\n\"weather\" }",
        "{\"author\":{\"name\":\"no\"},\"files\":[\"name\",\"no\"],\"name\":\"weather\"}",
        "{\"x\":\"\\\"name\\\":\\\"no\\\"\",\"name\":\"@a\\/weather\"}",
        "\uFEFF{\"name\":\"weather\"}",
      })
  void nameInJson(String json) {
    assertThat(FitName.of(Manifests.ofJson(json))).isEqualTo("weather");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[project]\\nname = \"weather\"                      | weather",
        "[project]\\r\\nname=\"weather\"\\r\\n                 | weather",
        "[tool.poetry]\\nname = 'weather'                   | weather",
        "name = 'no'\\n[project]\\nversion = '1'            | ''",
        "[project]\\nnames = ['no']\\n[tool.x]\\nname='no'  | ''",
        "[project]\\nname.workspace = true                  | ''",
        "[project]\\nname = 'no                             | ''",
        "[project.scripts]\\nname = 'no'                    | ''",
      })
  void nameInToml(String toml, String name) {
    assertThat(
            Manifests.ofToml(
                toml.replace("\\n", "\n").replace("\\r", "\r"),
                "name",
                "[project]",
                "[tool.poetry]"))
        .isEqualTo(name);
  }

  @Test
  @DisplayName("a manifest that is very long or cannot be read says nothing")
  void longAndUnreadable() throws IOException {
    write("package.json", "{\"x\":\"" + "y".repeat(300_000) + "\",\"name\":\"weather\"}");
    String directory = FitName.fit(project.getFileName().toString());
    assertThat(inProject("node server.js")).isEqualTo(directory);
    Files.delete(project.resolve("package.json"));
    Files.createDirectory(project.resolve("package.json"));
    write("go.mod", "module weather\n");
    assertThat(inProject("node server.js")).isEqualTo("weather");
  }
}
