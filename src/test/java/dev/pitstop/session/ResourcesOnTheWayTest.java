package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What is asked of a resource while its server is on its way waits for it, as a call does, and of
/// one that is down the reason is told.
@ExtendWith(Sessions.class)
class ResourcesOnTheWayTest {
  private static final Offer OFFER =
      Offer.tools("sync").resources(List.of("a://1"), List.of("t://{x}"));

  private static void answered(ManyWire w, WireServer s, String id, String uri) {
    answered(w, s, s.expect("resources/read"), id, uri);
  }

  private static void answered(ManyWire w, WireServer s, JsonObject ask, String id, String uri) {
    assertThat(Json.text(ask, "params", "uri")).isEqualTo(uri);
    s.answer(ask, ManyWire.contents(uri));
    assertThat(w.result(id)).hasToString(ManyWire.contents(uri));
  }

  /// The lists of a server that was waited for are news.
  private static void listsChanged(ManyWire w) {
    w.changes();
    w.notified("notifications/tools/list_changed");
    w.notified("notifications/resources/list_changed");
  }

  @Test
  @DisplayName("a read waits for a server that starts, as a call does")
  void read(@Legacy ManyWire w) {
    WireServer s = w.start("s");
    w.read("1", "a://1");
    w.read("2", "t://y");
    w.sync();
    s.legacy(OFFER, "resources/read", "resources/read");
    answered(w, s, s.told().get(1), "2", "t://y");
    answered(w, s, s.told().get(0), "1", "a://1");
    listsChanged(w);
  }

  @Test
  @DisplayName("one that serves is asked at once, and the one that starts after it has refused")
  void besideOneThatServes(@Legacy ManyWire w) {
    WireServer serves = w.addLegacy("serves", Offer.tools("sync").resources("o://1"));
    WireServer starts = w.start("starts");
    w.read("1", "a://1");
    serves.refuse(serves.expect("resources/read"), -32002, "no");
    w.sync(serves);
    starts.legacy(OFFER, "resources/read");
    answered(w, starts, starts.told().getFirst(), "1", "a://1");
    listsChanged(w);
  }

  @Test
  @DisplayName("what is known is not kept back by a server that starts")
  void known(@Legacy ManyWire w) {
    WireServer serves = w.addLegacy("serves", OFFER);
    w.start("starts");
    w.read("1", "a://1");
    answered(w, serves, "1", "a://1");
    w.read("2", "t://y");
    answered(w, serves, "2", "t://y");
  }

  @Test
  @DisplayName(
      "what is subscribed to while servers start is asked of the one that lists the resource")
  void subscribe(@Legacy ManyWire w) {
    w.start("other");
    WireServer s = w.start("s");
    w.request("1", "resources/subscribe", "{\"uri\":\"a://1\"}");
    w.request("2", "resources/subscribe", "{\"uri\":\"t://y\"}");
    w.request("3", "resources/unsubscribe", "{\"uri\":\"t://y\"}");
    for (String id : List.of("1", "2", "3")) {
      assertThat(w.result(id)).hasToString("{}");
    }
    s.legacy(OFFER);
    assertThat(s.expect("resources/subscribe").get("params")).hasToString("{\"uri\":\"a://1\"}");
    w.changes();
    w.timers.advance(Limits.COMING_MILLIS); // as another starts
    w.notified("notifications/tools/list_changed");
    w.notified("notifications/resources/list_changed");
    s.notify("notifications/resources/updated", "{\"uri\":\"t://y\"}");
    w.sync(s);
  }

  @Test
  @DisplayName("the completion of a template that nobody lists yet names the server that starts")
  void complete(@Legacy ManyWire w) {
    w.start("s");
    w.addLegacy("other", Offer.tools("sync"));
    assertThat(
            Json.text(
                w.requestForError(
                    "1",
                    "completion/complete",
                    "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"t://{x}\"},"
                        + "\"argument\":{\"name\":\"x\",\"value\":\"y\"}}"),
                "message"))
        .contains("`s` is still starting");
  }

  @Test
  @DisplayName("a server that does not come up is named in the answer")
  void doesNotComeUp(@Legacy ManyWire w) {
    WireServer s = w.start("s", false);
    WireServer other = w.addLegacy("other", Offer.tools("sync").resources("o://1"));
    w.read("1", "a://1");
    other.refuse(other.expect("resources/read"), -32002, "no");
    w.sync(other);
    s.fake().child().exit(3);
    JsonObject error = w.error("1");
    assertThat(Json.text(error, "message"))
        .contains("Resource not found: a://1", "`s` is down", "server_status");
    assertThat(error.get("code").getAsInt()).isEqualTo(-32002);
    assertThat(error.get("data")).hasToString("{\"uri\":\"a://1\"}");
  }

  @Test
  @DisplayName("what waits when Pitstop ends is answered")
  void end(@Legacy ManyWire w) {
    w.start("s");
    w.start("other");
    w.read("1", "a://1");
    w.sync();
    Thread end = w.shutDown();
    w.error("1");
    w.endInput();
    Await.until("the end", () -> !end.isAlive());
  }

  @Test
  @DisplayName("a read at a server that crashed and waits for a reload says so, as a call does")
  void crashed(@Legacy ManyWire w) {
    WireServer s = w.start("s", false).legacy(OFFER);
    w.awaitOffer("s", OFFER);
    WireServer other = w.addLegacy("other", Offer.tools("sync").resources("o://1"));
    s.fake().child().exit(3);
    listsChanged(w);
    w.read("1", "a://1");
    isDown(w, "1");
    w.read("2", "t://y"); // the other may have it, too
    other.refuse(other.expect("resources/read"), -32002, "no");
    isDown(w, "2");
    assertThat(w.requestForResult("3", "resources/subscribe", "{\"uri\":\"a://1\"}"))
        .hasToString("{}"); // the next run is told
  }

  private static void isDown(ManyWire w, String id) {
    assertThat(Json.text(w.error(id), "message"))
        .contains("server `s` is down", "exit code 3", "reload_server");
  }
}
