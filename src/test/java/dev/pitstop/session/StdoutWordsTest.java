package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("words on stdout are told the agent, once")
@ExtendWith(Sessions.class)
class StdoutWordsTest {
  private static FakeServer restarted(SessionDriver d, FakeServer s, String... words) {
    d.crash(s, 1);
    FakeServer now = d.callStarting("\"again\"", "a");
    for (String line : words) {
      now.say(line);
    }
    now.comeUp("a");
    now.text(now.expectCall("a"), "own");
    return now;
  }

  @Test
  @DisplayName("with the next result, with the first line and how many, and never again")
  void once(SessionDriver d, @Serving("a") FakeServer s) {
    s.say("Weather server is up");
    s.say("");
    s.say("{\"log\":\"json, but no message\"}");
    s.say("ready");
    assertThat(d.callAnswered(s, "1", "a", "own"))
        .isEqualTo(
            "[pitstop] Server `fake` wrote 3 lines to stdout that are not"
                + " MCP messages, the first: `Weather server is up`. Pitstop keeps"
                + " such lines from the client, which may disconnect over them."
                + " They belong on stderr.\nown");
    s.say("another");
    assertThat(d.callAnswered(s, "2", "a", "own")).isEqualTo("own");
  }

  @Test
  @DisplayName("a line that comes with a call is told with its answer, cut")
  void inACall(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "a");
    s.say("debug: " + "x".repeat(1_000));
    s.text(call, "own");
    assertThat(d.text("1"))
        .containsPattern("a line to stdout that is not an MCP message: `debug: x{111} …`\\. ")
        .endsWith("own");
  }

  @Test
  @DisplayName("not again after a restart")
  void afterARestart(SessionDriver d, @Serving("a") FakeServer s) {
    s.say("12:01 up");
    assertThat(d.callAnswered(s, "1", "a", "own")).contains("`12:01 up`");
    FakeServer same = restarted(d, s, "12:02 up");
    assertThat(d.text("\"again\"")).contains("was restarted").doesNotContain("not an MCP message");
    assertThat(d.callAnswered(same, "3", "a", "own")).isEqualTo("own");
  }

  @Test
  @DisplayName("a crash text tells it, and then no notice does")
  void crash(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    s.say("up");
    s.child().exit(1);
    assertThat(d.text("1"))
        .contains("[stdout] up")
        .contains("\nIt wrote a line to stdout that is not an MCP message: `up`. ");
    FakeServer next = d.callStarting("2", "a").comeUp("a");
    next.text(next.expectCall("a"), "own");
    assertThat(d.text("2")).contains("was restarted").doesNotContain("not an MCP message");
  }

  @Test
  @DisplayName("half a message at the end of a run is none of these")
  void halfAMessage(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    s.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[");
    assertThat(d.text("1")).contains("invalid JSON-RPC");
    assertThat(d.callAnswered(s, "2", "a", "own")).isEqualTo("own");
  }
}
