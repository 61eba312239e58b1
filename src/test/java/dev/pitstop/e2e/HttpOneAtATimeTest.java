package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The servers of Python's library serve one connection at a time: an idle one of ours would keep
/// everybody else out.
@DisplayName("daemons that serve one connection at a time")
@Tag("all")
class HttpOneAtATimeTest {
  @RegisterExtension final Bench bench = new Bench();

  @ParameterizedTest
  @ValueSource(strings = {"http10", "http11", "wsgi"})
  @DisplayName("Calls are answered, also side by side; others are, too; the session is ended")
  void served(String server) throws IOException, InterruptedException {
    try (HttpDaemonProcess daemon =
        HttpDaemonProcess.scripted(bench, "--no-get", "--server", server)) {
      daemon.start();
      RawClient client = bench.pitstop(List.of(daemon.url().toString())).drainStderr();
      client.handshake();
      assertThat(Json.text(client.result(client.request("tools/list", "{}")))).contains("\"echo\"");
      for (int i = 0; i < 5; i++) {
        assertThat(client.call("echo", "{'text':'" + i + "'}").lastText()).isEqualTo("" + i);
        assertThat(statusForOthers(daemon)).isEqualTo(405);
      }
      List<CompletableFuture<JsonObject>> beside = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        beside.add(client.callAsync("slow", "{'text':'" + i + "','ms':50}"));
      }
      for (int i = 0; i < 4; i++) {
        assertThat(client.toolResult(beside.get(i)).lastText()).isEqualTo("" + i);
      }
      client.closeStdin();
      assertThat(client.awaitExit()).isZero();
      Await.until(() -> daemon.output().contains("\"DELETE /mcp HTTP/1.1\" 204"), daemon::output);
    }
  }

  /// What somebody gets who has a connection of his own.
  private static int statusForOthers(HttpDaemonProcess daemon)
      throws IOException, InterruptedException {
    try (HttpClient other = HttpClient.newHttpClient()) {
      HttpRequest get = HttpRequest.newBuilder(daemon.url()).build();
      int status = other.send(get, BodyHandlers.discarding()).statusCode();
      other.shutdownNow(); // or its connection would be the idle one
      return status;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http10", "http11"})
  @DisplayName("a restart is noticed while nothing is asked: a new session at once")
  void restarted(String server) {
    try (HttpDaemonProcess daemon =
        HttpDaemonProcess.scripted(bench, "--no-get", "--server", server)) {
      daemon.start();
      RawClient client = bench.pitstop(List.of(daemon.url().toString())).drainStderr();
      client.handshake();
      client.call("echo", "{'text':'before'}");
      daemon.kill();
      Status.await(client, "starting");
      daemon.start();
      Status.await(client, "running");
      assertThat(client.call("echo", "{'text':'after'}").lastText()).contains("after");
    }
  }
}
