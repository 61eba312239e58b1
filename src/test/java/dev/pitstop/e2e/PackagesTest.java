package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The archives and the `.deb` that `scripts/package` makes, installed into empty directories that
/// nobody may write to, and used as a user without a JDK would.
@DisplayName("packages")
@Tag("all")
class PackagesTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String[] TOOLS = {
    "sh", "env", "cat", "readlink", "setsid", "setpriv", "node", "locale"
  };

  @TempDir static Path prefix;

  private static Path installed = Path.of("");

  private Map<String, String> user = Map.of();

  @BeforeAll
  static void install() throws Exception {
    Path archive = Packages.forThisSystem("pitstop-{v}-linux-x64.tar.gz");
    Files.setPosixFilePermissions(prefix, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path place = prefix.resolve(Packages.AWKWARD);
    Packages.install(archive, place);
    installed = place.resolve("pitstop-" + Packages.version() + "-linux-x64");
  }

  @AfterAll
  static void release() throws Exception {
    Packages.release(prefix);
  }

  @BeforeEach
  void user() throws IOException {
    Path home = bench.dir().resolve("home");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
    user = Packages.withoutJava(bench, TOOLS);
  }

  private static Path program() {
    return installed.resolve("bin/pitstop");
  }

  private Ended run(Path program, String... arguments) throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(List.of(program.toString()));
    argv.addAll(List.of(arguments));
    return Ended.of(argv, user, bench.workDir());
  }

  /// A command in exactly this environment.
  private List<String> in(Map<String, String> environment, List<String> command) {
    List<String> argv = new ArrayList<>(List.of("env", "-i"));
    environment.forEach((name, value) -> argv.add(name + "=" + value));
    argv.addAll(command);
    return argv;
  }

  @Test
  @DisplayName(
      "Another user, no JDK, no locale, a path with blanks and umlauts: a real client works")
  void anotherUser() throws Exception {
    List<String> command = new ArrayList<>(OtherUser.command(bench.dir()));
    String server = Bench.nodeDir().resolve("servers/sdk1.mjs").toString();
    List<String> reads = new ArrayList<>(command);
    reads.addAll(List.of("test", "-r", server));
    assumeTrue(OtherUser.succeeds(reads), "optional: another user cannot read the checkout");
    command.addAll(List.of(program().toString(), "--", "node", server));
    JsonObject transcript =
        DifferentialTest.transcript(bench, "1", "legacy", "small", in(user, command));
    assertThat(transcript.getAsJsonArray("steps").toString()).contains("grüße 日本 🚗", "3.5");
    assertThat(Files.exists(bench.dir().resolve("home/.local/state/pitstop/pitstop.log")))
        .as("it ran with that user's home")
        .isTrue();
  }

  @Test
  @DisplayName("The README is about the package, and what the pages show and link to is there")
  void readme() throws Exception {
    assertThat(Files.readString(installed.resolve("README.md")))
        .contains("```sh\npitstop demo\n")
        .doesNotContain("Maven", "~/pitstop", "scripts/package", "./test");
    Pattern link = Pattern.compile("(?:\\]\\(|src(?:set)?=\")([^)#\":\\s]+)[)#\"]");
    List<Path> pages = new ArrayList<>(List.of(installed.resolve("README.md")));
    try (Stream<Path> docs = Files.list(installed.resolve("docs"))) {
      docs.filter(p -> p.toString().endsWith(".md")).forEach(pages::add);
    }
    for (Path page : pages) {
      link.matcher(Files.readString(page))
          .results()
          .map(r -> r.group(1))
          .filter(to -> !to.contains("src/") && !to.contains("bench"))
          .forEach(to -> assertThat(page.resolveSibling(to)).as("in " + page).exists());
    }
  }

  @Test
  @DisplayName("What an older package has left is ignored without a word: its variable, its socket")
  void leftovers() throws Exception {
    Path left = Files.createDirectories(bench.dir().resolve("run/pitstop-engine"));
    Files.writeString(left.resolve("engine-0123456789abcdef"), "");
    Map<String, String> env = new HashMap<>(user);
    env.put("PITSTOP_ENGINE", "on");
    List<String> argv = new ArrayList<>(List.of(program().toString(), "--"));
    argv.addAll(bench.scripted().argv());
    RawClient client = bench.start(argv, env, bench.workDir()).drainStderr().greeted();
    assertThat(client.call("echo", "{'text':'a'}").lastText()).isEqualTo("a");
    client.finish();
    assertThat(client.stderr()).doesNotContainIgnoringCase("engine");
    assertThat(left).isDirectoryContaining("glob:**/engine-0123456789abcdef");
  }

  @ParameterizedTest
  @CsvSource({
    "solo, -- cat",
    "many, --config none.json",
    "http, http://127.0.0.1:9/",
    "cli, cli -- cat"
  })
  @DisplayName("Each start-up cache is in use")
  void cached(String mode, String arguments) throws Exception {
    Files.writeString(bench.workDir().resolve("none.json"), "{}");
    assertThat(installed.resolve("lib").resolve(mode + ".aot")).isNotEmptyFile();
    Packages.assertCached(
        program(), user, bench.workDir().resolve("loaded"), arguments.split(" ", -1));
  }

  @Test
  @DisplayName(
      "The caches are not older than the rest, which would have them checked at each start")
  void unchecked() throws Exception {
    String show =
        "pitstop_lib=$1; shift; . \"$pitstop_lib/start.sh\"; pitstop_java=echo; run_java \"$@\"";
    String lib = installed.resolve("lib").toString();
    Ended shown =
        Ended.of(
            List.of("sh", "-c", show, "sh", lib, "--", "server"), System.getenv(), bench.workDir());
    assertThat(shown.out())
        .contains("-XX:AOTCache=" + lib + "/solo.aot ", "-m dev.pitstop/dev.pitstop.cli.Main")
        .doesNotContain("Verify");
  }

  // ---- HTTPS ----

  private Path keytool(String... arguments) throws Exception {
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    argv.addAll(List.of(arguments));
    argv.addAll(List.of("-alias", "d", "-keystore", "d.p12", "-storepass", "secret"));
    Packages.run(bench.workDir(), argv.toArray(String[]::new));
    return bench.workDir().resolve("d.p12");
  }

  private SSLContext certificate(String algorithm) throws Exception {
    Path file =
        keytool(
            "-genkeypair",
            "-keyalg",
            algorithm,
            "-dname",
            "CN=d",
            "-ext",
            "san=ip:127.0.0.1",
            "-ext",
            "bc=ca:true");
    keytool("-exportcert", "-rfc", "-file", "d.pem");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, "secret".toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, "secret".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    return tls;
  }

  @ParameterizedTest
  @CsvSource({"EC", "RSA", "Ed25519"})
  @DisplayName("Its runtime speaks HTTPS, and brings the public authorities")
  void https(String algorithm) throws Exception {
    SSLContext tls = certificate(algorithm);
    try (ScriptedDaemon daemon =
        ScriptedDaemon.reserved(InetAddress.ofLiteral("127.0.0.1"), tls.getServerSocketFactory())) {
      daemon.start(Setup.legacy());
      Map<String, String> env = new HashMap<>(user);
      env.put("SSL_CERT_FILE", bench.workDir().resolve("d.pem").toString());
      List<String> argv = List.of(program().toString(), daemon.url().toString());
      RawClient client = bench.start(argv, env, bench.workDir()).drainStderr().greeted();
      assertThat(client.call("echo", "{'text':'a'}").lastText()).contains("a");
    }
    Path authorities = installed.resolve("lib/runtime/lib/security/cacerts");
    assertThat(Files.size(authorities)).isGreaterThan(20_000);
  }

  // ---- one version, completion ----

  @Test
  @DisplayName("One version: that of pom.xml, in --version, both npm packages and the .deb")
  void versions() throws Exception {
    String version = Packages.version();
    assertThat(run(program(), "--version").out()).isEqualTo("pitstop " + version + "\n");
    for (String name : List.of("pitstop-mcp-{v}.tgz", "pitstop-mcp-linux-x64-{v}.tgz")) {
      String description =
          Packages.run(
              bench.workDir(),
              "tar",
              "-xzOf",
              Packages.of(name).toString(),
              "package/package.json");
      JsonObject json = Json.object(description);
      assertThat(json.get("version").getAsString()).isEqualTo(version);
      if (json.has("optionalDependencies")) {
        assertThat(json.get("optionalDependencies").toString())
            .isEqualTo("{\"pitstop-mcp-linux-x64\":\"" + version + "\"}");
      }
    }
    assertThat(Packages.of("pitstop_{v}_amd64.deb")).isNotEmptyFile();
  }

  @Test
  @DisplayName("The completion of each shell is where shells look for it")
  void completion() throws Exception {
    Map<String, String> places =
        Map.of(
            "bash", "share/bash-completion/completions/pitstop",
            "zsh", "share/zsh/site-functions/_pitstop",
            "fish", "share/fish/vendor_completions.d/pitstop.fish");
    for (Map.Entry<String, String> place : places.entrySet()) {
      assertThat(installed.resolve(place.getValue()))
          .hasContent(run(program(), "completion", place.getKey()).out());
    }
  }

  // ---- the .deb ----

  @Test
  @DisplayName("The .deb: dpkg can read it; unpacked below another root it runs from /usr/bin")
  void deb() throws Exception {
    if (!OtherUser.succeeds(List.of("dpkg-deb", "--version"))) {
      abort("optional: there is no dpkg-deb here");
    }
    String file = Packages.of("pitstop_{v}_amd64.deb").toString();
    assertThat(Packages.run(bench.workDir(), "dpkg-deb", "-f", file, "Version").strip())
        .isEqualTo(Packages.version());
    assertThat(Packages.run(bench.workDir(), "dpkg-deb", "-f", file, "Architecture").strip())
        .isEqualTo("amd64");
    Path root = bench.dir().resolve("root");
    Packages.run(bench.workDir(), "dpkg-deb", "-x", file, root.toString());
    Path program = root.resolve("usr/bin/pitstop");
    assertThat(run(program, "--version").out()).isEqualTo("pitstop " + Packages.version() + "\n");
    Packages.assertCached(program, user, bench.workDir().resolve("loaded"), "--", "cat");
    List<String> argv = new ArrayList<>(List.of(program.toString(), "--"));
    argv.addAll(bench.scripted().argv());
    RawClient client = bench.start(argv, user, bench.workDir()).drainStderr().greeted();
    assertThat(client.call("echo", "{'text':'a'}").lastText()).isEqualTo("a");
    for (String place :
        List.of(
            "usr/share/bash-completion/completions/pitstop",
            "usr/share/zsh/vendor-completions/_pitstop",
            "usr/share/fish/vendor_completions.d/pitstop.fish",
            "usr/share/doc/pitstop/copyright",
            "usr/share/doc/pitstop/docs/reference.md",
            "usr/lib/pitstop/lib/runtime/legal/java.base/LICENSE")) {
      assertThat(root.resolve(place)).isNotEmptyFile();
    }
    Path control = bench.dir().resolve("control");
    Packages.run(bench.workDir(), "dpkg-deb", "-e", file, control.toString());
    Packages.run(root, "md5sum", "--quiet", "-c", control.resolve("md5sums").toString());
  }

  // ---- without a runtime ----

  @Test
  @DisplayName("Elsewhere: launcher and jar with a JDK of the user's")
  void withoutRuntime() throws Exception {
    Path place = bench.dir().resolve(Packages.AWKWARD);
    Packages.install(Packages.of("pitstop-{v}-java.tar.gz"), place);
    Path home = place.resolve("pitstop-" + Packages.version() + "-java");
    Map<String, String> env = new HashMap<>(user);
    env.put("PITSTOP_JAVA_HOME", System.getProperty("java.home"));
    List<String> argv = new ArrayList<>(List.of(home.resolve("bin/pitstop").toString(), "--"));
    argv.addAll(bench.scripted().argv());
    RawClient client = bench.start(argv, env, bench.workDir()).drainStderr().greeted();
    assertThat(client.call("pid").text()).contains("\"spawn\":1");

    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Ended jar =
        Ended.of(
            List.of(java, "-jar", home.resolve("lib/pitstop.jar").toString(), "completion", "bash"),
            System.getenv(),
            bench.workDir());
    assertThat(jar.out()).as(jar.err()).contains("complete -F _pitstop pitstop");
    client.finish();
    Packages.release(place);
  }

  @Test
  @DisplayName("Elsewhere: the zip has the same files")
  void zip() throws Exception {
    String[] names = {"pitstop-{v}-java.tar.gz", "pitstop-{v}-java.zip"};
    String zip = Packages.of(names[1]).toString();
    List<String> zipped = new ArrayList<>();
    try (ZipFile files = new ZipFile(zip)) {
      files.stream().forEach(entry -> zipped.add(entry.getName()));
    }
    List<String> tarred =
        Packages.run(bench.workDir(), "tar", "-tzf", Packages.of(names[0]).toString())
            .lines()
            .filter(line -> !line.endsWith("/"))
            .toList();
    assertThat(zipped).containsExactlyElementsOf(tarred);
  }
}
