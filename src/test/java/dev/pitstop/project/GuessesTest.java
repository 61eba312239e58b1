package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Which `--build` and `--watch` a project's files tell.
@DisabledOnOs(OS.WINDOWS)
class GuessesTest {
  @TempDir Path dir;

  private void file(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void files(String... names) throws IOException {
    for (String name : names) {
      file(name, "");
    }
  }

  /// What is guessed for a command in the project's directory.
  ///
  /// @param program the file that it runs, in the project's directory; empty if there is none
  private String guess(String program, String... argv) {
    Optional<Path> file = program.isEmpty() ? Optional.empty() : Optional.of(dir.resolve(program));
    return Guesses.of(Optional.of(dir), List.of(argv), file).map(Guess::options).orElse("");
  }

  private static final String BUILDS = "{\"name\":\"x\",\"scripts\":{\"build\":\"tsc\"}}";

  @Test
  @DisplayName("JavaScript: the script `build`, by the package manager of the lock file")
  void node() throws IOException {
    file("package.json", BUILDS);
    files("src/index.ts", "src/ui/a.tsx", "dist/index.js", "test/x.ts");
    assertThat(guess("dist/index.js", "node", "dist/index.js"))
        .isEqualTo("--build \"npm run build\" --watch \"src/**/*.{ts,tsx}\"");
    files("pnpm-lock.yaml");
    assertThat(guess("dist/index.js", "node", "dist/index.js")).contains("\"pnpm run build\"");
    assertThat(guess("src/index.ts", "tsx", "src/index.ts"))
        .as("runs its sources")
        .isEqualTo("--watch \"src/**/*.{ts,tsx}\"");
  }

  @Test
  @DisplayName("JavaScript: a program that the build is to make first")
  void nodeMissing() throws IOException {
    file("package.json", BUILDS);
    files("src/index.ts");
    assertThat(guess("dist/index.js", "node", "dist/index.js"))
        .startsWith("--build \"npm run build\"");
  }

  @Test
  @DisplayName(
      "JavaScript: tsconfig.json without a script, a build that never ends, no build at all")
  void nodeOthers() throws IOException {
    file("package.json", "{\"name\":\"x\"}");
    files("tsconfig.json", "src/a.ts", "build/a.js", "server.js");
    assertThat(guess("build/a.js", "node", "build/a.js"))
        .isEqualTo("--build \"npx tsc\" --watch \"src/**/*.ts\"");
    assertThat(guess("server.js", "node", "server.js"))
        .isEqualTo("--watch \"src/**/*.ts\" --watch \"*.js\"");
    file("package.json", "{\"name\":\"x\",\"scripts\":{\"build\":\"tsc --watch\"}}");
    assertThat(guess("build/a.js", "node", "build/a.js")).doesNotContain("--build");
    file("package.json", "{ broken");
    assertThat(guess("build/a.js", "node", "build/a.js")).isEmpty();
  }

  @Test
  @DisplayName("JavaScript: what npm start runs; a script that builds by itself needs no build")
  void npmStart() throws IOException {
    file(
        "package.json",
        "{\"scripts\":{\"start\":\"node dist/a.js\",\"build\":\"tsc\",\"all\":\"tsc && node dist/a.js\"}}");
    files("src/a.ts");
    assertThat(guess("", "npm", "start"))
        .isEqualTo("--build \"npm run build\" --watch \"src/**/*.ts\"");
    assertThat(guess("", "npm", "run", "all")).isEqualTo("--watch \"src/**/*.ts\"");
  }

  @Test
  @DisplayName(
      "JavaScript: a build's output with a package.json of its own belongs to the project above")
  void nodeInner() throws IOException {
    file("package.json", BUILDS);
    file("dist/package.json", "{\"type\":\"module\"}");
    files("src/a.ts", "dist/a.js");
    assertThat(guess("dist/a.js", "node", "dist/a.js")).startsWith("--build \"npm run build\"");
  }

  @Test
  @DisplayName("Python: nothing to build, packages and scripts are watched, tests are not")
  void python() throws IOException {
    files(
        "pyproject.toml",
        "weather/__init__.py",
        "weather/server.py",
        "tests/__init__.py",
        "tests/a.py");
    assertThat(guess("weather/server.py", "python3", "-m", "weather.server"))
        .isEqualTo("--watch \"weather/**/*.py\"");
    files("main.py");
    assertThat(guess("main.py", "uv", "run", "main.py"))
        .isEqualTo("--watch \"weather/**/*.py\" --watch \"*.py\"");
    assertThat(guess("", "uv", "run", "weather")).isEqualTo("--watch \"weather/**/*.py\"");
  }

  @Test
  @DisplayName("Python: a script without a manifest: what is below its directory")
  void script() throws IOException {
    files("package.json", "srv/server.py", "srv/lib/a.py", "srv/.venv/b.py");
    assertThat(guess("srv/server.py", "python3", "srv/server.py"))
        .isEqualTo("--watch \"srv/**/*.py\"");
    assertThat(guess("srv/missing.py", "python3", "srv/missing.py")).contains("srv/**/*.py");
    assertThat(guess("srv/server.rb", "ruby", "srv/server.rb")).isEmpty();
    for (int i = 0; i < 700; i++) {
      Files.createDirectories(dir.resolve("srv/many/" + i));
    }
    assertThat(guess("srv/server.py", "python3", "srv/server.py"))
        .as("a home directory is not watched as a whole")
        .isEqualTo("--watch \"srv/*.py\"");
  }

  @Test
  @DisplayName("Rust: how the program was built, and of a workspace all members")
  void cargo() throws IOException {
    files("Cargo.toml", "src/main.rs", "crates/a/src/lib.rs", "b/Cargo.toml", "b/src/lib.rs");
    String watch =
        " --watch \"src/**/*.rs\" --watch \"crates/**/*.rs\" --watch \"b/src/**/*.rs\" --watch \"Cargo.toml\"";
    assertThat(guess("target/release/x", "target/release/x"))
        .isEqualTo("--build \"cargo build --release\"" + watch);
    assertThat(guess("target/debug/x", "target/debug/x")).startsWith("--build \"cargo build\"");
    assertThat(guess("target/a-b/dist/x", "target/a-b/dist/x"))
        .as("another profile or target")
        .isEmpty();
    assertThat(guess("", "cargo", "run", "-q", "--release", "--bin", "x", "--", "--release"))
        .isEqualTo("--build \"cargo build -q --release --bin x\"" + watch);
    assertThat(guess("", "cargo", "run", "--release", "serve"))
        .as("the program's own word")
        .isEqualTo("--build \"cargo build --release\"" + watch);
    assertThat(guess("", "cargo", "run", "--bin", "run"))
        .isEqualTo("--build \"cargo build --bin run\"" + watch);
    assertThat(guess("", "cargo", "run", "--manifest-path", "Cargo.toml", "--release"))
        .as("it is built where its manifest is")
        .isEqualTo("--build \"cargo build --release\"" + watch);
    assertThat(guess("", "cargo", "run", "--features", "a b", "x"))
        .as("a value with a blank")
        .isEqualTo("--build \"cargo build --features 'a b'\"" + watch);
    assertThat(guess("", "cargo", "watch", "-x", "run")).doesNotContain("--build");
    assertThat(guess("x", "./x")).as("nobody knows where it comes from").isEmpty();
  }

  @Test
  @DisplayName("Go: into the file that is run, of the package of that name")
  void go() throws IOException {
    files("go.mod", "main.go", "internal/a.go");
    assertThat(guess("bin/srv", "bin/srv"))
        .isEqualTo("--build \"go build -o bin/srv .\" --watch \"**/*.go\" --watch \"go.mod\"");
    files("cmd/srv/main.go", "cmd/other/main.go");
    assertThat(guess("bin/srv", "bin/srv")).contains("\"go build -o bin/srv ./cmd/srv\"");
    assertThat(guess("", "go", "run", ".")).isEqualTo("--watch \"**/*.go\" --watch \"go.mod\"");
  }

  @Test
  @DisplayName("Maven: the wrapper if there is one, compile where classes are run")
  void maven() throws IOException {
    files("pom.xml", "src/main/java/A.java");
    String watch = " --watch \"src/main/**/*.java\" --watch \"pom.xml\"";
    assertThat(guess("target/a.jar", "java", "-jar", "target/a.jar"))
        .isEqualTo("--build \"mvn -q package -DskipTests\"" + watch);
    files("mvnw", "src/main/resources/x");
    assertThat(dir.resolve("mvnw").toFile().setExecutable(true)).isTrue();
    assertThat(guess("target/classes/A.class", "java", "-cp", "target/classes", "A"))
        .isEqualTo("--build \"./mvnw -q compile\" --watch \"src/main/**\" --watch \"pom.xml\"");
    assertThat(guess("lib/other.jar", "java", "-jar", "lib/other.jar")).isEmpty();
  }

  @Test
  @DisplayName("Gradle: the task that makes what is run")
  void gradle() throws IOException {
    files("build.gradle.kts", "src/main/kotlin/A.kt");
    String watch = " --watch \"src/main/**/*.kt\" --watch \"build.gradle.kts\"";
    assertThat(guess("build/libs/a.jar", "java", "-jar", "build/libs/a.jar"))
        .isEqualTo("--build \"gradle -q assemble\"" + watch);
    assertThat(guess("build/install/a/bin/a", "build/install/a/bin/a"))
        .startsWith("--build \"gradle -q installDist\"");
  }

  @Test
  @DisplayName(".NET: the configuration that is run")
  void dotnet() throws IOException {
    files("Srv.csproj", "Program.cs", "obj/gen.cs");
    String watch = " --watch \"**/*.cs\" --watch \"Srv.csproj\"";
    assertThat(guess("bin/Release/net9.0/Srv.dll", "dotnet", "bin/Release/net9.0/Srv.dll"))
        .isEqualTo("--build \"dotnet build -v quiet -c Release\"" + watch);
    assertThat(guess("", "dotnet", "run")).isEqualTo(watch.strip());
  }

  @Test
  @DisplayName("what somebody else wrote is not built here")
  void foreign() throws IOException {
    file("package.json", BUILDS);
    files("src/a.ts", "node_modules/x/dist/a.js");
    assertThat(guess("node_modules/x/dist/a.js", "node", "node_modules/x/dist/a.js")).isEmpty();
    assertThat(guess("", "npx", "-y", "x")).isEmpty();
    assertThat(guess("", "docker", "run", "x")).isEmpty();
    assertThat(guess("", "x")).isEmpty();
    assertThat(Guesses.of(Optional.of(dir), List.of(), Optional.empty())).isEmpty();
  }

  @Test
  @DisplayName("started elsewhere, the build goes to its directory and globs are absolute")
  void elsewhere() throws IOException {
    file("my app/package.json", BUILDS);
    files("my app/src/a.ts", "my app/dist/a.js");
    List<String> argv = List.of("node", dir + "/my app/dist/a.js");
    Optional<Path> program = Optional.of(dir.resolve("my app/dist/a.js"));
    assertThat(Guesses.of(Optional.of(dir), argv, program).orElseThrow().options())
        .isEqualTo("--build \"cd 'my app' && npm run build\" --watch \"my app/src/**/*.ts\"");
    assertThat(Guesses.of(Optional.empty(), argv, program).orElseThrow().options())
        .isEqualTo(
            "--build \"cd '%1$s/my app' && npm run build\" --watch \"%1$s/my app/src/**/*.ts\""
                .formatted(dir));
    assertThat(
            Guesses.of(
                Optional.empty(),
                List.of("npm", "--prefix", dir + "/my app", "start"),
                Optional.empty()))
        .isPresent();
  }

  @Test
  @DisplayName("a directory whose name would be a pattern is built, not watched")
  void pattern() throws IOException {
    file("a[b]/package.json", BUILDS);
    files("a[b]/src/a.ts", "a[b]/dist/a.js");
    assertThat(
            Guesses.of(
                    Optional.empty(),
                    List.of("node", "x"),
                    Optional.of(dir.resolve("a[b]/dist/a.js")))
                .orElseThrow()
                .values())
        .containsOnlyKeys("build");
  }

  @Test
  @DisplayName("only what is there is watched")
  void nothingThere() throws IOException {
    file("package.json", BUILDS);
    files("dist/a.js", "src/readme.md");
    assertThat(guess("dist/a.js", "node", "dist/a.js")).isEqualTo("--build \"npm run build\"");
  }
}
