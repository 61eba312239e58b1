package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Which file counts, and what is known of it")
class BinaryInfoTest {
  @TempDir Path temporary;

  private Path root;

  @BeforeEach
  void createFiles() throws IOException {
    root = temporary.toRealPath().resolve("work");
    for (String file :
        List.of(
            "dist/x.js",
            "lib/index.js",
            "src/x.ts",
            "server.py",
            "pkg/__init__.py",
            "pkg/__pycache__/a.pyc",
            "pkg/sub/tool.py",
            "pkg/__main__.py",
            "both/__main__.py",
            "both.py",
            "single.py",
            "src/inner/__main__.py",
            "src/half/__init__.py",
            "data/x.csv",
            "index.js",
            "main.go",
            "out/Tool.dll",
            "start.js",
            "gradlew",
            "run.sh",
            "app.rb",
            "Main.java",
            "target/classes/A.class",
            "bin/server",
            "node_modules/.bin/my-mcp")) {
      write(file, "content of " + file);
    }
    for (String executable : List.of("bin/server", "run.sh", "gradlew")) {
      assertThat(root.resolve(executable).toFile().setExecutable(true)).isTrue();
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "4.5.6");
    try (OutputStream out = Files.newOutputStream(root.resolve("x.jar"));
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.putNextEntry(new ZipEntry("A.class"));
    }
  }

  private Path write(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private Optional<BinaryInfo> info(String... argv) {
    return BinaryInfo.of(new Command(List.of(argv), Map.of(), root), Given.EXECUTABLES);
  }

  @ParameterizedTest
  @CsvSource({
    "node dist/x.js, dist/x.js",
    "node --require ./hook.js --inspect dist/x.js --port 3, dist/x.js",
    "node dist/x, dist/x.js",
    "/usr/bin/node22 lib, lib/index.js",
    "tsx watch src/x.ts, src/x.ts",
    "npx -y tsx src/x.ts, src/x.ts",
    "deno run --allow-net src/x.ts, src/x.ts",
    "bun run src/x.ts, src/x.ts",
    "python3.12 -u server.py, server.py",
    "python -W ignore -m pkg, pkg/__main__.py",
    "python -m both, both/__main__.py",
    "python -m single, single.py",
    "python -mpkg.sub.tool, pkg/sub/tool.py",
    "python3 -m inner --flag, src/inner/__main__.py",
    "uv run server.py, server.py",
    "uv --directory . run python -m pkg, pkg/__main__.py",
    "env A=1 B=2 python3 server.py, server.py",
    "java -jar x.jar --jar y, x.jar",
    "java -Xmx1g -cp none.jar:target/classes:x.jar Main -jar y.jar, x.jar",
    "java --class-path=x.jar Main, x.jar",
    "java Main.java, Main.java",
    "sh run.sh, run.sh",
    "bash -e ./run.sh arg, run.sh",
    "ruby -I lib app.rb, app.rb",
    "bin/server --verbose dist/x.js, bin/server",
  })
  void findsTheFileThatCounts(String commandLine, String expected) {
    assertThat(info(commandLine.split(" ")).orElseThrow().path()).isEqualTo(root.resolve(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "timeout 100 python3 server.py, server.py",
    "timeout -k 5 --signal TERM 1m node dist/x.js, dist/x.js",
    "stdbuf -oL -e 0 python3 server.py, server.py",
    "nohup bin/server, bin/server",
    "nice -n 5 env A=1 timeout 9 bin/server, bin/server",
    "taskset 0x1 setsid java -jar x.jar, x.jar",
    "cross-env A=1 node dist/x.js, dist/x.js",
  })
  @DisplayName("what a wrapper runs is what counts")
  void looksBehindWrappers(String commandLine, String expected) {
    assertThat(info(commandLine.split(" ")).orElseThrow().path()).isEqualTo(root.resolve(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "poetry run python server.py, server.py",
    "pdm run -- python -m pkg, pkg/__main__.py",
    "uv run python server.py, server.py",
    "pnpm exec tsx src/x.ts, src/x.ts",
    "yarn run tsx src/x.ts, src/x.ts",
    "npm exec tsx src/x.ts, src/x.ts",
    "bun x tsx src/x.ts, src/x.ts",
    "uvx python server.py, server.py",
    "npx ./run.sh, run.sh",
    "go run main.go --stdio, main.go",
    "dotnet out/Tool.dll, out/Tool.dll",
    "dotnet exec out/Tool.dll, out/Tool.dll",
    "bin/server run, bin/server",
  })
  @DisplayName("what a runner runs counts where the command says it for certain")
  void looksBehindRunners(String commandLine, String expected) {
    assertThat(info(commandLine.split(" ")).orElseThrow().path()).isEqualTo(root.resolve(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx --no-install @modelcontextprotocol/server-everything stdio",
        "npx -y @scope/pkg@1.2",
        "npx pkg@latest",
        "npx pkg",
        "npx start",
        "npm exec @scope/pkg",
        "npm x -- @scope/pkg",
        "bunx @scope/pkg",
        "bun x @scope/pkg",
        "pnpm dlx @scope/pkg",
        "pnpm --package a dlx @scope/pkg",
        "yarn dlx @scope/pkg",
        "uvx --from git+https://example.org/x/y pkg",
        "uvx pkg@1.2",
        "uv tool run pkg/sub",
        "pipx run pkg",
        "timeout 9 npx -y @scope/pkg",
        "npx .",
        "npx my-mcp --stdio",
        "npx mcp-server-data data/x.csv",
        "npx ./data",
      })
  @DisplayName("the name of a package is no path: there is no file of the server's own")
  void packages(String commandLine) {
    assertThat(program(commandLine)).isEqualTo(new Program.Unknown());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cargo run --release",
        "go run .",
        "go run ./data",
        "docker run -i --rm mcp/time",
        "podman run x",
        "mvn -q exec:java",
        "gradle run",
        "make serve",
        "dotnet run --project data",
        "dotnet watch run",
        "just start",
        "rake start",
        "npm start",
        "npm test",
        "npm run start",
        "pnpm run start",
        "yarn start",
        "deno task start",
        "poetry run start-of-a-package",
        "bin/cargo run",
        "bin/docker run -i x",
      })
  @DisplayName("a build tool or container engine is not the server's file, nor is a task")
  void buildTools(String commandLine) throws IOException {
    Path tools = Files.createDirectories(root.resolveSibling("tools"));
    for (String tool :
        List.of("cargo", "go", "docker", "podman", "mvn", "gradle", "make", "just")) {
      Path file = Files.writeString(tools.resolve(tool), "");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    List<String> argv = List.of(commandLine.replace("bin/", tools + "/").split(" "));
    Map<String, String> env = Map.of("PATH", tools + ":/usr/bin:/bin");
    assertThat(ProgramFile.of(new Command(argv, env, root), Given.EXECUTABLES))
        .isEqualTo(new Program.Unknown());
    // the same in the home directory, where the tools lie too
    Command above = new Command(argv, env, root.getParent());
    if (commandLine.indexOf('/') < 0) {
      assertThat(ProgramFile.of(above, Given.EXECUTABLES)).isEqualTo(new Program.Unknown());
    }
  }

  private Program program(String commandLine) {
    return ProgramFile.of(
        new Command(List.of(commandLine.split(" ")), Map.of(), root), Given.EXECUTABLES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/bin/sh -c dist/x.js",
        "bash -lc dist/x.js",
        "bash -c dist/x.js",
        "sh no-such-file",
        "sh nul\0",
        "python3 -c print()",
        "python3 -m installed_somewhere",
        "python3 -m data",
        "npm run start",
        "npm run -s start",
        "timeout 100 sh -c x",
        "timeout 100",
        "env",
        "java -version",
        "no-such-program-here",
        "./gradlew run",
      })
  @DisplayName("an interpreter, shell or wrapper of the system is not the server's file")
  void nothingOfItsOwn(String commandLine) {
    assertThat(program(commandLine)).isEqualTo(new Program.Unknown());
    assertThat(info(commandLine.split(" "))).isEmpty();
  }

  @Test
  @DisplayName("the file that --set binary names counts, there or not, whatever the command says")
  void named() throws IOException {
    write("target/release/server", "hello");
    Command cargo = named("target/release/server", "cargo", "run");
    BinaryInfo info = BinaryInfo.of(cargo, Given.EXECUTABLES).orElseThrow();
    assertThat(info.path()).isEqualTo(root.resolve("target/release/server"));
    assertThat(info.sha256()).isPresent();
    assertThat(ProgramFile.of(named("gone", "node", "dist/x.js"), Given.EXECUTABLES))
        .isEqualTo(new Program.Missing(root.resolve("gone")));
  }

  private Command named(String binary, String... argv) {
    return new Command(List.of(argv), Map.of(), root, Optional.of(Path.of(binary)));
  }

  @ParameterizedTest
  @CsvSource({
    "node dist/gone.js, dist/gone.js",
    "python3 -u gone.py --x, gone.py",
    "npx -y tsx src/gone.ts, src/gone.ts",
    "timeout 9 node dist/gone.js, dist/gone.js",
    "npx ./gone, gone",
    "python -m half, src/half/__main__.py",
    "java -jar gone.jar, gone.jar",
    "java -cp gone:more Main, gone",
    "java Gone.java, Gone.java",
    "./gone, gone",
    "env A=1 ./gone, gone",
  })
  @DisplayName("a file that the command names and that is not there is told as missing")
  void missing(String commandLine, String expected) {
    assertThat(program(commandLine)).isEqualTo(new Program.Missing(root.resolve(expected)));
    assertThat(info(commandLine.split(" "))).isEmpty();
  }

  @Test
  void tellsSizeTimeAndHash() throws IOException {
    Path file = write("dist/x.js", "hello");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_123L));
    BinaryInfo info = info("node", "dist/x.js").orElseThrow();
    assertThat(info).isEqualTo(new BinaryInfo(file, 5, 1_700_000_000_123L, Optional.empty()));
    assertThat(info.sha256())
        .contains("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    write("dist/x.js", "hello!");
    assertThat(info("node", "dist/x.js").orElseThrow().sha256().orElseThrow())
        .hasSize(64)
        .doesNotStartWith("2cf24");
  }

  @Test
  void isStaleWhenTheFileIsNewerThanTheChild() throws IOException {
    Path file = write("dist/x.js", "hello");
    Files.setLastModifiedTime(file, FileTime.fromMillis(10_000));
    BinaryInfo info = info("node", "dist/x.js").orElseThrow();
    assertThat(info.stale(9_999)).isTrue();
    assertThat(info.stale(10_000)).isFalse();
    assertThat(info.stale(20_000)).isFalse();
  }

  @Test
  @DisplayName("of a package its __main__.py counts: other files in it do not make it stale")
  void aPackageIsItsMain() throws IOException {
    Path main = root.resolve("pkg/__main__.py");
    Files.setLastModifiedTime(main, FileTime.fromMillis(1_000));
    write("pkg/state.json", "written by the server");
    BinaryInfo info = info("python", "-m", "pkg").orElseThrow();
    assertThat(info.path()).isEqualTo(main);
    assertThat(info.stale(2_000)).isFalse();
    assertThat(info.sha256()).isPresent();
  }

  @Test
  void readsDeclaredVersions() throws IOException {
    assertThat(info("java", "-jar", "x.jar").orElseThrow().version()).contains("4.5.6");
    write("package.json", "{\"engines\":{\"version\":\"9\"},\"version\":\"1.2.3\"}");
    assertThat(info("node", "dist/x.js").orElseThrow().version()).contains("1.2.3");
    write("dist/package.json", "{\"type\":\"module\",\"version\":\"2.0.0-rc.1\"}");
    assertThat(info("node", "dist/x.js").orElseThrow().version()).contains("2.0.0-rc.1");
    assertThat(info("sh", "run.sh").orElseThrow().version()).isEmpty();
  }

  @Test
  void doesNotLookForVersionsAboveTheWorkingDirectory() throws IOException {
    Files.writeString(root.resolveSibling("package.json"), "{\"version\":\"6.6.6\"}");
    assertThat(info("node", "dist/x.js").orElseThrow().version()).isEmpty();
  }

  @Test
  void brokenDescriptionsDeclareNothing() throws IOException {
    write("x.jar", "no jar");
    assertThat(info("java", "-jar", "x.jar").orElseThrow().version()).isEmpty();
    for (String text : List.of("", "{", "[]", "{\"version\":{}}", "\"x\"")) {
      write("package.json", text);
      assertThat(info("node", "dist/x.js").orElseThrow().version()).as(text).isEmpty();
    }
  }
}
