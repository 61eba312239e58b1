package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pitstop.process.Command;
import dev.pitstop.process.ShellLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    List<String> argv = ShellLine.segments(line).getFirst().words();
    return Watchers.of(new Command(argv, Map.of(), directory));
  }

  private String line(String command) {
    return find(command).orElseThrow().line(Map.of()).orElse("?");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          nodemon server.js ¦ nodemon ¦ pitstop --watch '**/*.{js,mjs,cjs,json}' -- node server.js
          nodemon src/server.js --stdio ¦ nodemon ¦ pitstop --watch 'src/**/*.{js,mjs,cjs,json}' -- node src/server.js --stdio
          npx -y nodemon@3 --watch src -e ts,json --exec "tsx src/server.ts" ¦ nodemon ¦ pitstop --watch 'src/**/*.{ts,json}' -- npx -y tsx src/server.ts
          npx nodemon x.js ¦ nodemon ¦ pitstop --watch '**/*.{js,mjs,cjs,json}' -- node x.js
          nodemon -w src --exec "npm run build && node dist/x.js" ¦ nodemon ¦ pitstop --build 'npm run build' --watch 'src/**/*.{js,mjs,cjs,json}' -- node dist/x.js
          nodemon -C -d 2 x.js ¦ nodemon ¦ pitstop --watch '**/*.{js,mjs,cjs,json}' -- node x.js
          cargo watch -C sub -x run ¦ cargo watch ¦ pitstop --build 'cargo build' --watch 'src/**/*.rs' --watch Cargo.toml -- cargo run --quiet
          nodemon server.py ¦ nodemon ¦ pitstop --watch '**/*.py' -- python3 server.py
          tsx watch src/server.ts ¦ tsx watch ¦ pitstop --watch 'src/**/*.ts' -- tsx src/server.ts
          npx tsx watch --clear-screen=false --include data src/server.ts watch ¦ tsx watch ¦ pitstop --watch 'src/**/*.ts' --watch data -- npx tsx src/server.ts watch
          pnpm dlx tsx watch server.ts ¦ tsx watch ¦ pitstop --watch '**/*.ts' -- pnpm dlx tsx server.ts
          ts-node-dev --respawn --transpile-only --ignore-watch x src/server.ts ¦ ts-node-dev ¦ pitstop --watch 'src/**/*.{ts,json}' -- npx ts-node --transpile-only src/server.ts
          node --watch server.js ¦ node --watch ¦ pitstop --watch '**/*.js' -- node server.js
          node --watch-path=./src --env-file=.env src/server.mjs ¦ node --watch-path ¦ pitstop --watch 'src/**' -- node --env-file=.env src/server.mjs
          node --watch-path lib --watch-preserve-output x.js --watch ¦ node --watch-path ¦ pitstop --watch 'lib/**' -- node x.js --watch
          deno run --allow-net --watch main.ts ¦ deno --watch ¦ pitstop --watch '**/*.ts' -- deno run --allow-net main.ts
          bun --watch run src/index.ts ¦ bun --watch ¦ pitstop --watch 'src/**/*.ts' -- bun run src/index.ts
          bun --hot index.ts ¦ bun --hot ¦ pitstop --watch '**/*.ts' -- bun index.ts
          uvicorn app:app --reload --port 80 ¦ uvicorn --reload ¦ pitstop --watch '**/*.py' -- uvicorn app:app --port 80
          uv run uvicorn app:app --reload --reload-dir src ¦ uvicorn --reload ¦ pitstop --watch 'src/**/*.py' -- uv run uvicorn app:app
          python3 -m uvicorn app:app --reload ¦ uvicorn --reload ¦ pitstop --watch '**/*.py' -- python3 -m uvicorn app:app
          fastmcp run server.py --reload ¦ fastmcp --reload ¦ pitstop --watch '**/*.py' -- fastmcp run server.py
          cargo watch -x run ¦ cargo watch ¦ pitstop --build 'cargo build' --watch 'src/**/*.rs' --watch Cargo.toml -- cargo run --quiet
          cargo watch -q -c -w crates -x "run --bin srv -- --stdio" ¦ cargo watch ¦ pitstop --build 'cargo build --bin srv' --watch 'crates/**' -- cargo run --quiet --bin srv -- --stdio
          watchexec -r -e rs,toml -- target/debug/srv --stdio ¦ watchexec ¦ pitstop --watch '**/*.{rs,toml}' -- target/debug/srv --stdio
          watchexec -w src -r "python3 server.py" ¦ watchexec ¦ pitstop --watch 'src/**' -- python3 server.py
          dotnet watch --project src/Srv run -- --stdio ¦ dotnet watch ¦ pitstop --build 'dotnet build src/Srv' --watch '**/*.cs' --watch '**/*.csproj' -- dotnet run --no-build --project src/Srv -- --stdio
          air -c .air.toml -- --stdio ¦ air ¦ pitstop --build 'go build -o ./tmp/main .' --watch '**/*.go' -- ./tmp/main --stdio
          sh -c "ls *.py | entr -r python3 server.py" ¦ entr ¦ pitstop --watch '**/*.py' -- python3 server.py
          bash -lc "npm run build && node --watch dist/x.js" ¦ node --watch ¦ pitstop --build 'npm run build' --watch 'dist/**/*.js' -- node dist/x.js
          env NODE_ENV=development nodemon x.js ¦ nodemon ¦ pitstop --watch '**/*.{js,mjs,cjs,json}' -- env NODE_ENV=development node x.js
          tsup src/index.ts --watch --onSuccess "node dist/index.js" ¦ tsup --watch ¦ pitstop --build 'npx tsup src/index.ts' --watch 'src/**/*.ts' -- node dist/index.js
          """)
  void found(String command, String watcher, String line) {
    assertThat(find(command)).map(WatcherFinding::watcher).contains(watcher);
    assertThat(line(command)).isEqualTo(line);
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
        "{\"main\":\"m.js\",\"scripts\":{\"dev\":\"nodemon\",\"x\":\"\",\"y\":\"| && ;\",\"start\":7}}");
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
      assertThatCode(() ->
              Watchers.of(new Command(words, Map.of(), directory)).ifPresent(f -> f.line(Map.of())))
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
          npm run dev ¦ nodemon src/x.js ¦ pitstop --watch 'src/**/*.{js,mjs,cjs,json}' -- node src/x.js
          npm run -s dev -- --stdio ¦ tsx watch src/x.ts ¦ pitstop --watch 'src/**/*.ts' -- npx tsx src/x.ts --stdio
          pnpm dev --stdio ¦ tsx watch src/x.ts ¦ pitstop --watch 'src/**/*.ts' -- npx tsx src/x.ts --stdio
          yarn dev ¦ NODE_ENV=dev nodemon x.js ¦ pitstop --watch '**/*.{js,mjs,cjs,json}' -- env NODE_ENV=dev node x.js
          bun run dev ¦ bun --watch x.ts ¦ pitstop --watch '**/*.ts' -- bun x.ts
          npm run dev ¦ npm run other ¦ pitstop --watch '**/*.js' -- node o.js
          npm run dev ¦ tsc && nodemon dist/x.js ¦ pitstop --build tsc --watch 'dist/**/*.{js,mjs,cjs,json}' -- node dist/x.js
          npm run dev ¦ tsc -w & node --watch dist/x.js ¦ pitstop --build 'npx tsc' --watch 'dist/**/*.js' -- node dist/x.js
          npm run dev ¦ concurrently "tsc -w" "nodemon dist/x.js" ¦ pitstop --build 'npx tsc' --watch 'dist/**/*.{js,mjs,cjs,json}' -- node dist/x.js
          npm run dev ¦ tsc --watch ¦ pitstop --build 'npx tsc' --watch 'src/**/*.ts' -- npm start
          sh -c "npm run dev" ¦ nodemon x.js ¦ pitstop --watch '**/*.{js,mjs,cjs,json}' -- node x.js
          """)
  @DisplayName("a script of package.json that starts one")
  void script(String command, String script, String line) throws IOException {
    scripts(
        "{\"scripts\":{\"start\":\"node dist/x.js\",\"other\":\"node --watch o.js\",\"dev\":\""
            + script.replace("\"", "\\\"")
            + "\"}}");
    assertThat(line(command)).isEqualTo(line);
    assertThat(find(command).orElseThrow().script()).contains("dev");
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
    assertThat(line("npm run dev --prefix server"))
        .isEqualTo("pitstop --cwd " + below + " --watch '**/*.{js,mjs,cjs,json}' -- node x.js");
    scripts("{\"scripts\":{\"start\":\"npm run dev\",\"dev\":\"tsc --watch\"}}");
    assertThat(find("npm run dev")).map(WatcherFinding::watcher).contains("tsc --watch");
    scripts("{\"scripts\":");
    assertThat(find("npm run dev")).isEmpty();
    scripts("[".repeat(100_000));
    assertThat(find("npm run dev")).isEmpty();
  }

  @Test
  @DisplayName("options that Pitstop has stay, and are not given twice; secrets are not shown")
  void options() {
    Map<String, List<String>> given = new LinkedHashMap<>();
    given.put("cwd", List.of("/home/me/my server"));
    given.put("watch", List.of("lib/**"));
    given.put("env", List.of("TOKEN=secret"));
    assertThat(find("nodemon x.js").orElseThrow().line(given))
        .contains(
            "pitstop --cwd '/home/me/my server' --watch 'lib/**' --env 'TOKEN=…' -- node x.js");
  }
}
