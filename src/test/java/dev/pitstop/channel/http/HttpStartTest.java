package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Header;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The channel as Pitstop itself makes it: its environment, and the command that starts the daemon.
/// That is run for real; time is the test's.
@DisplayName("what starts a daemon, and the environment")
class HttpStartTest {
  private static final Pattern PID = Pattern.compile("started `.*` \\(pid (\\d+)\\)");

  @TempDir private Path dir;

  private final OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
  private final FakeTimers timers = new FakeTimers();
  private final StderrRing ring = new StderrRing();
  private final ScriptedDaemon daemon = ScriptedDaemon.stopped();
  private final List<Link> links = new ArrayList<>();
  private final List<Recorder> told = new ArrayList<>();

  @AfterEach
  void end() {
    for (int i = 0; i < links.size(); i++) {
      links.get(i).kill();
      told.get(i).awaitEnd();
    }
    pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    daemon.close();
  }

  // What is looked at.

  private List<String> lines() {
    return ring.tail(1_000, false);
  }

  private List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    for (String line : lines()) {
      Matcher m = PID.matcher(line);
      if (m.find()) {
        pids.add(Long.parseLong(m.group(1)));
      }
    }
    return pids;
  }

  private void awaitLine(String part) {
    Await.until(
        part + " in the lines", () -> lines().stream().anyMatch(line -> line.contains(part)));
  }

  /// A line of the command itself.
  private void awaitWritten(String line) {
    Await.until(line + " as a line", () -> lines().contains(line));
  }

  private Path output() {
    return dir.resolve("deep/down/output");
  }

  // A channel and its runs.

  private Http channel(String url, Optional<String> start, Path where, Map<String, String> env)
      throws Exception {
    Target.Daemon target =
        new Target.Daemon(
            Endpoint.of(url, List.of(new Header("X-Key", "sesame 123"))),
            new Command(List.of(url), Map.of("FROM_PITSTOP", "yes"), where),
            start,
            Optional.empty(),
            output());
    Http made =
        Http.of(
            new ChannelParts(
                "daemon",
                spawner,
                new StopLimits(Duration.ofSeconds(5)),
                timers,
                Log.nowhere(),
                ring,
                HttpRig.MAX_MESSAGE),
            target,
            name -> Optional.ofNullable(env.get(name)),
            dir);
    return made;
  }

  private Http starting(String command) throws Exception {
    return channel(daemon.url().toString(), Optional.of(command), dir, Map.of());
  }

  private Recorder open(Http of) {
    Recorder recorder = new Recorder();
    links.add(of.open(links.size() + 1, recorder));
    told.add(recorder);
    return recorder;
  }

  private void pass(String line) {
    Await.until(
        line + " in the lines",
        () -> {
          timers.advance(50);
          return lines().stream().anyMatch(l -> l.contains(line));
        });
  }

  private static String count(Path file) {
    return "echo x >>" + file.getFileName();
  }

  /// Lives until somebody kills it.
  private static final String LIVES = "exec tail -f /dev/null";

  @Test
  @DisplayName("one that is not there is told, and its daemon is waited for all the same")
  void notThere() throws Exception {
    Recorder run = open(starting("no-such-command-at-all --port 1"));
    awaitLine("ended with exit code 127");
    assertThat(lines()).anyMatch(l -> l.contains("no-such-command-at-all") && !l.startsWith("["));
    daemon.start(Setup.legacy());
    Await.until(
        "the run opens",
        () -> {
          timers.advance(50);
          return run.told().contains("opened");
        });
  }

  @Test
  @DisplayName("one that exits with a code: the code, and what it wrote on either stream")
  void exits() throws Exception {
    open(starting("echo out of it; echo wrong >&2; printf 'no line end'; exit 3"));
    awaitLine("ended with exit code 3");
    List<String> lines = lines();
    assertThat(lines.get(2))
        .matches("\\[pitstop] started `echo out .*; its output goes to .*output");
    assertThat(lines.subList(3, 6)).containsExactly("out of it", "wrong", "no line end");
    assertThat(lines).hasSize(7);
  }

  @Test
  @DisplayName("what it writes while it lives reaches server_stderr; it has our environment")
  void writes() throws Exception {
    open(starting("echo $FROM_PITSTOP in $(pwd); " + LIVES));
    awaitLine("yes in " + dir.toRealPath());
    Files.writeString(
        output(), "later\n\u001B[31mred\u001B[0m\n", java.nio.file.StandardOpenOption.APPEND);
    awaitWritten("later");
    awaitWritten("red");
    assertThat(lines()).doesNotContain("\u001B[31mred\u001B[0m");
    assertThat(lines()).noneMatch(l -> l.contains("ended with"));
  }

  @Test
  @DisplayName("a header's value is hidden in what it logs, and in its command")
  void secrets() throws Exception {
    open(starting("echo got 'sesame 123' and more"));
    awaitWritten("got … and more");
    assertThat(lines()).noneMatch(l -> l.contains("sesame"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output())))
        .isEqualTo("rw-------");
  }

  @Test
  @DisplayName("its output goes behind what is in the file, of which nothing is shown")
  void appends() throws Exception {
    Files.createDirectories(output().getParent());
    Files.writeString(output(), "of yesterday\n");
    open(starting("echo of today"));
    awaitWritten("of today");
    assertThat(lines()).doesNotContain("of yesterday");
    assertThat(Files.readString(output())).isEqualTo("of yesterday\nof today\n");
  }

  @Test
  @DisplayName("a file that cannot be made is told, nothing is started, and the wait goes on")
  void noOutput() throws Exception {
    Files.writeString(dir.resolve("deep"), "a file where a directory should be");
    Recorder run = open(starting(count(dir.resolve("count"))));
    awaitLine("could not start `echo x");
    assertThat(dir.resolve("count")).doesNotExist();
    assertThat(run.hasEnded()).isFalse();
  }

  @Test
  @DisplayName("a directory that is not there is told in the same way")
  void noDirectory() throws Exception {
    open(channel(daemon.url().toString(), Optional.of("echo x"), dir.resolve("gone"), Map.of()));
    awaitLine("could not start `echo x`");
    assertThat(pids()).isEmpty();
  }

  @Test
  @DisplayName("nothing is started while somebody listens")
  void listens() throws Exception {
    daemon.start(Setup.legacy());
    open(starting(count(dir.resolve("count")))).awaitOpened();
    assertThat(dir.resolve("count")).doesNotExist();
    assertThat(pids()).isEmpty();
  }

  @Test
  @DisplayName("started once; not again while it lives; again when it has ended, after 10 s")
  void once() throws Exception {
    Path count = dir.resolve("count");
    Http http = starting(count(count) + "; echo up; " + LIVES);
    Recorder first = open(http);
    awaitWritten("up");
    triesAfter(60_000); // one run asks once
    links.getFirst().kill();
    first.awaitEnd();
    open(http);
    triesAfter(2 * HttpLink.AWAY_MILLIS);
    links.get(1).kill();
    told.get(1).awaitEnd();
    assertThat(pids()).hasSize(1);
    ProcessHandle process = ProcessHandle.of(pids().getFirst()).orElseThrow();
    assertThat(process.isAlive()).as("no run ends it").isTrue();
    process.destroyForcibly();
    awaitLine("ended with exit code");
    open(http);
    Await.until(
        "it is started again",
        () -> {
          timers.advance(500);
          return pids().size() == 2;
        });
    Await.until("it counts twice", () -> Files.exists(count) && lines(count) == 2);
  }

  /// Lets time pass between two tries to reach the daemon; the second has failed at the end.
  private void triesAfter(long millis) {
    Await.until("the pause after a try", () -> !timers.none());
    timers.advance(millis);
    Await.until("the pause after the next", () -> !timers.none());
  }

  private static int lines(Path file) {
    return Disk.io(() -> Files.readAllLines(file)).size();
  }

  @Test
  @DisplayName("why nobody is there, and the exit code of what was started, are known")
  void away() throws Exception {
    Http http = starting("echo port is taken >&2; exit 3");
    assertThat(http.away()).isEmpty();
    Recorder first = open(http);
    awaitLine("ended with exit code 3");
    triesAfter(1_000);
    Await.until( // the line comes before the end is known, which the next try tells
        "it is told",
        () -> {
          timers.advance(50);
          return first.isStranded();
        });
    Away away = http.away().orElseThrow();
    assertThat(away.why()).isEqualTo("connection refused");
    assertThat(away.tries()).isGreaterThan(1);
    assertThat(away.millis()).isGreaterThanOrEqualTo(1_000);
    assertThat(away.started().orElseThrow().exit()).hasValue(3);
    assertThat(away.started().orElseThrow().inVain()).isTrue();
    daemon.start(Setup.legacy());
    Await.until(
        "the run opens",
        () -> {
          timers.advance(50);
          return first.told().contains("opened");
        });
    assertThat(http.away()).isEmpty();
  }

  @Test
  @DisplayName("who has the port that what was started could not have")
  void port() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String complaint = "bind 127.0.0.1:" + taken.getLocalPort() + ": address already in use";
      Http http = starting("echo '" + complaint + "' >&2; exit 1");
      open(http);
      Await.until(
          "its end is known",
          () -> http.away().flatMap(Away::started).filter(Away.Started::inVain).isPresent());
      PortUse use = http.away().flatMap(Away::started).flatMap(Away.Started::port).orElseThrow();
      assertThat(use)
          .isInstanceOfSatisfying(
              PortUse.Held.class,
              held -> assertThat(held.pid()).isEqualTo(ProcessHandle.current().pid()));
    }
  }

  @Test
  @DisplayName("for a reload it is started again at once, though it was there before")
  void startedForReload() throws Exception {
    daemon.start(Setup.legacy());
    Http http = starting("echo up");
    open(http).awaitOpened();
    links.getFirst().kill();
    told.getFirst().awaitEnd();
    daemon.stop(Cut.CLOSE);
    open(http);
    triesAfter(1_000);
    assertThat(pids()).as("its developer may be about to").isEmpty();
    links.get(1).stop("a reload is asked for");
    told.get(1).awaitEnd();
    open(http);
    triesAfter(1);
    Await.until("it is started", () -> !pids().isEmpty()); // a timer of the last run may be left
    assertThat(pids()).hasSize(1);
  }

  @Test
  @DisplayName("a daemon that was there is given ten seconds to come back before it is started")
  void restartedByOthers() throws Exception {
    daemon.start(Setup.legacy());
    Http http = starting("echo up");
    open(http).awaitOpened();
    links.getFirst().kill();
    told.getFirst().awaitEnd();
    daemon.stop(Cut.CLOSE);
    open(http);
    triesAfter(HttpLink.AWAY_MILLIS - 1);
    assertThat(pids()).isEmpty();
    Await.until( // the time above counts from the first try, which takes real time
        "it is started",
        () -> {
          timers.advance(1_000);
          return !pids().isEmpty();
        });
    assertThat(pids()).hasSize(1);
  }

  // The environment.

  @ParameterizedTest
  @ValueSource(strings = {"missing.pem", "empty.pem", "."})
  @DisplayName("37: an SSL_CERT_FILE that cannot be used is told, and costs nothing else")
  void badCertificates(String name) throws Exception {
    Files.writeString(dir.resolve("empty.pem"), "");
    String file = dir.resolve(name).toString();
    Http http =
        channel("https://127.0.0.1:1/", Optional.empty(), dir, Map.of("SSL_CERT_FILE", file));
    assertThat(lines()).anyMatch(l -> l.startsWith("[pitstop] SSL_CERT_FILE: "));
    Recorder run = open(http);
    pass("cannot reach ");
    assertThat(run.hasEnded()).isFalse();
  }

  @Test
  @DisplayName("37: without TLS nobody reads SSL_CERT_FILE")
  void certificatesNotRead() throws Exception {
    channel(
        daemon.url().toString(), Optional.empty(), dir, Map.of("SSL_CERT_FILE", "/no/such/file"));
    assertThat(lines()).isEmpty();
  }
}
