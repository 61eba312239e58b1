package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("who listens at a port")
class ListenersTest {
  private static final String HEADING =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode\n";

  @TempDir Path proc;

  private final Command command =
      new Command(List.of("node", "server.js"), Map.of(), Path.of("/home/me/weather"));

  @BeforeEach
  void tables() throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(proc.resolve("net/tcp"), HEADING + row("0100007F:0BB8", "0A", 77));
  }

  private static String row(String local, String state, int inode) {
    return "   0: "
        + local
        + " 00000000:0000 "
        + state
        + " 00000000:00000000 00:00000000 00000000     0        0 "
        + inode
        + " 1 0000000000000000 100 0 0 10 0\n";
  }

  private Path process(long pid, long parent, long session, String... words) throws IOException {
    Path at = Files.createDirectories(proc.resolve(Long.toString(pid)).resolve("fd")).getParent();
    String name = words[0].substring(words[0].lastIndexOf('/') + 1);
    Files.writeString(
        at.resolve("stat"),
        pid + " (" + name + ") S " + parent + " " + pid + " " + session + " 0".repeat(20));
    Files.writeString(at.resolve("comm"), name + "\n");
    Files.writeString(at.resolve("cmdline"), String.join("\0", words) + "\0");
    return at;
  }

  private static void opens(Path process, int inode) throws IOException {
    Files.createSymbolicLink(process.resolve("fd/3"), Path.of("socket:[" + inode + "]"));
  }

  private PortUse at(int port) {
    return new Listeners(proc).at(port, command);
  }

  @Test
  @DisplayName("nobody: also where only connections of that port are")
  void free() throws IOException {
    Files.writeString(
        proc.resolve("net/tcp6"), HEADING + row("00000000000000000000000000000000:1F90", "01", 78));
    assertThat(at(0x1F90)).isEqualTo(new PortUse.Free(0x1F90));
    assertThat(at(3001)).isEqualTo(new PortUse.Free(3001));
  }

  @Test
  @DisplayName("somebody whose descriptors are not ours to see")
  void hidden() throws IOException {
    process(41, 1, 41, "node");
    assertThat(at(3000)).isEqualTo(new PortUse.Hidden(3000));
  }

  @Test
  @DisplayName("a stranger, with program and script only, who started it, and its kin")
  void stranger() throws IOException {
    process(1, 0, 1, "/sbin/init");
    process(30, 1, 30, "/usr/bin/claude", "--key", "secret");
    process(40, 30, 39, "sh", "-c", "TOKEN=secret x");
    opens(process(41, 40, 39, "/usr/bin/python3.12", "-u", "app.py", "--token", "secret"), 77);
    assertThat(at(3000))
        .isEqualTo(
            new PortUse.Held(
                3000,
                41,
                "python3.12 app.py",
                java.util.Set.of(41L, 40L, 39L),
                false,
                Optional.of(new PortUse.Parent(40, "sh"))));
  }

  @Test
  @DisplayName("an orphan of the same command; of it and its workers the one that they come from")
  void orphan() throws IOException {
    process(1, 0, 1, "/sbin/init");
    Files.writeString(
        proc.resolve("net/tcp6"), HEADING + row("00000000000000000000000000000000:1F90", "0A", 78));
    Path worker = process(9, 41, 41, "node", "worker.js");
    Path master = process(41, 1, 41, "/usr/bin/node", "server.js");
    Files.createSymbolicLink(master.resolve("cwd"), Path.of("/home/me/weather"));
    opens(worker, 78);
    opens(master, 78);
    assertThat(at(0x1F90))
        .isInstanceOfSatisfying(
            PortUse.Held.class,
            held -> {
              assertThat(held.pid()).isEqualTo(41);
              assertThat(held.same()).isTrue();
              assertThat(held.parent()).isEmpty();
            });
  }

  @Test
  @DisplayName("the same script is the same command, whatever started it")
  void sameScript() {
    Command wrapped = new Command(List.of("npx", "tsx", "src/a.ts", "-v"), Map.of(), Path.of("/"));
    assertThat(ShownCommand.same(List.of("node", "--import", "x", "src/a.ts", "-v"), wrapped))
        .isTrue();
    assertThat(ShownCommand.same(List.of("node", "src/a"), wrapped)).isFalse();
    assertThat(ShownCommand.same(List.of("node"), wrapped)).isFalse();
  }

  @Test
  @DisplayName("the same words elsewhere are another program")
  void elsewhere() throws IOException {
    Path other = process(41, 1, 41, "node", "server.js");
    Files.createSymbolicLink(other.resolve("cwd"), Path.of("/home/me/other"));
    opens(other, 77);
    assertThat(at(3000))
        .isInstanceOfSatisfying(PortUse.Held.class, held -> assertThat(held.same()).isFalse());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("on this machine: this very process; where nothing is looked up, nothing is said")
  void real() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      assertThat(Listeners.on(Platform.LINUX, port, command))
          .hasValueSatisfying(use -> {
            assertThat(use).isInstanceOf(PortUse.Held.class);
            PortUse.Held held = (PortUse.Held) use;
            assertThat(held.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(held.shown()).startsWith("java");
          });
      assertThat(Listeners.on(Platform.MACOS, port, command)).isEmpty();
      assertThat(Listeners.on(Platform.WINDOWS, port, command)).isEmpty();
    }
  }

  private static String shown(String... words) {
    return ShownCommand.of(List.of(words));
  }

  @Test
  @DisplayName("of a command line program and script are shown, and nothing that may be secret")
  void shown() {
    assertThat(shown("/usr/bin/node", "--require", "x", "/app/server.js", "--key=k"))
        .isEqualTo("node /app/server.js");
    assertThat(shown("python3", "-m", "http.server", "8000")).isEqualTo("python3 -m http.server");
    assertThat(shown("java", "-Dkey=secret", "-cp", "a:b", "weather.Main", "secret"))
        .isIn("java", "java weather.Main");
    assertThat(shown("java", "-jar", "app.jar", "secret")).isEqualTo("java -jar app.jar");
    assertThat(shown("./weather", "--token", "secret")).isEqualTo("weather");
    assertThat(shown("env", "KEY=secret", "node", "x.js")).isEqualTo("env");
    assertThat(shown("node", "-e", "secret()")).isEqualTo("node");
    assertThat(shown("next-server (v15) secret")).isEqualTo("next-server");
    assertThat(shown("")).isEqualTo("?");
    assertThat(shown("node", "a`b\n" + "c".repeat(300)))
        .startsWith("node a?b?ccc")
        .hasSizeLessThan(110)
        .satisfies(s -> assertThat(s.getBytes(StandardCharsets.UTF_8)).doesNotContain('\n'));
  }
}
