package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What a session's journal and socket say, and what readers that hang, flood, lie or leave can do
/// to the session: nothing.
@DisplayName("the journal and the socket of a session")
@Tag("all")
class SocketReadersTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private Path sockets() {
    return bench.dir().resolve("run/pitstop");
  }

  private Path journals() {
    return bench.dir().resolve("state/pitstop/sessions");
  }

  private RawClient session(String... options) {
    server = bench.scripted();
    RawClient client = bench.pitstop(server, options).drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  private static List<JsonObject> read(Path socket) throws IOException {
    return SocketReader.ask(socket, "{\"do\":\"read\",\"after\":0,\"messages\":true}");
  }

  private static List<JsonObject> of(List<JsonObject> lines, String type) {
    return lines.stream().filter(l -> text(l, "type").equals(type)).toList();
  }

  private static String text(JsonObject line, String name) {
    return line.has(name) ? line.get(name).getAsString() : "";
  }

  private static JsonObject answer(List<JsonObject> lines, String tool) {
    String call =
        of(lines, "call").stream()
            .filter(c -> text(c, "name").equals(tool))
            .map(c -> text(c, "call"))
            .reduce("", (a, b) -> b);
    return of(lines, "answer").stream()
        .filter(a -> text(a, "call").equals(call))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no answer to " + tool + " in " + lines));
  }

  @Test
  @DisplayName("Each call has its messages, run and status; a crash and a reload are between them")
  void journal() throws IOException {
    RawClient client = session();
    client.call("echo", "{'text':'hällo'}");
    client.error(client.callAsync("error", "{'code':-32000,'message':'no'}"));
    client.call("crash", "{'code':3,'stderr':'going down'}");
    client.call("stderr", "{'line':'a line of the second run'}");
    client.call("recompile");
    Path socket = SocketReader.await(sockets());
    List<JsonObject> lines = read(socket);

    assertThat(text(lines.getFirst(), "type")).isEqualTo("session");
    assertThat(lines.getFirst().get("pid").getAsLong()).isEqualTo(client.pid());
    assertThat(text(lines.getFirst(), "client")).isEqualTo("raw-client");
    assertThat(text(lines.getFirst(), "directory")).isEqualTo(bench.workDir().toString());
    List<Long> numbers =
        lines.stream().filter(l -> l.has("seq")).map(l -> l.get("seq").getAsLong()).toList();
    assertThat(numbers).hasSize(lines.size() - 2).startsWith(1L).isSorted().doesNotHaveDuplicates();

    JsonObject echo = answer(lines, "echo");
    assertThat(text(echo, "status")).isEqualTo("ok");
    assertThat(text(echo, "run")).isEqualTo("1");
    assertThat(Json.text(Json.at(echo, "response", "result"))).contains("hällo");
    assertThat(text(answer(lines, "error"), "status")).isEqualTo("error");
    assertThat(text(answer(lines, "crash"), "status")).isEqualTo("crashed");
    assertThat(text(answer(lines, "stderr"), "run")).isEqualTo("2");
    JsonObject recompile = answer(lines, "recompile");
    assertThat(text(recompile, "status")).isEqualTo("ok");
    assertThat(text(recompile, "server")).as("Pitstop answered by itself").isEmpty();
    assertThat(of(lines, "stderr").stream().map(l -> text(l, "line")))
        .contains("going down", "a line of the second run");
    assertThat(of(lines, "ends").getFirst().get("byItself").getAsBoolean()).isTrue();
    assertThat(of(lines, "begins").stream().map(l -> text(l, "run")))
        .containsExactly("1", "2", "3");
    assertThat(text(of(lines, "reload").getFirst(), "outcome")).isEqualTo("reloaded");
    assertThat(of(lines, "notice").stream().map(l -> text(l, "text")))
        .anyMatch(t -> t.contains("restarted"));
  }

  @Test
  @DisplayName(
      "A person's call, reload, stop and start work, and the agent is still told of the reload")
  void byHand() throws IOException {
    Path build = Files.writeString(bench.workDir().resolve("build.sh"), "echo built\n");
    RawClient client = session("--build", "sh build.sh");
    Path socket = SocketReader.await(sockets());
    JsonObject answer =
        SocketReader.ask(
                socket, "{\"do\":\"call\",\"name\":\"echo\",\"arguments\":{\"text\":\"by hand\"}}")
            .getFirst();
    assertThat(Json.text(Json.at(answer, "message", "result"))).contains("by hand");
    JsonObject reload = SocketReader.ask(socket, "{\"do\":\"reload\"}").getFirst();
    assertThat(reload.get("isError").getAsBoolean()).isFalse();
    assertThat(text(reload, "text")).startsWith("[pitstop] Rebuilt server");
    SocketReader.ask(
        socket, "{\"do\":\"call\",\"name\":\"echo\",\"arguments\":{\"text\":\"no notice\"}}");
    assertThat(client.call("echo", "{'text':'a'}").json().toString()).contains("was restarted");
    assertThat(client.call("echo", "{'text':'a'}").json().toString()).doesNotContain("restarted");
    assertThat(of(read(socket), "call").stream().map(c -> text(c, "by")).filter(b -> !b.isEmpty()))
        .containsExactly("person", "person");
    leaves(socket);
    broken(socket, build);
    client.finish();
  }

  /// A broken build is an error by hand, too; stop says what it did.
  private static void broken(Path socket, Path build) throws IOException {
    Files.writeString(build, "echo 'a.c:1: error: no semicolon'; exit 1\n");
    JsonObject reload = SocketReader.ask(socket, "{\"do\":\"reload\"}").getFirst();
    assertThat(reload.get("isError").getAsBoolean()).isTrue();
    assertThat(text(reload, "text")).contains("no semicolon");
    JsonObject last = of(read(socket), "build").getLast();
    assertThat(last.get("ok").getAsBoolean()).isFalse();
    assertThat(text(last, "report")).contains("no semicolon");
    assertThat(text(SocketReader.ask(socket, "{\"do\":\"stop\"}").getFirst(), "text"))
        .contains("Stopped server");
  }

  /// A person who leaves takes the call along.
  private void leaves(Path socket) throws IOException {
    try (SocketReader reader = SocketReader.open(socket)) {
      reader.send("{\"do\":\"call\",\"name\":\"never\",\"arguments\":{}}\n");
      server.awaitCall("never");
    }
    server.awaitMethod("notifications/cancelled");
    assertThat(text(answer(awaitAnswer(socket, "never"), "never"), "status"))
        .isEqualTo("cancelled");
  }

  private static List<JsonObject> awaitAnswer(Path socket, String tool) {
    List<List<JsonObject>> found = new ArrayList<>();
    Await.until(
        () -> {
          try {
            List<JsonObject> lines = read(socket);
            found.add(lines);
            return of(lines, "answer").size() == of(lines, "call").size();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        () -> "no end of " + tool);
    return found.getLast();
  }

  @Test
  @DisplayName("Readers that lie, say half of it, say too much, or come in a crowd, hurt nobody")
  void hostile() throws IOException {
    RawClient client = session();
    Path socket = SocketReader.await(sockets());
    List<String> lies =
        List.of(
            "nonsense",
            "[]",
            "\"read\"",
            "{\"do\":\"delete\"}",
            "{\"do\":{\"read\":1}}",
            "{}",
            "{\"do\":\"rerun\",\"which\":{}}",
            "[".repeat(100_000));
    for (String lie : lies) {
      List<JsonObject> said = SocketReader.ask(socket, lie);
      assertThat(said).as(lie.substring(0, Math.min(60, lie.length()))).hasSize(1);
      assertThat(text(said.getFirst(), "type")).isEqualTo("error");
      assertThat(text(said.getFirst(), "text")).isNotBlank();
    }
    try (SocketReader reader = SocketReader.open(socket)) {
      reader.send("x".repeat(1024 * 1024 + 20_000) + "\n");
      assertThat(reader.in().readLine()).contains("at most 1 MiB");
      assertThat(isDropped(reader)).isTrue();
    }
    List<SocketReader> crowd = new ArrayList<>();
    try {
      for (int i = 0; i < 16; i++) {
        crowd.add(SocketReader.open(socket));
        crowd.getLast().send("{\"do\":\"re"); // the rest never comes
      }
      try (SocketReader late = SocketReader.open(socket)) {
        assertThat(isDropped(late)).as("the seventeenth").isTrue();
      }
      assertThat(client.call("echo", "{'text':'still here'}").text()).isEqualTo("still here");
    } finally {
      for (SocketReader reader : crowd) {
        reader.close();
      }
    }
    Await.until(() -> status(socket), () -> "the places of those who left stay taken");
    slow(client, socket);
  }

  /// Waits for the next line or the end. What the other side has not read makes it a reset.
  private static boolean isDropped(SocketReader reader) {
    try {
      return reader.in().readLine() == null;
    } catch (IOException reset) {
      return true;
    }
  }

  private static boolean status(Path socket) {
    try {
      return SocketReader.ask(socket, "{\"do\":\"status\"}").size() == 1;
    } catch (IOException e) {
      return false;
    }
  }

  /// A follower that reads nothing is not waited for, whatever happens meanwhile.
  private void slow(RawClient client, Path socket) throws IOException {
    try (SocketReader reader = SocketReader.open(socket)) {
      reader.send("{\"do\":\"read\",\"after\":0,\"follow\":true,\"messages\":true}\n");
      for (int i = 0; i < 40; i++) {
        assertThat(client.call("big", "{'bytes':1000000}").text()).hasSize(1_000_000);
      }
      client.call("flood_stderr", "{'mb':20}");
      assertThat(client.call("echo", "{'text':'still here'}").text()).isEqualTo("still here");
      client.finish();
    }
    assertThat(SocketReader.all(sockets())).as("the socket goes with the session").isEmpty();
  }

  @Test
  @DisplayName("A follower gets every entry once, and is told of the end")
  void follows() throws IOException {
    RawClient client = session();
    Path socket = SocketReader.await(sockets());
    CompletableFuture<List<String>> followed;
    try (SocketReader reader = SocketReader.open(socket)) {
      reader.send("{\"do\":\"read\",\"after\":0,\"follow\":true,\"messages\":false}\n");
      assertThat(reader.in().readLine()).contains("\"type\":\"session\"");
      followed = CompletableFuture.supplyAsync(() -> reader.in().lines().toList());
      for (int i = 0; i < 300; i++) {
        client.call("echo", "{'text':'x'}");
      }
      client.finish();
      List<JsonObject> lines =
          followed.join().stream()
              .map(Json::object)
              .filter(line -> !text(line, "type").equals("idle"))
              .toList();
      assertThat(of(lines, "answer")).hasSize(301); // and the list
      assertThat(of(lines, "gap")).isEmpty();
      assertThat(of(lines, "call")).noneMatch(c -> c.has("request"));
      assertThat(text(lines.getLast(), "type")).isEqualTo("end");
      List<Long> numbers =
          lines.stream().filter(l -> l.has("seq")).map(l -> l.get("seq").getAsLong()).toList();
      assertThat(numbers).isSorted().doesNotHaveDuplicates().hasSize(lines.size() - 1);
    }
  }

  @Test
  @DisplayName(
      "The journal on disk has everything but messages; only the user can read or reach it")
  void onDisk() throws IOException {
    RawClient client = session();
    SocketReader.await(sockets());
    assertThat(rights(sockets())).isEqualTo("rwx------");
    client.call("echo", "{'text':'a secret'}");
    client.call("stderr", "{'line':'said on stderr'}");
    client.finish();
    List<Path> files = SocketReader.all(journals());
    assertThat(files).hasSize(1);
    String journal = Files.readString(files.getFirst());
    assertThat(journal)
        .contains("\"type\":\"session\"", "said on stderr", "\"type\":\"answer\"")
        .contains("Pitstop is shutting down")
        .doesNotContain("a secret");
    assertThat(journal.lines().map(Json::object)).allMatch(l -> l.has("type"));
    assertThat(rights(journals())).isEqualTo("rwx------");
    assertThat(rights(files.getFirst())).isEqualTo("rw-------");
  }

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  @DisplayName("--log-file none writes no journal to disk")
  void notOnDisk() throws IOException {
    RawClient client = session("--log-file", "none");
    SocketReader.await(sockets());
    client.finish();
    assertThat(SocketReader.all(journals())).isEmpty();
  }

  @Test
  @DisplayName("A socket that cannot be made, and a full place for the journal, cost a log line")
  void refused() throws IOException {
    Files.createDirectories(bench.dir().resolve("run"));
    Files.writeString(sockets(), "a file where the directory should be");
    Files.createDirectories(journals().getParent());
    Files.writeString(journals(), "a file where the directory should be");
    RawClient client = session();
    Await.until(() -> client.stderr().contains("no-socket"), client::story);
    Await.until(() -> client.stderr().contains("journal-not-written"), client::story);
    assertThat(client.call("echo", "{'text':'still here'}").text()).isEqualTo("still here");
    client.finish();
  }
}
