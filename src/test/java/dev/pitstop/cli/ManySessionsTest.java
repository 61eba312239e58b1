package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.pitstop.backend.Await;
import dev.pitstop.cli.options.CommandLine;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.Host;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.process.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions in a JVM that goes on after their end. Each has an environment and a directory of its
/// own, which are not the JVM's, and leaves nothing behind.
@DisplayName("A session ends with everything that it began")
@DisabledOnOs(OS.WINDOWS)
@Tag("slow")
@Timeout(300)
class ManySessionsTest {
  /// Threads that the JDK keeps for everybody, and those of a test's daemon.
  private static final Set<String> OF_THE_JDK =
      Set.of(
          "process reaper",
          "ForkJoinPool",
          "VirtualThread-un",
          "MasterPoller",
          "SubPoller",
          "Read-Poller",
          "Write-Poller",
          "Common-Cleaner",
          "daemon-");

  private static final String SERVER =
      """
      #!/bin/sh
      while read -r line; do
        id=${line#*'"id":'}
        id=${id%%[,\\}]*}
        case $line in
          *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}' ;;
          *'"tools/list"'*) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"tools":[{"name":"where","inputSchema":{"type":"object"}}]}}' ;;
          *'"tools/call"'*) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"content":[{"type":"text","text":"'"$PWD $MARK"'"}]}}' ;;
        esac
      done
      """;

  private static final String TOOL =
      """
      #!/bin/sh
      case $1 in
        --mcp-schema|schema) echo '{"tools":[{"name":"where","description":"x","inputSchema":{"type":"object"}}]}' ;;
        *) echo "$PWD $MARK" ;;
      esac
      """;

  /// So long that it needs the JDK's HTTP client.
  private static final String LONG = "x".repeat(80 * 1024);

  @TempDir Path directory = Path.of("");

  /// A host that nobody ends.
  private static final class Quiet implements Host {
    @Override
    public void onSignal(Runnable first, Runnable again) {}

    @Override
    public void halt(int code) {
      throw new AssertionError("a session that ended in order ended its host");
    }
  }

  /// A client that sends its messages one by one, each after the answer to the one before.
  private static final class Client {
    private final ByteArrayOutputStream got = new ByteArrayOutputStream();
    private final Deque<String> script = new ArrayDeque<>();
    private final Runnable last;
    private byte[] now = new byte[0];
    private int at;

    Client(List<String> script, Runnable last) {
      this.script.addAll(script);
      this.last = last;
    }

    final InputStream stdin =
        new InputStream() {
          @Override
          public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
          }

          @Override
          public int read(byte[] b, int from, int length) {
            if (at == now.length && !next()) {
              return -1;
            }
            int n = Math.min(length, now.length - at);
            System.arraycopy(now, at, b, from, n);
            at += n;
            return n;
          }
        };

    final OutputStream stdout =
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] b, int from, int length) {
            synchronized (got) {
              got.write(b, from, length);
            }
          }
        };

    private boolean next() {
      String before = new String(now, StandardCharsets.UTF_8);
      int id = before.indexOf("\"id\":");
      if (id >= 0) {
        String answer = before.substring(id, before.indexOf(',', id));
        Await.until("the answer to " + before, () -> received().contains(answer));
      }
      if (script.isEmpty()) {
        last.run();
        return false;
      }
      now = (script.remove() + "\n").getBytes(StandardCharsets.UTF_8);
      at = 0;
      return true;
    }

    String received() {
      synchronized (got) {
        return got.toString(StandardCharsets.UTF_8);
      }
    }
  }

  private static List<String> talk(String tool) {
    return List.of(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\""
            + tool
            + "\",\"arguments\":{\"long\":\""
            + LONG
            + "\"}}}");
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /// The home of a session, with a project in it.
  private Path home(int number) throws IOException {
    Path home = Files.createDirectory(directory.resolve("h" + number));
    Files.createDirectory(home.resolve("run"));
    Path work = Files.createDirectory(home.resolve("work"));
    program(work.resolve("server.sh"), SERVER);
    program(work.resolve("tool.sh"), TOOL);
    Files.writeString(
        work.resolve("pitstop.json"),
        """
        {"mcpServers": {"a": {"command": "./server.sh"}, "b": {"cli": ["./tool.sh"]}}}
        """);
    return home;
  }

  /// @param shown whether to wait for the socket of the session
  /// @return what the client got
  private String session(int number, boolean shown, String tool, String... words)
      throws IOException, UsageException {
    return session(
        number,
        socket -> {
          if (shown) {
            Await.until("the socket of the session", () -> Files.exists(socket));
          }
        },
        new Quiet(),
        tool,
        words);
  }

  /// @param last runs before the client leaves, with the socket of the session
  /// @return what the client got
  private String session(int number, Consumer<Path> last, Host host, String tool, String... words)
      throws IOException, UsageException {
    Path home = home(number);
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    environment.put("HOME", home.toString());
    environment.put("XDG_RUNTIME_DIR", home.resolve("run").toString());
    environment.put("MARK", "session-" + number);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Path socket = home.resolve("run/pitstop/" + ProcessHandle.current().pid() + ".sock");
    Client client = new Client(talk(tool), () -> last.accept(socket));
    try (PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      Surroundings there = Surroundings.of(environment, home.resolve("work"), err);
      Options o = CommandLine.parse(words, there);
      int code =
          Several.isMeant(o)
              ? Several.run(o, client.stdin, client.stdout, false, host)
              : Proxy.run(o, client.stdin, client.stdout, host);
      assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }
    assertThat(Files.exists(socket)).isFalse();
    return client.received();
  }

  private static boolean isOfTheJdk(String name) {
    return OF_THE_JDK.stream().anyMatch(name::startsWith);
  }

  /// All threads, virtual ones too, by number and name.
  private Set<String> threads() {
    try {
      Path dump = directory.resolve("threads");
      Files.deleteIfExists(dump);
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
      try (Stream<String> lines = Files.lines(dump)) {
        return lines
            .filter(l -> l.startsWith("#"))
            .filter(l -> !isOfTheJdk(l.substring(l.indexOf('"') + 1)))
            .collect(Collectors.toCollection(TreeSet::new));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Set<String> left(Set<String> before) {
    Set<String> left = threads();
    left.removeIf(l -> before.stream().anyMatch(b -> number(b).equals(number(l))));
    return left;
  }

  private static String number(String thread) {
    return thread.substring(0, thread.indexOf(' '));
  }

  private void nothingIsLeft(Set<String> before) {
    try {
      Await.until("the end of the sessions' threads", () -> left(before).isEmpty());
    } catch (AssertionError late) {
      assertThat(left(before)).isEmpty();
      throw late;
    }
  }

  @Test
  @DisplayName("Fifty sessions in a row: no thread is left, and each was in its own place")
  void fifty() throws IOException, UsageException {
    Set<String> before = threads();
    for (int i = 0; i < 50; i++) {
      String got = session(i, i % 10 == 0, "where", "--", "./server.sh");
      assertThat(got).contains(directory.resolve("h" + i + "/work") + " session-" + i + "\"");
      assertThat(directory.resolve("h" + i + "/.local/state/pitstop/pitstop.log")).exists();
    }
    nothingIsLeft(before);
  }

  private static final Map<String, List<String>> KINDS =
      Map.of(
          "all options",
          List.of(
              "where --build true --watch *.sh --binary server.sh --record tape --log-file here.log"
                  + " -- ./server.sh",
              "tape here.log"),
          "another directory",
          List.of("where --log-level debug --cwd .. -- work/server.sh", ""),
          "a program",
          List.of("where cli -- ./tool.sh", ""),
          "many",
          List.of("a__where", ""),
          "many, of a named file",
          List.of("b__where --config pitstop.json --log-file x/here.log", "x/here.log"));

  @ParameterizedTest
  @DisplayName("So do sessions of all kinds, with the options that begin more")
  @ValueSource(
      strings = {"all options", "another directory", "a program", "many", "many, of a named file"})
  void kinds(String kind) throws IOException, UsageException {
    List<String> words = new ArrayList<>(List.of(KINDS.get(kind).get(0).split(" ")));
    String tool = words.removeFirst();
    Set<String> before = threads();
    for (int i = 0; i < 5; i++) {
      Path work = directory.resolve("h" + i + "/work");
      String got = session(i, i == 0, tool, words.toArray(String[]::new));
      assertThat(got).contains(" session-" + i);
      for (String file : KINDS.get(kind).get(1).split(" ")) {
        assertThat(file.isEmpty() ? work : work.resolve(file)).exists();
      }
    }
    nothingIsLeft(before);
  }

  /// A host that asks its session to end, and notes how the session ends it.
  private static final class Asking implements Host {
    private final CompletableFuture<Runnable> first = new CompletableFuture<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();

    @Override
    public void onSignal(Runnable first, Runnable again) {
      this.first.complete(first);
    }

    @Override
    public void halt(int code) {
      ended.complete(code);
    }
  }

  @Test
  @DisplayName("F7: so does a session whose host asks it to end; then its host is ended")
  void asked() throws IOException, UsageException {
    Set<String> before = threads();
    Asking host = new Asking();
    session(
        0,
        socket -> {
          Thread.ofPlatform().name("signal").start(host.first.join());
          assertThat(host.ended.join()).isZero();
        },
        host,
        "where",
        "--",
        "./server.sh");
    nothingIsLeft(before);
  }

  @ParameterizedTest
  @DisplayName("So does a mistake in the options, whenever it is found")
  @ValueSource(
      strings = {
        "--watch */../x --record tape -- ./server.sh",
        "--notices loud -- ./server.sh",
        "--build-timeout x -- ./server.sh",
        "cli --parallel 0 -- ./tool.sh",
        "--header x http://127.0.0.1:9/mcp",
        "--tools none,nothing",
        "--notices loud"
      })
  void mistakes(String line) throws IOException {
    Set<String> before = threads();
    assertThatThrownBy(() -> session(0, false, "", line.split(" ")))
        .isInstanceOf(UsageException.class);
    nothingIsLeft(before);
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
        .noneMatch(p -> p.info().commandLine().orElse("").contains("server.sh"));
  }

  @Test
  @DisplayName("So do sessions with a daemon")
  void daemon() throws IOException, UsageException {
    try (ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy().tools("where"))) {
      Set<String> before = threads();
      for (int i = 0; i < 5; i++) {
        assertThat(session(i, i == 0, "where", daemon.url().toString())).contains("\"id\":3");
      }
      nothingIsLeft(before);
    }
  }

  @Test
  @DisplayName("So do sessions that have started their daemon, which goes on for a while")
  void startedDaemon() throws IOException, UsageException {
    Set<String> before = threads();
    for (int i = 0; i < 3; i++) {
      try (ScriptedDaemon daemon = ScriptedDaemon.stopped()) {
        Path started = directory.resolve("h" + i + "/work/started");
        Thread.ofPlatform()
            .daemon()
            .name("daemon-starts")
            .start(() -> {
              Await.until("the start", () -> Files.exists(started));
              daemon.start(Setup.legacy().tools("where"));
            });
        String start = "touch started; exec sleep 20";
        String got = session(i, false, "where", "--start", start, daemon.url().toString());
        assertThat(got).contains("\"id\":3");
      }
    }
    nothingIsLeft(before);
  }
}
