package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.notices.NoticeMode;
import dev.pitstop.session.notices.Notices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Which notices an answer takes along.
class NoticesTest {
  private final Notices notices = new Notices(NoticeMode.INLINE, text -> {});

  private String answer(int gen, String aside) {
    return answer(gen, true, "{\"content\":[]}", aside);
  }

  /// A structure that takes no member of ours: not all readers see the notice beside it.
  private String closed() {
    return answer(1, false, "{\"content\":[],\"structuredContent\":{}}", "");
  }

  private String answer(int gen, boolean open, String result, String aside) {
    byte[] bytes = Messages.result(RequestId.of(1), result);
    Message.Response m = (Message.Response) Codec.parse(bytes);
    Splice splice = new Splice(bytes);
    notices.into(splice, m, gen, open, aside);
    byte[] out = splice.apply();
    return Json.at(Json.parse(new String(out, java.nio.charset.StandardCharsets.UTF_8)), "result")
        .toString();
  }

  private static String with(String text) {
    return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
  }

  private static final String NOTHING = "{\"content\":[]}";

  @Test
  @DisplayName("what is told is what is true then, and who posted it learns that it is told")
  void composedLate() {
    List<String> world = new ArrayList<>(List.of("early"));
    notices.post("tag", 2, world::getLast, () -> world.add("told"));
    assertThat(answer(1, "")).as("an older incarnation").isEqualTo(NOTHING);
    world.add("late");
    assertThat(answer(2, "")).isEqualTo(with("late"));
    assertThat(world).containsExactly("early", "late", "told");
    assertThat(answer(2, "")).isEqualTo(NOTHING);
  }

  @Test
  @DisplayName("news that is none any more leaves the answer as it is")
  void noNewsAnyMore() {
    notices.post("tag", 0, () -> "");
    assertThat(answer(1, "")).isEqualTo(NOTHING);
    assertThat(notices.isEmpty()).isTrue();
  }

  @Test
  @DisplayName("what only this answer needs follows, also where the others may not go")
  void aside() {
    notices.post("tag", 2, () -> "news");
    assertThat(answer(1, "aside")).isEqualTo(with("aside"));
    assertThat(answer(2, "aside")).isEqualTo(with("news\\naside"));
  }

  @Test
  @DisplayName("dropped by tag; others stay, in the order in which they were posted")
  void dropped() {
    notices.post("restart", 0, () -> "r");
    notices.post("watch failed", 0, () -> "f");
    notices.post("watch problem: x", 0, () -> "x");
    notices.post("watch problem: y", 0, () -> "y");
    notices.drop("watch failed");
    notices.drop("watch problem: x");
    assertThat(answer(1, "")).isEqualTo(with("r\\ny"));
  }

  @Test
  @DisplayName("the newest of a tag is the news")
  void replaced() {
    notices.post("tag", 0, () -> "old");
    notices.post("tag", 0, () -> "new");
    assertThat(answer(1, "")).isEqualTo(with("new"));
  }

  @Test
  @DisplayName("what only some have seen is told again, unless there is newer news of its kind")
  void halfTold() {
    notices.post("restart", 1, () -> "restarted (spawn #3)");
    notices.post("hung", 1, () -> "waited");
    assertThat(closed()).contains("restarted (spawn #3)\\nwaited");
    notices.post("restart", 2, () -> "restarted (spawn #4)");
    assertThat(answer(1, "")).as("#4 comes with its own answers").isEqualTo(with("waited"));
    assertThat(answer(2, "")).isEqualTo(with("restarted (spawn #4)"));
    assertThat(answer(2, "")).isEqualTo(NOTHING);
  }

  @Test
  @DisplayName("what only some have seen is not told again once the agent knows it otherwise")
  void halfToldDropped() {
    notices.post("restart", 1, () -> "restarted");
    assertThat(closed()).contains("restarted");
    notices.drop("restart");
    assertThat(answer(1, "")).isEqualTo(NOTHING);
  }
}
