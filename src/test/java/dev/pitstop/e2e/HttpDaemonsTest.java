package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real daemons, without Pitstop: that each starts and works, and what each says of a session that
/// it does not know after its restart. Pitstop's table of these answers stands on this.
@DisplayName("real HTTP daemons, connected directly")
class HttpDaemonsTest {
  @RegisterExtension final Bench bench = new Bench();

  private HttpClient http = client();

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @AfterEach
  void closeConnections() {
    http.shutdownNow();
  }

  /// This client would use a connection to the dead process once more.
  private void restart(HttpDaemonProcess daemon) {
    daemon.restart();
    http.shutdownNow();
    http = client();
  }

  private HttpDaemonProcess daemon(String name) {
    return HttpDaemonProcess.named(bench, name);
  }

  private static HttpRequest.Builder request(URI url, Optional<String> session) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(url)
            .timeout(Await.LIMIT)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    session.ifPresent(id -> builder.header("Mcp-Session-Id", id));
    return builder;
  }

  private HttpResponse<String> post(URI url, Optional<String> session, String json)
      throws IOException, InterruptedException {
    return http.send(
        request(url, session).POST(BodyPublishers.ofString(Json.text(Json.object(json)))).build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> initialize(URI url) throws IOException, InterruptedException {
    JsonObject message = Json.object("{'jsonrpc':'2.0','id':0,'method':'initialize'}");
    message.add("params", Json.object(RawClient.initializeParams("2025-11-25")));
    return post(url, Optional.empty(), Json.text(message));
  }

  private static Optional<String> session(HttpResponse<String> hello) {
    return hello.headers().firstValue("Mcp-Session-Id");
  }

  /// A handshake, `tools/list` and a call.
  private Optional<String> works(URI url) throws IOException, InterruptedException {
    HttpResponse<String> hello = initialize(url);
    assertThat(hello.body()).contains("\"protocolVersion\":\"2025-11-25\"");
    Optional<String> session = session(hello);
    assertThat(
            post(url, session, "{'jsonrpc':'2.0','method':'notifications/initialized'}")
                .statusCode())
        .isEqualTo(202);
    assertThat(post(url, session, "{'jsonrpc':'2.0','id':1,'method':'tools/list'}").body())
        .contains("\"echo\"");
    assertThat(
            post(
                    url,
                    session,
                    "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'echo',"
                        + "'arguments':{'text':'ahoy','message':'ahoy'}}}")
                .body())
        .contains("ahoy");
    return session;
  }

  @Tag("all")
  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource({
    "scripted, 404, Session not found",
    "sdk1, 400, No valid session ID provided",
    "sdk1 --refuse-404, 404, Session not found",
    "sdk2 --stateful, 404, Session not found",
    "everything, 400, No valid session ID provided",
    "supergateway --stateful, 404, Session not found",
    "mcp-proxy, 404, Session not found",
    "java, 404, Session not found",
  })
  @DisplayName("a session that was lost in a restart is refused")
  void stateful(String name, int status, String text) throws IOException, InterruptedException {
    try (HttpDaemonProcess daemon = daemon(name)) {
      daemon.start();
      Optional<String> session = works(daemon.url());
      assertThat(session).isPresent();
      restart(daemon);
      HttpResponse<String> refused =
          post(daemon.url(), session, "{'jsonrpc':'2.0','id':3,'method':'tools/list'}");
      assertThat(refused.statusCode()).isEqualTo(status);
      assertThat(refused.body()).contains(text);
      HttpResponse<String> get =
          http.send(request(daemon.url(), session).GET().build(), BodyHandlers.ofString());
      assertThat(get.statusCode()).isEqualTo(status);
      assertThat(works(daemon.url())).isPresent().isNotEqualTo(session);
    }
  }

  @Tag("all")
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "scripted --stateless",
    "scripted --stateless --sse",
    "sdk1 --stateless",
    "sdk2 --stateless",
    "supergateway",
    "mcp-proxy --stateless",
  })
  @DisplayName("without sessions a restart is not to be seen in an answer; GET and DELETE are 405")
  void stateless(String name) throws IOException, InterruptedException {
    try (HttpDaemonProcess daemon = daemon(name)) {
      daemon.start();
      assertThat(works(daemon.url())).isEmpty();
      restart(daemon);
      assertThat(
              post(daemon.url(), Optional.empty(), "{'jsonrpc':'2.0','id':3,'method':'tools/list'}")
                  .body())
          .contains("\"echo\"");
      HttpRequest.Builder request = request(daemon.url(), Optional.empty());
      assertThat(http.send(request.GET().build(), BodyHandlers.ofString()).statusCode())
          .isEqualTo(405);
      assertThat(http.send(request.DELETE().build(), BodyHandlers.ofString()).statusCode())
          .isEqualTo(405);
    }
  }

  @Tag("all")
  @ParameterizedTest(name = "{0}")
  @CsvSource({"scripted --era modern", "sdk2 --modern", "sdk2 --stateless", "mcp-proxy"})
  @DisplayName("the modern era is spoken")
  void modern(String name) throws IOException, InterruptedException {
    try (HttpDaemonProcess daemon = daemon(name)) {
      daemon.start();
      assertThat(modernCall(daemon.url(), "server/discover", "{}").body()).contains("2026-07-28");
      assertThat(modernCall(daemon.url(), "tools/list", "{}").body()).contains("\"echo\"");
      assertThat(
              modernCall(daemon.url(), "tools/call", "{'name':'echo','arguments':{'text':'ahoy'}}")
                  .body())
          .contains("ahoy");
      HttpResponse<String> unknown = modernCall(daemon.url(), "no/such", "{}");
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("-32601");
    }
  }

  private HttpResponse<String> modernCall(URI url, String method, String params)
      throws IOException, InterruptedException {
    JsonObject message = Json.object("{'jsonrpc':'2.0','id':1,'method':'" + method + "'}");
    message.add("params", Json.object(Modern.params(params)));
    HttpRequest.Builder builder =
        request(url, Optional.empty())
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method);
    if (method.equals("tools/call")) {
      builder.header("Mcp-Name", "echo");
    }
    return http.send(
        builder.POST(BodyPublishers.ofString(Json.text(message))).build(), BodyHandlers.ofString());
  }

  @Test
  @DisplayName("the scripted daemon's executions outlive it")
  void executions() throws IOException, InterruptedException {
    Path log = bench.dir().resolve("log");
    try (HttpDaemonProcess daemon =
        HttpDaemonProcess.scripted(bench, "--stateless", "--tools", "count", "--log", "" + log)) {
      daemon.start();
      String call =
          "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'count',"
              + "'arguments':{'key':'k'}}}";
      assertThat(post(daemon.url(), Optional.empty(), call).body()).contains("\"text\":\"1\"");
      assertThat(post(daemon.url(), Optional.empty(), call).body()).contains("\"text\":\"2\"");
      restart(daemon);
      assertThat(post(daemon.url(), Optional.empty(), call).body()).contains("\"text\":\"1\"");
      assertThat(Files.readAllLines(log).stream().map(Json::object))
          .filteredOn(entry -> entry.has("executed"))
          .extracting(entry -> entry.get("executed").getAsString())
          .containsExactly("k", "k", "k");
    }
  }
}
