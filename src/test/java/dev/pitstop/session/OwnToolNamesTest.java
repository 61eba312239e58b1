package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Reports;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Our texts send an agent only to tools of ours that it can call, by the names that they have.
@ExtendWith(Sessions.class)
class OwnToolNamesTest {
  private static final List<String> ALL =
      List.of(
          "recompile",
          "server_status",
          "stop_server",
          "binary_info",
          "server_stderr",
          "call_tool",
          "read_tool",
          "search_tools");

  /// What an agent reads on its way: the instructions, a crash, and what the crashed server says.
  private static String everything(SessionDriver d, String... tools) {
    FakeServer s = d.begin();
    s.greet();
    StringBuilder read = new StringBuilder();
    read.append(Json.text(d.result("\"init\""), "instructions"));
    d.initialized(s, tools);
    d.callTo(s, "1", "act");
    s.dies(1, "oh no");
    d.notified("notifications/tools/list_changed"); // its tools leave the list
    read.append('\n').append(d.text("1"));
    d.call("2", "act");
    return read.append('\n').append(d.text("2")).toString();
  }

  @Test
  @DisplayName("with all of our tools the texts name them")
  void all(@Reports SessionDriver d) {
    assertThat(everything(d, "act"))
        .contains("`recompile` restarts this server")
        .contains("; `call_tool` calls tools missing from your list.")
        .contains("`recompile` restarts the server. Details: `server_stderr`.");
  }

  @Test
  @DisplayName("a tool that --tools leaves out is not named")
  void some() {
    try (SessionDriver d =
        new SessionDriver(Setup.PLAIN.reporting().offering("recompile", "call_tool"))) {
      assertThat(everything(d, "act"))
          .contains("; `call_tool` calls tools missing from your list.")
          .contains("`recompile` restarts the server.")
          .doesNotContain("server_stderr", "search_tools", "server_status", "Details:");
    }
  }

  @Test
  @DisplayName("with --tools none nothing is said of our tools, and every sentence is whole")
  void none() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.reporting().offering())) {
      String read = everything(d, "act");
      assertThat(read)
          .contains("Pitstop runs this for development")
          .contains("A reload restarts the server.");
      assertThat(ALL).noneMatch(read::contains);
    }
  }

  @Test
  @DisplayName("a tool that gave way to the server's is named as it can be called now")
  void taken(@Reports SessionDriver d) {
    assertThat(everything(d, "act", "recompile"))
        .contains("`pitstop_recompile` restarts the server. Details: `server_stderr`.");
  }
}
