package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("O1: a server's name comes from its command")
class ServerNameTest {
  private static String name(String command, String directory) {
    return ServerName.of(
        new Command(List.of(command.split(" ", -1)), Map.of(), Path.of(directory)));
  }

  @ParameterizedTest
  @CsvSource({
    "node dist/server.js,server",
    "npx -y @org/thing,thing",
    "./weather,weather",
    "java -jar target/x.jar,x",
    "java -cp classes com.acme.Main,Main",
    "java --module-path mods -m acme/com.acme.Main,Main",
    "C:\\bin\\w.exe,w",
    ".hidden,.hidden",
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
  @DisplayName("O1: wrappers, runners and versions are not in it")
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
  @DisplayName("O1: words that could be anybody's give way to a directory that says something")
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
    "node server.js, /home/me/weather, server",
  })
  @DisplayName(
      "O1: a working directory that says nothing is passed over; in the end it is `server`")
  void fromTheDirectoriesAbove(String command, String directory, String name) {
    assertThat(name(command, directory)).isEqualTo(name);
  }
}
