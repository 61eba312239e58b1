package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("S1, F7: the files of the engine in strange surroundings")
@Timeout(180)
class EngineFilesTest extends EngineSurroundings {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  @DisplayName("A runtime directory that is full, at each file that an engine needs: directly")
  void full(int files) throws Exception {
    List<String> prefix =
        List.of(
            "unshare",
            "-Urm",
            "sh",
            "-c",
            "mount -t tmpfs -o nr_inodes=" + files + " none \"$XDG_RUNTIME_DIR\" && exec \"$@\"",
            "sh");
    List<String> look = new ArrayList<>(prefix);
    look.set(4, "mount -t tmpfs none /mnt");
    assumeTrue(OtherUser.succeeds(look), "nobody may mount a file system here");
    RawClient client = begun(prefix);
    assertThat(isJvm(client.pid())).isTrue();
    used(client);
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
    assertThat(client.stderr()).doesNotContain("engine");
  }

  @ParameterizedTest
  @CsvSource({"gone, run/no/such", "long, run/LONG"})
  @DisplayName("A runtime directory that is not there, or whose name no socket can have: directly")
  void nowhere(String name, String path) throws Exception {
    Path runtime = bench.dir().resolve(path.replace("LONG", "x".repeat(90)));
    if (name.equals("long")) {
      Files.createDirectory(runtime);
    }
    environment.put("XDG_RUNTIME_DIR", runtime.toString());
    RawClient client = begun(PLAINLY);
    assertThat(isJvm(client.pid())).isTrue();
    used(client);
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    assertThat(client.stderr()).doesNotContain("engine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "relative/run"})
  @DisplayName("None, or a relative one: the user's own in /tmp, if nothing is in its way")
  void noRuntime(String value) throws Exception {
    if (value.isEmpty()) {
      environment.remove("XDG_RUNTIME_DIR");
    } else {
      environment.put("XDG_RUNTIME_DIR", value);
    }
    environment.put("PITSTOP_JAVA_OPTS", "-Dpitstop.test=" + bench.dir().getFileName());
    boolean inEngine = session(PLAINLY);
    assertThat(bench.workDir().resolve("relative")).doesNotExist();
    List<Long> ours =
        ProcessHandle.allProcesses()
            .filter(
                p -> p.info().commandLine().orElse("").contains(bench.dir().getFileName() + " "))
            .map(ProcessHandle::pid)
            .toList();
    assertThat(ours).hasSize(inEngine ? 1 : 0);
    for (Engines.Status engine : Engines.running(directory())) {
      if (ours.contains(engine.pid())) {
        assertThat(Files.getPosixFilePermissions(directory())).hasSize(3);
        Procs.signal(engine.pid(), "TERM");
        Procs.awaitGone(engine.pid());
        for (String ending : List.of("", ".lock", ".log")) {
          Files.deleteIfExists(Path.of(engine.socket() + ending));
        }
      }
    }
  }

  // ---- the socket ----

  @ParameterizedTest
  @ValueSource(strings = {"file", "dangling", "link", "dead"})
  @DisplayName("Something that does not listen where the socket is to be: an engine is started")
  void inTheWay(String what) throws Exception {
    Path socket = socket();
    Path other = Files.writeString(bench.dir().resolve("other"), "mine");
    switch (what) {
      case "file" -> Files.writeString(socket, "x");
      case "dangling" -> Files.createSymbolicLink(socket, bench.dir().resolve("nothing"));
      case "link" -> Files.createSymbolicLink(socket, other);
      default -> {
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
          dead.bind(UnixDomainSocketAddress.of(socket));
        }
      }
    }
    assertThat(session(PLAINLY)).isTrue();
    assertThat(other).hasContent("mine");
    assertThat(bench.dir().resolve("nothing")).doesNotExist();
    assertThat(Files.isSymbolicLink(socket)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".lock", ".log"})
  @DisplayName("A directory in the place of one of the engine's files: directly")
  void directoryInTheWay(String ending) throws Exception {
    Path file = Path.of(socket() + ending);
    Files.deleteIfExists(file);
    Files.createDirectory(file);
    assertThat(session(PLAINLY)).isFalse();
    assertThat(file).isDirectory();
    Files.delete(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {".lock", ".log"})
  @DisplayName("A link in the place of one of them: directly, and what it leads to is left alone")
  void linkInTheWay(String ending) throws Exception {
    Path other = Files.writeString(bench.dir().resolve("other"), "mine");
    Path file = Path.of(socket() + ending);
    Files.deleteIfExists(file);
    Files.createSymbolicLink(file, other);
    assertThat(session(PLAINLY)).isFalse();
    assertThat(other).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"silent", "closes", "refuses", "noise"})
  @DisplayName("Somebody else listens there, who is no engine: directly, and he gets no descriptor")
  void stranger(String does) throws Exception {
    Path socket = socket();
    try (ServerSocketChannel stranger = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      stranger.bind(UnixDomainSocketAddress.of(socket));
      List<SocketChannel> came = new ArrayList<>();
      Thread listens =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try {
                  SocketChannel one = stranger.accept();
                  came.add(one);
                  if (does.equals("closes")) {
                    one.close();
                  } else if (!does.equals("silent")) {
                    byte kind = (byte) (does.equals("noise") ? '?' : 'N');
                    one.write(ByteBuffer.wrap(new byte[] {1, 0, 0, 0, kind}));
                  }
                } catch (IOException gone) {
                  // the test is over
                }
              });
      assertThat(session(PLAINLY)).isFalse();
      listens.join(TimeUnit.SECONDS.toMillis(20));
      for (SocketChannel one : came) {
        one.close();
      }
    }
    assertThat(Files.exists(socket, LinkOption.NOFOLLOW_LINKS)).isTrue();
  }
}
