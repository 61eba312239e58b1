package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pitstop.process.Command;
import dev.pitstop.process.ShellLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("commands that restart what they run")
class WatchersTest {
  @TempDir Path directory;

  private Optional<WatcherFinding> find(String line) {
    List<String> argv = ShellLine.commands(line).getFirst();
    return Watchers.of(new Command(argv, Map.of(), directory));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          nodemon server.js ¦ nodemon
          nodemon src/server.js --stdio ¦ nodemon
          npx -y nodemon@3 --watch src -e ts,json --exec "tsx src/server.ts" ¦ nodemon
          npx nodemon x.js ¦ nodemon
          nodemon -w src --exec "npm run build && node dist/x.js" ¦ nodemon
          nodemon -C -d 2 x.js ¦ nodemon
          cargo watch -C sub -x run ¦ cargo watch
          nodemon server.py ¦ nodemon
          tsx watch src/server.ts ¦ tsx watch
          npx tsx watch --clear-screen=false --include data src/server.ts watch ¦ tsx watch
          pnpm dlx tsx watch server.ts ¦ tsx watch
          ts-node-dev --respawn --transpile-only --ignore-watch x src/server.ts ¦ ts-node-dev
          node --watch server.js ¦ node --watch
          node --watch-path=./src --env-file=.env src/server.mjs ¦ node --watch-path
          node --watch-path lib --watch-preserve-output x.js --watch ¦ node --watch-path
          deno run --allow-net --watch main.ts ¦ deno --watch
          bun --watch run src/index.ts ¦ bun --watch
          bun --hot index.ts ¦ bun --hot
          uvicorn app:app --reload --port 80 ¦ uvicorn --reload
          uv run uvicorn app:app --reload --reload-dir src ¦ uvicorn --reload
          python3 -m uvicorn app:app --reload ¦ uvicorn --reload
          fastmcp run server.py --reload ¦ fastmcp --reload
          cargo watch -x run ¦ cargo watch
          cargo watch -q -c -w crates -x "run --bin srv -- --stdio" ¦ cargo watch
          watchexec -r -e rs,toml -- target/debug/srv --stdio ¦ watchexec
          watchexec -w src -r "python3 server.py" ¦ watchexec
          dotnet watch --project src/Srv run -- --stdio ¦ dotnet watch
          air -c .air.toml -- --stdio ¦ air
          sh -c "ls *.py | entr -r python3 server.py" ¦ entr
          bash -lc "npm run build && node --watch dist/x.js" ¦ node --watch
          env NODE_ENV=development nodemon x.js ¦ nodemon
          tsup src/index.ts --watch --onSuccess "node dist/index.js" ¦ tsup --watch
          """)
  void found(String command, String watcher) {
    assertThat(find(command)).map(WatcherFinding::watcher).contains(watcher);
  }

  @ParameterizedTest
  @DisplayName("what only looks like one is none")
  @ValueSource(
      strings = {
        "node server.js --watch",
        "node dist/nodemon.js",
        "tsx src/server.ts watch",
        "npx tsx src/watch.ts",
        "uvicorn app:app",
        "cargo run -- watch",
        "dotnet run watch",
        "bun run x.ts --hot",
        "npx @org/weather --watch",
        "python3 server.py --reload",
        "npm run dev",
        "sh -c 'node x.js'",
        "sh",
        "npx",
        "npm",
        "watch ls",
        "go run ."
      })
  void none(String command) {
    assertThat(find(command)).isEmpty();
  }

  @RepeatedTest(5)
  @DisplayName("any words at all are looked at without a failure")
  void anyWords() throws IOException {
    scripts(
        "{\"main\":\"m.js\",\"scripts\":{\"dev\":\"nodemon\",\"x\":\"\",\"y\":\"| &&"
            + " ;\",\"start\":7}}");
    List<String> vocabulary =
        List.of(
            "",
            "-",
            "--",
            "-c",
            "-x",
            "-s",
            "-w",
            "-e",
            "--exec",
            "--watch",
            "--watch-path",
            "--reload",
            "--reload-dir",
            "--hot",
            "--onSuccess",
            "--project",
            "--include",
            "watch",
            "run",
            "exec",
            "nodemon",
            "tsx",
            "ts-node-dev",
            "node",
            "deno",
            "bun",
            "cargo",
            "cargo-watch",
            "watchexec",
            "dotnet",
            "air",
            "entr",
            "tsc",
            "tsup",
            "tsc-watch",
            "gow",
            "uvicorn",
            "npx",
            "npm",
            "pnpm",
            "yarn",
            "uv",
            "python3",
            "-m",
            "sh",
            "bash",
            "env",
            "A=1",
            "concurrently",
            "dev",
            "x",
            "y",
            "start",
            "x.js",
            "src/x.ts",
            "src",
            "a b",
            "ls *.py | entr",
            "&& ||",
            "'",
            "\\",
            "--prefix",
            "\0");
    Random random = new Random();
    long seed = random.nextLong();
    random.setSeed(seed);
    for (int i = 0; i < 5_000; i++) {
      List<String> words = new ArrayList<>(List.of("nodemon"));
      int n = random.nextInt(7);
      for (int w = 0; w < n; w++) {
        words.add(vocabulary.get(random.nextInt(vocabulary.size())));
      }
      if (random.nextBoolean() && words.size() > 1 && !words.get(1).isEmpty()) {
        words.removeFirst();
      }
      assertThatCode(() -> Watchers.of(new Command(words, Map.of(), directory)))
          .as("seed %d: %s", seed, words)
          .doesNotThrowAnyException();
    }
  }

  private void scripts(String json) throws IOException {
    Files.writeString(directory.resolve("package.json"), json);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          npm run dev ¦ nodemon src/x.js ¦ nodemon
          npm run -s dev -- --stdio ¦ tsx watch src/x.ts ¦ tsx watch
          pnpm dev --stdio ¦ tsx watch src/x.ts ¦ tsx watch
          yarn dev ¦ NODE_ENV=dev nodemon x.js ¦ nodemon
          bun run dev ¦ bun --watch x.ts ¦ bun --watch
          npm run dev ¦ npm run other ¦ node --watch
          npm run dev ¦ tsc && nodemon dist/x.js ¦ nodemon
          npm run dev ¦ tsc && node --watch dist/x.js & ¦ node --watch
          npm run dev ¦ tsc --watch ¦ tsc --watch
          sh -c "npm run dev" ¦ nodemon x.js ¦ nodemon
          """)
  @DisplayName("a script of package.json that starts one")
  void script(String command, String script, String watcher) throws IOException {
    scripts(
        "{\"scripts\":{\"start\":\"node dist/x.js\",\"other\":\"node --watch o.js\",\"dev\":\""
            + script.replace("\"", "\\\"")
            + "\"}}");
    assertThat(find(command)).contains(new WatcherFinding(watcher, Optional.of("dev")));
  }

  @Test
  @DisplayName(
      "a script elsewhere is run there; plain ones, loops and broken files are no findings")
  void otherScripts() throws IOException {
    scripts("{\"scripts\":{\"start\":\"node x.js\",\"a\":\"npm run b\",\"b\":\"npm run a\"}}");
    assertThat(find("npm start")).isEmpty();
    assertThat(find("npm run a")).isEmpty();
    assertThat(find("npm run missing")).isEmpty();
    Path below = Files.createDirectory(directory.resolve("server"));
    Files.writeString(below.resolve("package.json"), "{\"scripts\":{\"dev\":\"nodemon x.js\"}}");
    assertThat(find("npm run dev --prefix server"))
        .contains(new WatcherFinding("nodemon", Optional.of("dev")));
    scripts("{\"scripts\":{\"start\":\"npm run dev\",\"dev\":\"tsc --watch\"}}");
    assertThat(find("npm run dev")).map(WatcherFinding::watcher).contains("tsc --watch");
    scripts("{\"scripts\":");
    assertThat(find("npm run dev")).isEmpty();
    scripts("[".repeat(100_000));
    assertThat(find("npm run dev")).isEmpty();
  }
}
