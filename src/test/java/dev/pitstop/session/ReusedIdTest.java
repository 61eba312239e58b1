package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A client that uses an id again which is still in flight. The specification forbids it (Overview,
/// "Requests": the id must not have been used before in the session), servers take such requests,
/// and so does Pitstop: both are answered, each once, and both can be cancelled.
@ExtendWith(Sessions.class)
class ReusedIdTest {
  /// Two calls that the client sent under id 1, as the server has them.
  private record Two(JsonObject first, JsonObject second) {}

  private static Two two(SessionDriver d, FakeServer s) {
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\"}}";
    d.send(call);
    d.send(call);
    return new Two(s.expectCall("slow"), s.expectCall("slow"));
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
  @DisplayName("the server knows them by two ids, the client gets one answer for each")
  void twoAnswers(SessionDriver d, @Serving("slow") FakeServer s) {
    Two two = two(d, s);
    assertThat(two.first().get("id")).isNotEqualTo(two.second().get("id"));
    s.text(two.second(), "second");
    assertThat(answer(d)).isEqualTo("second");
    s.text(two.first(), "first");
    assertThat(answer(d)).isEqualTo("first");
  }

  @Test
  @DisplayName("the newer is cancelled first, then the older; neither has an answer then")
  void bothCancelled(SessionDriver d, @Serving("slow") FakeServer s) {
    Two two = two(d, s);
    cancel(d);
    assertThat(cancelled(s).get("requestId")).isEqualTo(two.second().get("id"));
    cancel(d);
    assertThat(cancelled(s).get("requestId")).isEqualTo(two.first().get("id"));
    s.text(two.first(), "late");
    s.text(two.second(), "late");
    d.sync(s);
  }

  @Test
  @DisplayName("whichever is answered, the other can still be cancelled")
  void otherCancelled(SessionDriver d, @Serving("slow") FakeServer s) {
    Two two = two(d, s);
    s.text(two.second(), "second");
    assertThat(answer(d)).isEqualTo("second");
    cancel(d);
    assertThat(cancelled(s).get("requestId")).isEqualTo(two.first().get("id"));
    Two more = two(d, s);
    s.text(more.first(), "third");
    assertThat(answer(d)).isEqualTo("third");
    cancel(d);
    assertThat(cancelled(s).get("requestId")).isEqualTo(more.second().get("id"));
    d.sync(s);
  }
}
