package dev.pitstop.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.monitoring.FakeSession;
import dev.pitstop.monitoring.Filter;
import dev.pitstop.monitoring.SessionPlaces;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the server of the page")
@DisabledOnOs(OS.WINDOWS)
class UiServerTest {
  private static final long PID = 4_194_397; // no process has it

  @TempDir Path directory;
  private final List<AutoCloseable> open = new ArrayList<>();
  private SessionPlaces places;

  @BeforeEach
  void places() {
    places = new SessionPlaces(directory.resolve("s"), directory.resolve("j"));
  }

  @AfterEach
  void close() throws Exception {
    Collections.reverse(open);
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private UiServer ui(boolean actions) throws IOException {
    UiServer ui = UiServer.start(new Watched(places, actions));
    open.add(ui);
    return ui;
  }

  private UiServer ui() throws IOException {
    return ui(false);
  }

  private FakeSession session(String... read) throws IOException {
    FakeSession session =
        FakeSession.start(places, PID, directory, ",\"calls\":1").answers("\"read\"", read);
    open.add(session);
    return session;
  }

  private static int port(UiServer ui) {
    return Integer.parseInt(ui.url().replaceAll(".*:(\\d+)/.*", "$1"));
  }

  private static String token(UiServer ui) {
    return ui.url().replaceAll(".*token=", "");
  }

  private static Socket connect(UiServer ui) throws IOException {
    return new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port(ui));
  }

  /// The whole answer, to a request of these lines.
  private static String ask(UiServer ui, String... lines) throws IOException {
    try (Socket socket = connect(ui)) {
      socket.getOutputStream().write(request(lines));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] request(String... lines) {
    return (String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String host(UiServer ui) {
    return "Host: 127.0.0.1:" + port(ui);
  }

  private static String cookie(UiServer ui) {
    return "Cookie: other=1; pitstop-" + port(ui) + "=" + token(ui);
  }

  private static String get(UiServer ui, String path) throws IOException {
    return ask(ui, "GET " + path + " HTTP/1.1", host(ui), cookie(ui));
  }

  private static void assertCode(int code, String answer) {
    assertThat(answer).startsWith("HTTP/1.1 " + code + " ");
  }

  // ---- who may ask ----

  @Test
  @DisplayName(
      "The printed URL gives the page and a cookie, with a strict policy and no CORS header")
  void page() throws IOException {
    UiServer ui = ui();
    assertThat(ui.url()).matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[\\w-]{32}");
    String answer = ask(ui, "GET /?token=" + token(ui) + " HTTP/1.1", host(ui));
    assertCode(200, answer);
    assertThat(answer.lines().map(l -> l.replaceFirst("(?i)^set-cookie", "Set-Cookie")))
        .contains(
            "Set-Cookie: pitstop-%d=%s; Path=/; HttpOnly; SameSite=Strict"
                .formatted(port(ui), token(ui)));
    assertThat(answer)
        .containsIgnoringCase("content-security-policy: default-src 'none'; script-src 'self'")
        .contains("frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'")
        .containsIgnoringCase("x-content-type-options: nosniff")
        .containsIgnoringCase("referrer-policy: no-referrer")
        .containsIgnoringCase("cache-control: no-store")
        .doesNotContainIgnoringCase("access-control")
        .contains("<title>Pitstop</title>");
  }

  @Test
  @DisplayName("Two pages have other tokens and other cookies")
  void two() throws IOException {
    UiServer a = ui();
    UiServer b = ui();
    assertThat(token(a)).isNotEqualTo(token(b));
    assertCode(403, ask(a, "GET / HTTP/1.1", host(a), cookie(b)));
    assertCode(403, ask(a, "GET /?token=" + token(b) + " HTTP/1.1", host(a)));
    assertCode(200, get(a, "/"));
    assertCode(200, get(b, "/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/sessions", "/events?session=1", "/page.js", "/call?session=1&n=1"})
  @DisplayName("Nothing without the token, or with a wrong one")
  void token(String path) throws IOException {
    UiServer ui = ui();
    String more = path.contains("?") ? "&" : "?";
    assertCode(403, ask(ui, "GET " + path + " HTTP/1.1", host(ui)));
    assertCode(403, ask(ui, "GET " + path + more + "token=no HTTP/1.1", host(ui)));
    assertCode(403, ask(ui, "GET " + path + more + "token= HTTP/1.1", host(ui)));
    String wrong = "Cookie: pitstop-" + port(ui) + "=" + "A".repeat(32);
    assertThat(ask(ui, "GET " + path + " HTTP/1.1", host(ui), wrong))
        .contains("403")
        .contains("Open the URL that `pitstop ui` printed.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]:{port}",
        "localhost.evil.example:{port}",
        ""
      })
  @DisplayName(
      "Nothing under another host, also with the token: a name may be made to mean this machine")
  void host(String host) throws IOException {
    UiServer ui = ui();
    String forged = "Host: " + host.replace("{port}", "" + port(ui));
    assertCode(403, ask(ui, "GET /sessions HTTP/1.1", forged, cookie(ui)));
    assertCode(403, ask(ui, "GET /?token=" + token(ui) + " HTTP/1.1", forged));
  }

  @Test
  @DisplayName("localhost is this machine, too")
  void localhost() throws IOException {
    UiServer ui = ui();
    assertCode(200, ask(ui, "GET /sessions HTTP/1.1", "Host: localhost:" + port(ui), cookie(ui)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1.evil.example:{port}"
      })
  @DisplayName("Nothing for a foreign origin")
  void origin(String origin) throws IOException {
    UiServer ui = ui(true);
    String foreign = "Origin: " + origin.replace("{port}", "" + port(ui));
    for (String begin :
        List.of("GET /events?session=1", "GET /sessions", "POST /reload?session=1")) {
      assertCode(403, ask(ui, begin + " HTTP/1.1", host(ui), cookie(ui), foreign));
    }
    String ours = "Origin: http://127.0.0.1:" + port(ui);
    assertCode(200, ask(ui, "GET /sessions HTTP/1.1", host(ui), cookie(ui), ours));
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"})
  @DisplayName("Only GET")
  void methods(String method) throws IOException {
    UiServer ui = ui();
    String ours = "Origin: http://127.0.0.1:" + port(ui);
    String answer = ask(ui, method + " /sessions HTTP/1.1", host(ui), cookie(ui), ours);
    assertCode(405, answer);
    assertThat(answer).containsIgnoringCase("allow: GET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../UiServer.class",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/page.js/..",
        "//page.js",
        "/UiServer.class",
        "/..%2fpage.js",
        "/nothing"
      })
  @DisplayName("There are no files but the page's")
  void paths(String path) throws IOException {
    assertThat(get(ui(), path)).startsWith("HTTP/1.1 404 ").doesNotContain("import", "root:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "page.css",
        "page.js",
        "model.js",
        "filter.js",
        "timeline.js",
        "table.js",
        "detail.js",
        "side.js"
      })
  @DisplayName("The page's files are there, and say what they are")
  void files(String file) throws IOException {
    String type = file.endsWith("css") ? "text/css" : "text/javascript";
    String answer = get(ui(), "/" + file);
    assertCode(200, answer);
    assertThat(answer).containsIgnoringCase("content-type: " + type);
  }

  // ---- actions ----

  @Test
  @DisplayName("A page without --allow-actions changes nothing")
  void readOnly() throws IOException {
    FakeSession session = session();
    UiServer ui = ui();
    String ours = "Origin: http://127.0.0.1:" + port(ui);
    for (String begin : List.of("POST", "GET")) {
      String answer =
          ask(
              ui,
              begin + " /reload?session=" + PID + "&server=s HTTP/1.1",
              host(ui),
              cookie(ui),
              ours);
      assertThat(answer).startsWith("HTTP/1.1 403 ").contains("--allow-actions");
    }
    assertThat(session.requests()).isEmpty();
    assertThat(get(ui, "/sessions")).contains("\"actions\":false");
  }

  @Test
  @DisplayName("With it, its own page can reload and call again: by POST, and with its origin")
  void actions() throws IOException {
    FakeSession session =
        session()
            .answers(
                "\"reload\"", "{\"type\":\"said\",\"text\":\"spawn #2 serves\",\"isError\":false}")
            .answers(
                "\"rerun\"",
                "{\"type\":\"rerun\",\"call\":7,\"verdict\":\"same\"}",
                "{\"type\":\"end\"}");
    UiServer ui = ui(true);
    String reload = "/reload?session=" + PID + "&server=a%22b HTTP/1.1";
    String ours = "Origin: http://127.0.0.1:" + port(ui);
    assertCode(405, ask(ui, "GET " + reload, host(ui), cookie(ui), ours));
    assertCode(403, ask(ui, "POST " + reload, host(ui), cookie(ui)));
    assertThat(session.requests()).isEmpty();
    assertThat(ask(ui, "POST " + reload, host(ui), cookie(ui), ours)).contains("spawn #2 serves");
    String rerun = "POST /rerun?session=" + PID + "&n=7 HTTP/1.1";
    assertThat(ask(ui, rerun, host(ui), cookie(ui), ours)).contains("\"verdict\":\"same\"");
    assertThat(session.requests())
        .containsExactly(
            "{\"do\":\"reload\",\"server\":\"a\\\"b\"}", "{\"do\":\"rerun\",\"which\":[7]}");
  }

  // ---- sessions and events ----

  @Test
  @DisplayName("The list has the sessions' status lines")
  void list() throws IOException {
    session("{\"type\":\"end\"}");
    open.add(FakeSession.start(places, PID - 1, directory, ""));
    assertThat(get(ui(), "/sessions"))
        .contains("\"pid\":" + PID, "\"pid\":" + (PID - 1), "\"bytesPerToken\":4");
  }

  @Test
  @DisplayName("One call has its lines, with its messages; none if the journal does not have it")
  void call() throws IOException {
    String begun = "{\"seq\":8,\"type\":\"call\",\"call\":7,\"request\":{\"id\":1}}";
    String ended = "{\"seq\":9,\"type\":\"answer\",\"call\":7,\"response\":{\"id\":1}}";
    session(
        "{\"type\":\"session\"}",
        begun,
        ended,
        "{\"seq\":10,\"type\":\"call\",\"call\":8}",
        "{\"type\":\"end\",\"next\":10}");
    String path = "/call?session=" + PID + "&n=";
    assertThat(get(ui(), path + 7)).endsWith("\r\n\r\n" + begun + "\n" + ended + "\n");
    assertThat(get(ui(), path + 9)).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
    assertCode(404, get(ui(), "/call?session=1&n=7"));
  }

  @Test
  @DisplayName("Events carry the journal's numbers; a page that reconnects says the last it has")
  void events() throws IOException {
    FakeSession session =
        session(
            "{\"type\":\"session\",\"pid\":1}",
            "{\"type\":\"gap\",\"events\":312}",
            "{\"seq\":8,\"t\":1,\"type\":\"stderr\",\"server\":\"s\",\"run\":1,\"line\":\"<b>\"}",
            "this is no JSON",
            "{\"type\":\"idle\"}",
            "{\"seq\":9,\"t\":1,\"type\":\"state\",\"server\":\"s\",\"after\":\"running\"}",
            "{\"type\":\"idle\"}",
            "{\"type\":\"idle\"}",
            "{\"type\":\"end\",\"next\":9}");
    UiServer ui = ui();
    String all = get(ui, "/events?session=" + PID + "&after=7");
    assertThat(all)
        .containsIgnoringCase("content-type: text/event-stream")
        .contains("data: {\"type\":\"gap\",\"events\":312}\n", "\"line\":\"<b>\"", "id: 9\n")
        .contains("data: {\"type\":\"end\"}\n")
        .contains("\"type\":\"damaged\"", "line 4 (from byte", "id: 8\n", "\n:\n\n")
        .doesNotContain("idle");
    String again = "Last-Event-ID: 8";
    String rest =
        ask(ui, "GET /events?session=" + PID + "&after=7 HTTP/1.1", host(ui), cookie(ui), again);
    assertThat(rest).contains("\"seq\":9").doesNotContain("\"seq\":8");
    assertThat(session.requests())
        .containsExactly(
            "{\"do\":\"read\",\"after\":7,\"follow\":true,\"messages\":true}",
            "{\"do\":\"read\",\"after\":8,\"follow\":true,\"messages\":true}");
  }

  @Test
  @DisplayName("Of a session that has ended, its journal on disk is read")
  void past() throws IOException {
    Files.createDirectories(places.journals());
    Files.writeString(
        places.journal(5, PID),
        """
        {"type":"session","pid":%d,"started":5,"directory":"/p"}
        {"seq":1,"t":1,"type":"call","call":1,"method":"tools/call","name":"x"}
        {"seq":2,"t":2,"type":"answer","call":1,"status":"ok","micros":3}
        """
            .formatted(PID));
    UiServer ui = ui();
    assertThat(get(ui, "/sessions")).contains("\"past\":[{\"type\":\"session\",\"pid\":" + PID);
    assertThat(get(ui, "/events?session=" + PID + "&after=1"))
        .contains("\"seq\":2", "{\"type\":\"end\"}")
        .doesNotContain("\"seq\":1,");
    assertCode(404, get(ui, "/events?session=1"));
  }

  @Test
  @DisplayName("A connection that breaks off is no end: the page may ask again")
  void broken() throws IOException {
    session("{\"type\":\"session\",\"pid\":1}");
    assertThat(get(ui(), "/events?session=" + PID)).contains("session").doesNotContain("\"end\"");
  }

  @Test
  @DisplayName("A wrong word of the filter is said as `pitstop calls` says it")
  void filter() throws IOException {
    UiServer ui = ui();
    assertCode(200, get(ui, "/filter?words=tool:a*%20status:ok"));
    for (String word : List.of("tol:a", "status:fine", "slower:x", "plain")) {
      String said = "";
      try {
        Filter.of(List.of(word));
      } catch (IllegalArgumentException e) {
        said = e.getMessage();
      }
      assertThat(get(ui, "/filter?words=" + word))
          .startsWith("HTTP/1.1 200 ")
          .endsWith("\r\n\r\n" + said);
      assertThat(said).isNotEmpty();
    }
  }
}
