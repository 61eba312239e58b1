package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.MAX_MESSAGE;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.session.Sessions.Servers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The memory for what servers do not read is the process's, shared out.
@ExtendWith(Sessions.class)
class ManyMemoryTest {
  private static String arguments(int bytes) {
    return "{\"x\":\"" + "y".repeat(bytes) + "\"}";
  }

  @Test
  @DisplayName("beside thirty others a server can be sent a message as large as may be")
  void large() {
    List<ServerSpec> specs = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      specs.add(spec("srv" + i));
    }
    try (ManyDriver d = ManyDriver.connected(specs.toArray(ServerSpec[]::new))) {
      FakeServer first = d.up("srv0", "t");
      for (int i = 1; i < 30; i++) {
        d.up("srv" + i, "t");
      }
      d.listNow("1");
      first.text(d.client.callTo(first, "2", "srv0__t", arguments(MAX_MESSAGE * 3 / 4)), "got it");
      assertThat(d.client.text("2")).isEqualTo("got it");
    }
  }

  @Test
  @DisplayName("what is kept for one that does not read takes nothing from what the others have")
  void flood(@Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.up("alpha", "a");
    FakeServer b = d.upAndListed("beta", "b");
    a.child().input().stick();
    List<String> sent = new ArrayList<>();
    boolean refused = false;
    for (int i = 1; i < 100 && !refused; i++) {
      String id = Integer.toString(i);
      d.client.call(id, "alpha__a", arguments(100_000));
      d.client.sync();
      refused = d.client.has(id);
      if (refused) {
        assertThat(d.client.failure(id)).contains("has not read or answered", "the limit");
      } else {
        sent.add(id);
      }
    }
    assertThat(refused).isTrue();
    assertThat(sent).hasSizeGreaterThan(8);
    b.text(d.client.callTo(b, "\"b\"", "beta__b", arguments(20_000)), "untouched");
    assertThat(d.client.text("\"b\"")).isEqualTo("untouched");
    d.client.call("\"b1\"", "beta__b", arguments(900_000));
    assertThat(d.client.failure("\"b1\"")).contains("was not sent", "limit");
    a.child().kill();
    sent.forEach(d.client::failure);
    d.awaitState("alpha", "crashed");
    d.listChanged();
    b.text(d.client.callTo(b, "\"b2\"", "beta__b", arguments(900_000)), "room again");
    assertThat(d.client.text("\"b2\"")).isEqualTo("room again");
    Await.until("nothing is kept", () -> d.server("beta").kept() == 0);
  }
}
