package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.Tracker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// When nothing that the client asked is open any more, whoever waits for that is told.
class TrackerTest {
  private final Tracker tracker = new Tracker();
  private final List<String> told = new ArrayList<>();

  private static Message.Request request(int id) {
    if (Codec.parse(Messages.request(RequestId.of(id), "x", "{}")) instanceof Message.Request r) {
      return r;
    }
    throw new AssertionError("not a request");
  }

  private Message.Request open(int id) {
    Message.Request r = request(id);
    tracker.open(r, (n, span) -> told.add("cancelled " + id));
    return r;
  }

  private boolean cancel(int id) {
    String params = "{\"requestId\":" + id + "}";
    return Codec.parse(Messages.notification("notifications/cancelled", params))
            instanceof Message.Notification n
        && tracker.cancel(RequestId.of(id), n, n.param("requestId"));
  }

  @Test
  @DisplayName("in the turn in which the last one is answered, and not before")
  void answered() {
    Message.Request one = open(1);
    Message.Request two = open(2);
    tracker.whenIdle(() -> told.add("idle"));
    tracker.over(one);
    assertThat(told).isEmpty();
    tracker.over(two);
    assertThat(told).containsExactly("idle");
  }

  @Test
  @DisplayName("or cancelled")
  void cancelled() {
    open(1);
    tracker.whenIdle(() -> told.add("idle"));
    assertThat(cancel(2)).as("nobody's").isFalse();
    assertThat(told).isEmpty();
    assertThat(cancel(1)).isTrue();
    assertThat(told).containsExactly("cancelled 1", "idle");
  }
}
