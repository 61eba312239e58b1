package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Servers;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What those beside the agent see of many servers.
@ExtendWith(Sessions.class)
class BesideTest {
  @Test
  @DisplayName("a run that is being opened when the journal begins, begins in it once")
  void beginsOnce(ManyDriver d) {
    d.spawner("alpha").stick();
    d.add("1", "alpha");
    Await.until("a spawn", d.spawner("alpha")::stuckNow);
    d.showBeside();
    d.client.call("2", "list_servers");
    d.client.text("2");
    d.spawner("alpha").release();
    FakeServer alpha = d.up("alpha", "a");
    d.listChanged();
    d.client.text("1");
    assertThat(d.journal("begins"))
        .singleElement()
        .asString()
        .contains("\"pid\":" + alpha.child().pid());
  }

  @Test
  @DisplayName("a tool that the entry hides by now is not called again")
  void hidden(@Servers("alpha") ManyDriver d) {
    d.showBeside();
    FakeServer alpha = d.up("alpha", "?look", "?see");
    d.listChanged();
    d.servedBy(alpha, "1", "alpha__look", "seven");
    ToolFilter filter = new ToolFilter(List.of("see"), List.of());
    assertThat(d.servers().replace(ManyDriver.spec("alpha", filter, false, false))).isTrue();
    d.spawned("alpha").comeUp("?look", "?see");
    d.listChanged();
    d.client.call("2", "reload_server", "{\"name\":\"alpha\",\"rerun\":[1]}");
    d.spawned("alpha").comeUp("?look", "?see");
    assertThat(d.client.text("2"))
        .endsWith("call 1 `alpha__look`: not sent: there is no tool `alpha__look` now");
  }
}
