package dev.pitstop.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// F3: a client that uses an id again which is still in flight. The specification forbids it
/// (Overview, "Requests": the id must not have been used before in the session), servers take such
/// requests, and so does Pitstop: both are answered, each once, and both can be cancelled.
class ReusedIdTest {
  private static void call(SessionDriver d, int n) {
    d.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\","
            + "\"arguments\":{\"n\":"
            + n
            + "}}}");
  }

  private static void cancel(SessionDriver d) {
    d.notify("notifications/cancelled", "{\"requestId\":1}");
  }

  private static JsonObject cancelled(FakeServer s) {
    return s.expect("notifications/cancelled").getAsJsonObject("params");
  }

  /// The next answer, past the books, which know each id once.
  private static String answer(SessionDriver d) {
    JsonObject m = Json.parse(d.take());
    assertThat(m.get("id")).as("%s", m).hasToString("1");
    return Json.text(m, "result", "content", 0, "text");
  }

  @Test
  @DisplayName("F3: the server knows them by two ids, the client gets one answer for each")
  void twoAnswers() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = d.connect("slow");
      call(d, 1);
      call(d, 2);
      JsonObject first = s.expectCall("slow");
      JsonObject second = s.expectCall("slow");
      assertThat(first.get("id")).isNotEqualTo(second.get("id"));
      s.text(second, "second");
      assertThat(answer(d)).isEqualTo("second");
      s.text(first, "first");
      assertThat(answer(d)).isEqualTo("first");
    }
  }

  @Test
  @DisplayName("F3: the newer is cancelled first, then the older; neither has an answer then")
  void bothCancelled() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = d.connect("slow");
      call(d, 1);
      call(d, 2);
      JsonObject first = s.expectCall("slow");
      JsonObject second = s.expectCall("slow");
      cancel(d);
      assertThat(cancelled(s).get("requestId")).isEqualTo(second.get("id"));
      cancel(d);
      assertThat(cancelled(s).get("requestId")).isEqualTo(first.get("id"));
      s.text(first, "late");
      s.text(second, "late");
      d.sync(s);
    }
  }

  @Test
  @DisplayName("F3: whichever is answered, the other can still be cancelled")
  void otherCancelled() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = d.connect("slow");
      call(d, 1);
      call(d, 2);
      JsonObject first = s.expectCall("slow");
      JsonObject second = s.expectCall("slow");
      s.text(second, "second");
      assertThat(answer(d)).isEqualTo("second");
      cancel(d);
      assertThat(cancelled(s).get("requestId")).isEqualTo(first.get("id"));
      call(d, 3);
      call(d, 4);
      JsonObject third = s.expectCall("slow");
      JsonObject fourth = s.expectCall("slow");
      s.text(third, "third");
      assertThat(answer(d)).isEqualTo("third");
      cancel(d);
      assertThat(cancelled(s).get("requestId")).isEqualTo(fourth.get("id"));
      d.sync(s);
    }
  }

  @Test
  @DisplayName("F7: the end of the input waits for both")
  void endOfInput() {
    SessionDriver d = new SessionDriver();
    FakeServer s = d.connect("slow");
    call(d, 1);
    call(d, 2);
    JsonObject first = s.expectCall("slow");
    JsonObject second = s.expectCall("slow");
    s.text(second, "second");
    assertThat(answer(d)).isEqualTo("second");
    d.endInput();
    s.text(first, "first");
    assertThat(answer(d)).isEqualTo("first");
    d.awaitEnd();
  }
}
