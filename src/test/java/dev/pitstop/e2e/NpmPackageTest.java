package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The npm packages, installed by the real npm from a registry of the test's.
@DisplayName("npm packages")
@Tag("all")
class NpmPackageTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String MAIN = "pitstop-mcp";
  private static final String SYSTEM = "pitstop-mcp-linux-x64";

  /// No `java`: what is not found beside the launcher cannot run.
  private static final String[] TOOLS = {
    "sh", "env", "cat", "readlink", "setsid", "node", "npm", "npx", "locale"
  };

  @TempDir static Path directory;

  /// Of `npm install --global --prefix`: a name that many have in their home's path.
  private static Path prefix = Path.of("");

  private static Map<String, String> npm = Map.of();

  private Map<String, String> user = Map.of();

  @BeforeAll
  static void install() throws Exception {
    Packages.forThisSystem(SYSTEM + "-{v}.tgz");
    prefix = directory.resolve(Packages.AWKWARD);
    Path home = Files.createDirectory(directory.resolve("home"));
    try (NpmRegistry registry = registry()) {
      npm = new HashMap<>(System.getenv());
      npm.keySet().removeIf(name -> name.toLowerCase(Locale.ROOT).startsWith("npm_"));
      npm.put("HOME", home.toString());
      npm.put("npm_config_registry", registry.url());
      npm.put("npm_config_cache", directory.resolve("cache").toString());
      npm.put("npm_config_audit", "false");
      npm.put("npm_config_fund", "false");
      npm.put("npm_config_update_notifier", "false");
      run(home, "npm", "install", "--global", "--prefix", prefix.toString(), MAIN);
      run(home, "npx", "--yes", MAIN, "--version"); // fills the cache that npx runs from
    }
    Packages.run(prefix, "chmod", "-R", "a-w", ".");
  }

  @AfterAll
  static void release() throws Exception {
    Packages.release(prefix);
  }

  @BeforeEach
  void user() throws IOException {
    user = Packages.withoutJava(bench, TOOLS);
  }

  private static NpmRegistry registry() throws IOException, InterruptedException {
    NpmRegistry registry = NpmRegistry.start();
    for (String name : List.of(MAIN, SYSTEM)) {
      Path archive = Packages.of(name + "-{v}.tgz");
      String description =
          Packages.run(directory, "tar", "-xzOf", archive.toString(), "package/package.json");
      registry.publish(archive, Json.object(description));
    }
    return registry;
  }

  private static Ended run(Path where, String... argv) throws IOException, InterruptedException {
    Ended ended = Ended.of(List.of(argv), npm, where);
    assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
    return ended;
  }

  private static Path modules() {
    return prefix.resolve("lib/node_modules");
  }

  private RawClient connect(List<String> words) {
    List<String> argv = new ArrayList<>(words);
    argv.add("--");
    argv.addAll(bench.scripted().argv());
    return bench.start(argv, user, bench.workDir()).drainStderr();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pitstop", "pitstop-mcp"})
  @DisplayName("npm install --global: both names work, from a prefix nobody may write to")
  void global(String name) throws Exception {
    Path program = prefix.resolve("bin").resolve(name);
    assertThat(Files.isSymbolicLink(program)).isTrue();
    RawClient client = connect(List.of(program.toString())).greeted();
    assertThat(client.call("echo", "{'text':'größe 日本'}").text()).contains("größe 日本");
  }

  @Test
  @DisplayName("Its start-up cache is in use, whatever times npm gives to files")
  void cached() throws Exception {
    Path program = prefix.resolve("bin/pitstop");
    Packages.assertCached(program, user, bench.workDir().resolve("loaded"), "--", "cat");
    String show =
        "pitstop_lib=$1; shift; . \"$pitstop_lib/start.sh\"; pitstop_java=echo; run_java \"$@\"";
    String lib = modules().resolve(MAIN).resolve("node_modules").resolve(SYSTEM).toString();
    if (!Files.exists(Path.of(lib))) {
      lib = modules().resolve(SYSTEM).toString();
    }
    Ended shown =
        Ended.of(
            List.of("sh", "-c", show, "sh", lib + "/lib", "--", "server"),
            System.getenv(),
            bench.workDir());
    assertThat(shown.out()).contains("-XX:AOTCache=").doesNotContain("Verify");
  }

  @Test
  @DisplayName("npx pitstop-mcp -- COMMAND, from npm's own cache")
  void npx() throws Exception {
    Map<String, String> env = new HashMap<>(npm);
    env.put("npm_config_offline", "true");
    env.putAll(user);
    env.put("HOME", npm.getOrDefault("HOME", ""));
    user = env;
    RawClient client = connect(List.of("npx", MAIN)).greeted();
    assertThat(client.call("echo", "{'text':'a'}").text()).contains("a");
  }

  /// A `node_modules` of another shape, with the installed files behind links.
  private Path layout(String shape) throws IOException {
    Path root = Files.createDirectory(bench.workDir().resolve("node_modules"));
    Path main = modules().resolve(MAIN);
    Path nested = main.resolve("node_modules").resolve(SYSTEM);
    Path system = Files.exists(nested) ? nested : modules().resolve(SYSTEM);
    String path =
        switch (shape) {
          case "hoisted" -> MAIN;
          case "nested" -> "other/node_modules/@scope/one/node_modules/" + MAIN;
          case "deep" -> MAIN;
          default -> ".pnpm/" + MAIN + "@1/node_modules/" + MAIN;
        };
    Path copy = root.resolve(path);
    for (String file : List.of("bin/pitstop", "package.json", "lib/start.sh", "lib/find-jdk.sh")) {
      Files.createDirectories(copy.resolve(file).resolveSibling("."));
      Files.copy(main.resolve(file), copy.resolve(file));
    }
    Path link =
        switch (shape) {
          case "hoisted", "nested" -> root.resolve(SYSTEM);
          case "deep" -> copy.resolve("node_modules").resolve(SYSTEM);
          default -> copy.resolveSibling(SYSTEM);
        };
    Files.createDirectories(link.resolveSibling("."));
    Files.createSymbolicLink(link, system);
    Path bin = Files.createDirectories(root.resolve(".bin")).resolve("pitstop");
    if (shape.equals("pnpm")) {
      Files.createSymbolicLink(root.resolve(MAIN), Path.of(path)); // a linked directory
      Files.createSymbolicLink(bin, Path.of("..", MAIN, "bin/pitstop"));
    } else {
      Files.createSymbolicLink(bin, Path.of("..").resolve(path).resolve("bin/pitstop"));
    }
    return bin;
  }

  @ParameterizedTest
  @ValueSource(strings = {"hoisted", "nested", "deep", "pnpm"})
  @DisplayName("The launcher finds the package of its system wherever installers put it")
  void layouts(String shape) throws Exception {
    Path bin = layout(shape);
    Packages.assertCached(bin, user, bench.workDir().resolve("loaded"), "--version");
    Ended relative =
        Ended.of(
            List.of(
                "sh",
                "-c",
                "cd node_modules && .bin/pitstop --version && cd .bin && ./pitstop --version"),
            user,
            bench.workDir());
    assertThat(relative.out().lines()).as(relative.err()).hasSize(2);
    Map<String, String> onPath = new HashMap<>(user);
    onPath.put("PATH", bin.getParent() + ":" + onPath.get("PATH"));
    Ended named = Ended.of(List.of("sh", "-c", "pitstop --version"), onPath, bench.dir());
    assertThat(named.out()).as(named.err()).isEqualTo("pitstop " + Packages.version() + "\n");
  }

  @Test
  @DisplayName("On another system, which npm gives no such package, it runs on a JDK of the user's")
  void otherSystem() throws Exception {
    Path copy = bench.workDir().resolve("node_modules").resolve(MAIN);
    Files.createDirectories(copy);
    Packages.run(
        copy, "tar", "-xzf", Packages.of(MAIN + "-{v}.tgz").toString(), "--strip-components=1");
    user.put("PITSTOP_JAVA_HOME", System.getProperty("java.home"));
    RawClient client = connect(List.of(copy.resolve("bin/pitstop").toString()));
    JsonObject greeting = client.handshake();
    assertThat(greeting.has("capabilities")).isTrue();
    assertThat(client.call("echo", "{'text':'a'}").text()).contains("a");
  }
}
