package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Serving;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A client that does not read (docs/design/concurrency.md, "Back pressure"): it holds up the
/// server's reader, but its own messages are taken; when it reads again, all is there, in order.
@ExtendWith(Sessions.class)
class BackPressureTest {
  private static final long SERVER_LIMIT = 8L << 20;
  private static final long CLIENT_LIMIT = 64L << 20;

  /// What readers hold in their buffers, and the one message more that crosses a limit.
  private static final long SLACK = 512 << 10;

  private static final String LONG = "y".repeat(60_000);

  @Test
  @DisplayName("the server's reader waits at its limit, the client's reader does not")
  void serverWaits(SessionDriver d, @Serving("a") FakeServer s) {
    d.output.stick();
    d.request("1", "ping", "{}");
    Await.until("a write to the client", d.output::writing);
    int messages = 300;
    for (int i = 0; i < messages; i++) {
      s.notify(
          "notifications/message",
          "{\"level\":\"info\",\"data\":{\"n\":" + i + ",\"x\":\"" + LONG + "\"}}");
    }
    long left = messages * (long) LONG.length() - SERVER_LIMIT;
    Await.until("the server's reader at its limit", () -> s.child().unread() < left + SLACK);
    JsonObject call = d.callTo(s, "2", "a");
    d.cancelTo(s, "2");
    s.text(d.callTo(s, "3", "a"), "behind it all");
    s.text(call, "cancelled");
    assertThat(s.child().unread()).isGreaterThan(left - SLACK);
    d.output.release();
    d.result("1");
    for (int i = 0; i < messages; i++) {
      JsonObject m = d.notified("notifications/message");
      assertThat(Json.at(m, "params", "data", "n").getAsInt()).isEqualTo(i);
    }
    assertThat(d.text("3")).isEqualTo("behind it all");
  }

  @Test
  @Tag("slow")
  @DisplayName("the client's reader waits when 64 MiB of answers are not read, and goes on")
  void clientWaits(SessionDriver d, @Serving("a") FakeServer s) {
    d.output.stick();
    int messages = 1_200;
    byte[] tail = (LONG + "\",\"method\":\"ping\"}\n").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < messages; i++) {
      d.bytes(("{\"jsonrpc\":\"2.0\",\"id\":\"" + i + " ").getBytes(StandardCharsets.UTF_8));
      d.bytes(tail);
    }
    long left = messages * (long) LONG.length() - CLIENT_LIMIT;
    Await.until("the client's reader at its limit", () -> d.unread() < left + SLACK);
    s.child().complain("the server's reader and ours are not the same");
    d.awaitStderr("the server's reader and ours are not the same");
    assertThat(d.unread()).isGreaterThan(left - SLACK);
    d.output.release();
    for (int i = 0; i < messages; i++) {
      assertThat(d.take()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":\"" + i + " y");
    }
  }

  @Test
  @DisplayName("a server that dies meanwhile: its calls are answered when the client reads")
  void diesMeanwhile(SessionDriver d, @Serving("a") FakeServer s) {
    d.output.stick();
    d.call("1", "a");
    s.notify("notifications/message", "{\"level\":\"info\",\"data\":0}");
    Await.until("a write to the client", d.output::writing);
    s.expectCall("a");
    s.child().exit(3);
    d.output.release();
    assertThat(Json.at(d.notified("notifications/message"), "params", "data").getAsInt()).isZero();
    assertThat(d.text("1")).contains("exit code 3");
  }
}
