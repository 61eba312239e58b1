package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.Kind;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Reports;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Odd lists of a server are not taken for empty ones.
@ExtendWith(Sessions.class)
class OddListTest {
  private static final String CAPABILITIES = "{\"tools\":{},\"prompts\":{}}";

  @Test
  @DisplayName("one deeply nested schema does not make all tools count as removed")
  void deepSchema(@Serving("a b") SessionDriver d) {
    d.call("1", "recompile");
    deep(d.spawned().handshake(), "string");
    d.notified("notifications/tools/list_changed");
    assertThat(d.text("1")).contains("tool `deep`").doesNotContain("removed");
    d.awaitTools("a", "b", "deep");
    d.call("2", "recompile");
    deep(d.spawned().handshake(), "integer");
    d.notified("notifications/tools/list_changed");
    assertThat(d.text("2")).contains("`deep`").doesNotContain("removed");
  }

  @Test
  @DisplayName("of a list that cannot be read what was known is kept, and it is noted")
  void unreadable(SessionDriver d, @Begun FakeServer s) {
    s.greet(CAPABILITIES);
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    lists(s, "[{\"name\":\"p\"}]");
    d.awaitTools("a");
    d.call("1", "recompile");
    FakeServer now = d.spawned();
    now.greet(CAPABILITIES);
    lists(now, "7");
    assertThat(d.text("1")).contains("Nothing changed in the lists that it sent");
    assertThat(d.server().names(Kind.PROMPTS)).containsExactly("p");
    Await.until(
        "a note",
        () ->
            d.server().stderr().stream()
                .anyMatch(l -> l.contains("prompts/list could not be read")));
  }

  private static void unusable(FakeServer s) {
    JsonElement id = s.expect("tools/list").get("id");
    s.say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"tools\":[],\"x\":NaN}}");
  }

  @Test
  @DisplayName("a new build whose list of tools cannot be used does not replace a good one")
  void unusableAfterReload(SessionDriver d, @Serving("a") FakeServer old) {
    d.call("1", "recompile");
    FakeServer now = d.spawned().handshake();
    unusable(now);
    assertThat(d.text("1"))
        .contains("could not list its tools", "not a valid message: unexpected 'N'");
    d.servedBy(old, "2", "a", "the old one");
    now.child().awaitStop();
  }

  @Test
  @DisplayName("in report mode, too, a list of the client that cannot be used is no empty one")
  void unusableForTheClient(@Reports SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    unusable(s);
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("a", "recompile");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  @DisplayName("a list that cannot be used, or a page of it, is no empty or shorter one")
  void unusableByItself(int pages, SessionDriver d, @Serving("a b") FakeServer s) {
    s.notify("notifications/tools/list_changed", "{}");
    if (pages > 0) {
      s.answer(
          s.expect("tools/list"), "{\"tools\":" + FakeServer.tools("a") + ",\"nextCursor\":\"2\"}");
    }
    unusable(s);
    Await.until(
        "a note",
        () ->
            d.server().stderr().stream()
                .anyMatch(l -> l.contains("tools/list failed: its answer is not a valid message")));
    d.awaitTimerAndAdvance(250); // the pause behind it
    d.awaitTools("a", "b");
  }

  /// As deep as the codec lets through.
  private static void deep(FakeServer s, String type) {
    int n = 497;
    String leaf = "{\"type\":\"" + type + "\"}";
    String schema = "{\"properties\":{\"a\":".repeat(n) + leaf + "}}".repeat(n);
    s.answer(
        s.expect("tools/list"),
        "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}},"
            + "{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"}},"
            + "{\"name\":\"deep\",\"inputSchema\":"
            + schema
            + "}]}");
  }

  private static void lists(FakeServer s, String prompts) {
    s.expect("notifications/initialized");
    s.list("a");
    s.answer(s.expect("prompts/list"), "{\"prompts\":" + prompts + "}");
  }
}
