package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Serving;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What our own tools say.
@ExtendWith(Sessions.class)
class OwnToolsTest {
  private static final long LIST_WAIT_MILLIS = 3_000;

  private static String[] names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
  }

  @Test
  @DisplayName("a difference among the facts is as short as in the text")
  void longDiff(SessionDriver d) {
    d.connect(names("old_name_", 150));
    d.recompiling("1").comeUp(names("quite_other_", 150));
    d.notified("notifications/tools/list_changed");
    JsonObject diff =
        Json.at(d.result("1"), "_meta", "dev.pitstop/facts", "diff").getAsJsonObject();
    assertThat(diff.toString().length()).isLessThan(4_000);
    assertThat(Json.at(diff, "changes").getAsJsonArray()).hasSize(25);
    assertThat(Json.text(diff, "changes", 0)).startsWith("- tool ");
    assertThat(Json.at(diff, "omitted").getAsInt()).isEqualTo(275);
    d.call("2", "server_status");
    JsonObject last =
        Json.at(d.result("2"), "_meta", "dev.pitstop/facts", "last_diff").getAsJsonObject();
    assertThat(Json.at(last, "changes").getAsJsonArray()).hasSize(15);
    assertThat(Json.at(last, "omitted").getAsInt()).isEqualTo(285);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server_stderr | {'lines':'x'} | `lines` must be a whole number from 1 to 1000.",
        "server_stderr | {'lines':0} | `lines` must be a whole number from 1 to 1000.",
        "server_stderr | {'lines':5000} | `lines` must be a whole number from 1 to 1000.",
        "server_stderr | {'lines':1.5} | `lines` must be a whole number from 1 to 1000.",
        "server_stderr | {'lines':[5]} | `lines` must be a whole number from 1 to 1000.",
        "server_stderr | {'since_spawn':'x'} | `since_spawn` must be true or false.",
        "search_tools | {'query':5} | `query` must be a string.",
        "search_tools | {'query':['a']} | `query` must be a string."
      },
      quoteCharacter = '"')
  @DisplayName("arguments that are against the schema are refused with what is expected")
  void refused(String tool, String arguments, String text, @Serving("a") SessionDriver d) {
    d.call("1", tool, arguments.replace('\'', '"'));
    JsonObject r = d.result("1");
    assertThat(Json.at(r, "isError").getAsBoolean()).isTrue();
    assertThat(Json.text(r, "content", 0, "text")).isEqualTo("[pitstop] " + text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server_stderr | {'lines':'1','since_spawn':'true'}",
        "server_stderr | {'lines':1.0,'since_spawn':null}",
        "server_stderr | {'lines':null}",
        "search_tools | {'query':null}"
      },
      quoteCharacter = '"')
  @DisplayName("arguments as agents write them are taken")
  void taken(String tool, String arguments, SessionDriver d, @Serving("a") FakeServer s) {
    s.child().complain("one");
    s.child().complain("two");
    d.awaitStderr("two");
    d.call("1", tool, arguments.replace('\'', '"'));
    assertThat(d.result("1").has("isError")).isFalse();
  }

  @Test
  @DisplayName("no stderr since the last start does not say that there was none before")
  void silentSinceItsStart(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().complain("of the first");
    d.awaitStderr("of the first");
    d.recompiling("1").comeUp("a");
    d.text("1");
    assertThat(d.callForText("2", "server_stderr", "{\"since_spawn\":true}"))
        .isEqualTo("The server wrote nothing to stderr since its last start (spawn #2).");
    assertThat(d.callForText("3", "server_stderr")).contains("of the first");
  }

  @Test
  @DisplayName("while the server starts search_tools waits, and no number of tools is said")
  void notListedYet(SessionDriver d) {
    FakeServer s = d.greeted();
    JsonObject list = s.expect("tools/list");
    JsonObject status = d.callForResult("1", "server_status");
    assertThat(Json.text(status, "content", 0, "text"))
        .contains("tools not listed yet")
        .doesNotContain("0 tools");
    assertThat(Json.at(status, "_meta", "dev.pitstop/facts").getAsJsonObject().has("tools"))
        .isFalse();
    d.call("2", "search_tools");
    Await.until("its wait", () -> d.timers.has(LIST_WAIT_MILLIS));
    s.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    assertThat(d.text("2")).contains("`a`", "The server has 1 tool.");
  }

  @Test
  @DisplayName("search_tools does not wait for long, and says that the tools are not listed yet")
  void notListedInTime(SessionDriver d, @Begun FakeServer s) {
    Await.until("it is open", d.server()::starting);
    d.call("1", "search_tools");
    d.awaitTimerAndAdvance(LIST_WAIT_MILLIS);
    assertThat(d.text("1"))
        .startsWith("[pitstop] Server `fake` has been starting for ")
        .endsWith(" and has not listed its tools yet.");
    d.greeted(s);
    d.initialized(s, "a");
  }

  @Test
  @DisplayName("nor does it wait for a server that is down")
  void notListedAndDown(SessionDriver d, @Begun FakeServer s) {
    d.call("1", "search_tools");
    Await.until("its wait", () -> d.timers.has(LIST_WAIT_MILLIS));
    s.expect("initialize");
    s.child().exit(1);
    String answers = d.line() + d.line(); // to initialize and to the call, in either order
    assertThat(answers).contains("has crashed and has not listed its tools yet. The next call");
    assertThat(d.callForText("2", "search_tools"))
        .contains("has crashed and has not listed its tools yet. The next call");
  }

  @Test
  @DisplayName("the last exit is told of a replaced process too, which is counted as a stop")
  void lastExitOfAReplacedOne(SessionDriver d, @Serving("a") FakeServer s) {
    d.recompiling("1").comeUp("a");
    d.text("1");
    s.child().awaitStop();
    Await.until("its end", () -> d.server().live() == 1);
    assertThat(d.callForText("2", "server_status"))
        .contains("1 stopped by Pitstop", "Last exit: #1 was replaced by a reload (exit code");
  }

  @Test
  @DisplayName("recompile tells of a crash once, however often the new one does not start")
  void crashToldOnce(SessionDriver d) {
    d.crash(d.connect("a"), 3);
    failedReload(d, "1");
    assertThat(d.text("1")).contains("Spawn #1 crashed with exit code 3");
    failedReload(d, "2");
    assertThat(d.text("2")).contains("exit code 9").doesNotContain("#1");
    FakeServer now = d.recompiling("3").comeUp("a");
    assertThat(d.text("3")).contains("spawn #4").doesNotContain("crashed");
    d.servedBy(now, "4", "a", "own");
  }

  @Test
  @DisplayName("a failed recompile whose answer was not sent has told nothing")
  void crashNotTold(SessionDriver d) {
    d.crash(d.connect("a"), 3);
    FakeServer s = d.recompiling("1");
    s.expect("initialize");
    d.cancel("1");
    d.sync();
    d.crash(s, 9);
    d.recompiling("2").comeUp("a");
    assertThat(d.text("2")).contains("Spawn #1 crashed with exit code 3");
  }

  private static void failedReload(SessionDriver d, String id) {
    d.call(id, "recompile");
    FakeServer s = d.spawned();
    s.expect("initialize");
    s.child().exit(9);
  }

  @Test
  @DisplayName("the one before is that of the number before, also if an older one ends later")
  void endsInAnotherOrder(SessionDriver d, @Serving("a") FakeServer first) {
    JsonObject kept = d.callTo(first, "1", "a");
    FakeServer second = d.recompiling("2").comeUp("a");
    d.text("2");
    d.crash(second, 4);
    first.text(kept, "old");
    assertThat(d.text("1")).isEqualTo("old");
    first.child().awaitStop();
    Await.until("its end", () -> d.server().live() == 0);
    FakeServer third = d.callStarting("3", "a").comeUp("a");
    third.text(third.expectCall("a"), "own");
    assertThat(d.text("3"))
        .contains("Spawn #2 crashed with exit code 4")
        .doesNotContain("Spawn #1");
  }
}
