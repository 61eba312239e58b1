package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Lists whose cursors never end.
@ExtendWith(Sessions.class)
class EndlessListTest {
  private static final int MOST_PAGES = 1_000;

  /// Answers the next page, whose cursor leads on to `next`.
  private static void page(FakeServer s, String tool, String next) {
    JsonObject asked = s.expect("tools/list");
    s.answer(asked, "{\"tools\":" + FakeServer.tools(tool) + ",\"nextCursor\":\"" + next + "\"}");
  }

  @Test
  @DisplayName("a list of ever new cursors is cut at a thousand pages, and that is told")
  void everNew(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    for (int i = 1; i <= MOST_PAGES; i++) {
      page(s, "t" + i, "to page " + (i + 1));
    }
    JsonObject r = d.result("1");
    assertThat(Json.names(Json.at(r, "tools")))
        .hasSize(MOST_PAGES + 8)
        .startsWith("t1", "t2")
        .contains("t" + MOST_PAGES, "recompile")
        .doesNotHaveDuplicates();
    assertThat(r.has("nextCursor")).isFalse();
    d.call("2", "server_stderr");
    assertThat(d.text("2")).contains("gave up after 1000 pages: the cursor never ends");
    d.call("3", "a");
    s.text(s.expectCall("a"), "it is not asked any more");
    d.text("3");
  }

  @Test
  @DisplayName("cursors that go round in a ring end the collection as soon as one comes back")
  void ring(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    page(s, "one", "x");
    page(s, "two", "y");
    page(s, "three", "x");
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("one", "two", "three");
  }

  @Test
  @DisplayName("a server that ignores cursors is asked once more, and its tools are there once")
  void ignored(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    page(s, "one", "");
    page(s, "one", "x");
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).containsOnlyOnce("one");
    d.servedBy(s, "2", "a", "it is not asked any more");
  }

  @Test
  @DisplayName("doubles are left out")
  void doubles(@Serving("a") SessionDriver d) {
    d.call("1", "recompile");
    FakeServer now = d.spawned().comeUp("a", "b", "b");
    d.notified("notifications/tools/list_changed");
    d.text("1");
    d.request("3", "tools/list", "{}");
    now.list("a", "b", "b");
    assertThat(Json.names(Json.at(d.result("3"), "tools"))).containsOnlyOnce("b");
  }

  @Test
  @DisplayName("a list that is cancelled between its pages has no answer, and ends")
  void cancelledBetweenPages(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    page(s, "one", "x");
    JsonObject second = s.expect("tools/list");
    d.cancel("1");
    d.sync();
    s.answer(second, "{\"tools\":[]}");
    d.sync(s);
  }

  @Test
  @DisplayName("a server is not told to cancel a page that it has answered")
  void cancellationOfAnAnsweredPage(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    page(s, "one", "x");
    JsonObject second = s.expect("tools/list");
    d.cancel("1");
    d.sync();
    s.answer(second, "{\"tools\":[]}");
    d.notify("notifications/after", "{}");
    s.expect("notifications/after");
  }
}
