package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The page in a real browser, beside real sessions.
@DisplayName("pitstop ui")
@DisabledOnOs(OS.WINDOWS)
@Tag("all")
class UiTest {
  @RegisterExtension final Bench bench = new Bench();

  private final List<AutoCloseable> open = new ArrayList<>();
  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void browsersExist() {
    String os = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    boolean packaged = os.equals("Linux amd64"); // there ./test gets one, if there is none
    Assumptions.assumeTrue(packaged || Browser.executable().isPresent(), "no browser");
  }

  @AfterEach
  void close() throws Exception {
    Collections.reverse(open);
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private Browser browser() throws IOException {
    Path executable =
        Browser.executable()
            .orElseThrow(() -> new AssertionError("no browser: see CONTRIBUTING.md"));
    Browser browser =
        Browser.start(executable, Files.createDirectories(bench.dir().resolve("b" + open.size())));
    open.add(browser);
    return browser;
  }

  /// Starts `pitstop ui`.
  ///
  /// @return its URL
  private String ui(String... options) throws IOException {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString(), "ui"));
    argv.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(bench.workDir().toFile())
            .redirectError(bench.dir().resolve("ui.stderr").toFile());
    builder.environment().clear();
    builder.environment().putAll(bench.environment());
    Process process = builder.start();
    bench.mustEnd(process.pid());
    open.add(() -> process.destroy());
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String url = String.valueOf(out.readLine());
    assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[\\w-]+");
    return url;
  }

  private RawClient session(FixtureServer fixture, String... options) {
    server = fixture;
    RawClient client = bench.pitstop(server, options).drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  private Browser page(String... options) throws IOException {
    Browser page = browser();
    page.open(ui(options));
    return page;
  }

  /// The row of a call in the list, from its number to its status.
  private static String row(Browser page, int number) {
    return page.text("#call-" + number);
  }

  private static void choose(Browser page, int number) {
    page.click("#call-" + number);
    page.await("document.querySelector('#detail h3')?.textContent.startsWith('#" + number + " ')");
  }

  /// Presses a key, and waits for what that does.
  private static void press(Browser page, String key, String done) {
    page.press(key);
    page.await(done);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(bench.workDir().resolve(file), text);
  }

  @Test
  @DisplayName("What the page shows is what happened: calls, runs, a failed build, a diff, a crash")
  void whatHappened() throws Exception {
    write("build.sh", "exit 0\n");
    Path extra = bench.dir().resolve("extra.json");
    Files.writeString(extra, "[]");
    RawClient client =
        session(bench.scripted("--extra-tools", extra.toString()), "--build", "sh build.sh");
    client.call(
        "echo", "{'text':'<img src=x onerror=\"window.hurt=1\"> & so on'}"); // 2: 1 is tools/list
    client.call("stderr", "{'line':'<b>a line beside call 3</b>'}");
    Browser page = page();
    page.await("document.querySelector('#call-3 .ok')");
    client.call("is_error"); // 4
    write("build.sh", "echo 'src/x.ts(3,5): error TS1005: a bracket is missing'; exit 1\n");
    client.call("recompile"); // 5
    page.await("document.querySelector('#events details')");
    assertThat(page.text("#events"))
        .contains("the build failed", "error TS1005: a bracket is missing");
    assertThat(page.text("#problems")).contains("the build failed", "error TS1005");
    write("build.sh", "exit 0\n");
    Files.writeString(
        extra,
        "[{\"name\":\"grown\",\"description\":\"new\",\"inputSchema\":{\"type\":\"object\"}}]");
    client.call("recompile"); // 6
    page.await("document.querySelector('#events').textContent.includes('#2 serves')");
    assertThat(page.text("#events")).contains("grown");
    assertThat(page.text("#problems")).isEmpty();
    client.call("pid"); // 7
    client.call("crash", "{'mode':'exit','code':3,'stderr':'boom on line 7'}"); // 8
    page.await("document.querySelector('#call-8 .crashed')");
    page.await("document.querySelector('#events').textContent.includes('boom on line 7')");
    Path go = bench.dir().resolve("go");
    CompletableFuture<JsonObject> waits =
        client.callAsync("wait_for_file", "{'path':'" + go + "'}"); // 9
    page.await("document.querySelector('#call-9 .pending')");
    assertThat(page.text("#flight")).isEqualTo("1 in flight");
    assertThat(row(page, 2)).contains("echo", "ok", "scripted #1");
    assertThat(row(page, 4)).contains("is_error", "error", "scripted #1");
    assertThat(row(page, 7)).contains("pid", "ok", "scripted #2");
    assertThat(row(page, 8)).contains("crash", "crashed", "scripted #2");
    Files.createFile(go);
    client.toolResult(waits);
    page.await("document.querySelector('#call-9 .ok')");
    assertThat(row(page, 9)).contains("scripted #3");

    choose(page, 2);
    assertThat(page.text("#detail .arguments")).contains("<img src=x onerror=").contains("& so on");
    assertThat(page.text("#detail .result")).contains("<img src=x onerror=");
    assertThat(page.evaluate("window.hurt === undefined").getAsBoolean()).isTrue();
    assertThat(page.count("img")).isZero();
    choose(page, 3);
    assertThat(page.text("#detail .stderr")).isEqualTo("<b>a line beside call 3</b>");
    choose(page, 8);
    assertThat(page.text("#detail .result")).contains("exit code 3");
    assertThat(page.text("#detail .stderr")).contains("boom on line 7");

    page.await("document.querySelector('#tools').textContent.includes('wait_for_file')");
    assertThat(page.texts("#tools tbody tr")).anyMatch(t -> t.startsWith("crash11"));
    page.await("document.querySelector('#servers').textContent.includes(' tools')");
    page.await("document.querySelector('#servers').textContent.includes('spawn #3 · pid ')");
    assertThat(page.text("#servers")).contains("scripted", "running", "spawn #3", "tokens", "pid ");
    List<String> before = page.texts(".row .what, .row .run, .row .status");
    String events = page.text("#events");
    page.reload();
    page.await("document.querySelectorAll('.row').length === 9");
    assertThat(page.texts(".row .what, .row .run, .row .status")).isEqualTo(before);
    assertThat(page.text("#events")).isEqualTo(events);
    assertThat(page.evaluate("location.search").getAsString()).as("the token is hidden").isEmpty();
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  @DisplayName("By keyboard: filter, wrong words, choosing, opening, and back")
  void keyboard() throws Exception {
    RawClient client = session(bench.scripted());
    client.call("echo", "{'text':'a'}"); // 2
    client.call("is_error"); // 3
    client.call("echo", "{'text':'b'}"); // 4
    Browser page = page();
    page.await("document.querySelector('#call-4 .ok')");
    press(page, "/", "document.activeElement.id === 'filter'");
    page.type("statos:error");
    page.await("document.querySelector('#wrong').textContent");
    assertThat(page.text("#wrong"))
        .isEqualTo("there is no filter `statos:error`; did you mean status:?");
    press(
        page,
        "Escape",
        "!document.querySelector('#wrong').textContent && document.activeElement.id === 'calls'");
    page.press("/");
    page.type("tool:ec* status:ok status:error");
    page.await("document.querySelector('#count').textContent === '2 of 4 calls'");
    assertThat(page.texts(".row .number")).containsExactly("4", "2");
    press(page, "ArrowDown", "document.querySelector('#detail h3')?.textContent === '#4 echo'");
    press(page, "ArrowDown", "document.querySelector('#detail h3')?.textContent === '#2 echo'");
    assertThat(page.texts("[aria-selected=true] .number")).containsExactly("2");
    press(page, "Enter", "document.activeElement.id === 'detail'");
    press(page, "Escape", "document.activeElement.id === 'calls'");
    press(page, "Escape", "document.querySelector('#detail').hidden");
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  @DisplayName("A range of time that is drawn in the timeline filters the calls")
  void brush() throws Exception {
    RawClient client = session(bench.scripted());
    client.call("echo", "{'text':'a'}");
    Browser page = page();
    page.await("document.querySelector('#call-2 .ok')");
    int right =
        page.evaluate(
                "Math.round(document.querySelector('#timeline').getBoundingClientRect().right)")
            .getAsInt();
    page.mouse("mousePressed", right - 14, 90);
    page.mouse("mouseMoved", right - 30, 90);
    page.mouse("mouseReleased", right - 2, 90);
    page.await("!document.querySelector('#range').hidden");
    page.await("document.querySelector('#count').textContent === '0 of 2 calls'");
    press(page, "Escape", "document.querySelector('#count').textContent === '2 calls'");
    page.evaluate("document.querySelector('#timeline').focus()");
    page.press("+");
    press(page, "b", "!document.querySelector('#range').hidden");
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  @DisplayName("A session that ends under the page is said; its calls stay, and so they do on disk")
  void ended() throws Exception {
    RawClient client = session(bench.scripted());
    client.call("echo", "{'text':'kept'}");
    Browser one = page();
    Browser two = page();
    for (Browser page : List.of(one, two)) {
      page.await("document.querySelector('#call-2 .ok')");
    }
    client.finish();
    for (Browser page : List.of(one, two)) {
      page.await("document.querySelector('#connection').textContent.includes('has ended')");
      assertThat(row(page, 2)).contains("echo", "kept", "ok");
      page.reload();
      page.await("document.querySelector('#connection').textContent.includes('has ended')");
      page.await("document.querySelector('#call-2 .ok')"); // what was on disk comes after that
      assertThat(row(page, 2)).contains("echo", "ok", "scripted #1");
    }
    RawClient next = session(bench.scripted());
    next.call("pid");
    one.await("document.querySelectorAll('#session option').length === 2");
    assertThat(one.complaints()).isEmpty();
  }

  @Test
  @DisplayName("A session that is killed has ended, too: with a journal on disk, and without")
  void killed() throws Exception {
    for (String log : List.of("log", "none")) {
      RawClient client = session(bench.scripted(), "--log-file", log);
      client.call("echo", "{'text':'kept'}");
      Browser page = page();
      page.await("document.querySelector('#call-2 .ok')");
      client.mayEndBadly();
      Procs.signal(client.pid(), "KILL");
      page.await("document.querySelector('#connection').textContent.includes('has ended')");
      assertThat(row(page, 2)).contains("echo", "kept", "ok");
    }
  }

  @Test
  @DisplayName("10,000 calls: all are counted, few are elements, and the first can be reached")
  void many() throws Exception {
    RawClient client = session(bench.scripted());
    List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      calls.add(client.callAsync("echo", "{'text':'" + i + "'}"));
      if (calls.size() == 50) {
        calls.forEach(client::toolResult);
        calls.clear();
      }
    }
    Browser page = page();
    page.await("document.querySelector('#count').textContent === '10001 calls'");
    assertThat(page.count(".row")).isBetween(10, 60);
    assertThat(page.count("*")).isLessThan(1_000);
    page.evaluate("document.querySelector('#calls').focus()");
    press(
        page, "End", "document.querySelector('[aria-selected=true] .number')?.textContent === '1'");
    press(
        page,
        "Home",
        "document.querySelector('[aria-selected=true] .number')?.textContent === '10001'");
    page.await("document.querySelector('#detail .result')?.textContent === '9999'");
    page.await("document.querySelector('#tools').textContent.includes('10,000')");
    page.reload();
    page.await("document.querySelector('#count').textContent === '10001 calls'");
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  @DisplayName("One operation is one row: a call in rounds, and one that was repeated")
  void oneOperation() throws Exception {
    server = bench.modern();
    RawClient client = bench.pitstop(server).drainStderr();
    JsonObject asked = client.result(client.request("tools/call", Modern.call("ask_input", "{}")));
    String state = asked.get("requestState").getAsString();
    Browser page = page();
    page.await("document.querySelector('#calls').textContent.includes('asks for input')");
    String more =
        "{'name':'ask_input','arguments':{},'requestState':'"
            + state
            + "','inputResponses':{'who':{'action':'accept'}}}";
    client.result(client.request("tools/call", Modern.params(more)));
    client.result(client.request("tools/call", Modern.call("readonly_crash_once", "{}")));
    page.await("document.querySelector('#calls').textContent.includes('repeated')");
    assertThat(page.texts(".row .what"))
        .filteredOn(t -> t.contains("ask_input"))
        .singleElement()
        .asString()
        .contains("2 rounds");
    assertThat(page.texts(".row .what"))
        .filteredOn(t -> t.contains("readonly_crash_once"))
        .hasSize(1);
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  @DisplayName("With --allow-actions the page reloads a server")
  void actions() throws Exception {
    RawClient client = session(bench.scripted());
    client.call("pid");
    Browser page = page("--allow-actions");
    page.await("document.querySelector('.server button')");
    page.click(".server button");
    page.await("document.querySelector('#events').textContent.includes('#2 serves')");
    assertThat(page.text("#wrong")).isEmpty();
    assertThat(server.pids()).hasSize(2);
    assertThat(page.complaints()).isEmpty();
  }
}
