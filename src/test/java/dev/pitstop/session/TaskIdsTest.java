package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.TaskIds;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// K33: each place in an answer where the id of a task may stand.
class TaskIdsTest {
  private static final String RELATED =
      "{\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"%s\"}},\"content\":[]}";

  private interface Change {
    void into(Splice splice, Message.Result r);
  }

  private static String changed(String result, Change change) {
    String line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}";
    if (Codec.parse(Messages.utf8(line)) instanceof Message.Result r) {
      Splice splice = new Splice(r.bytes());
      change.into(splice, r);
      String all = new String(splice.apply(), StandardCharsets.UTF_8);
      return all.substring(all.indexOf("\"result\":") + 9, all.length() - 1);
    }
    throw new AssertionError("not a result: " + line);
  }

  @Test
  @DisplayName("K33: a result that belongs to a task, of a call that was made one")
  void madeRelated() {
    assertThat(changed(RELATED.formatted("7"), (s, r) -> TaskIds.made(s, r, "alpha")))
        .isEqualTo(RELATED.formatted("alpha:7"));
  }

  @Test
  @DisplayName("K33: the same of a request about a task, which `tasks/result` answers so")
  void askedRelated() {
    assertThat(changed(RELATED.formatted("7"), (s, r) -> TaskIds.asked(s, r, "alpha")))
        .isEqualTo(RELATED.formatted("alpha:7"));
  }

  @Test
  @DisplayName("K33: what a tool calls `task` or `taskId` in a plain result is its own")
  void plain() {
    String plain = "{\"taskId\":\"7\",\"content\":[],\"structuredContent\":{\"taskId\":\"7\"}}";
    assertThat(changed(plain, (s, r) -> TaskIds.made(s, r, "alpha"))).isEqualTo(plain);
  }
}
