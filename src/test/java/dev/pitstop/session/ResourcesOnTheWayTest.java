package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// L3, M3: what is asked of a resource while its server is on its way waits for it, as a call does,
/// and of one that is down the reason is told.
class ResourcesOnTheWayTest {
  private static final Offer OFFER =
      Offer.tools("sync").resources(List.of("a://1"), List.of("t://{x}"));

  private static void read(ManyWire w, String id, String uri) {
    w.request(id, "resources/read", "{\"uri\":\"" + uri + "\"}");
  }

  private static String contents(String uri) {
    return "{\"contents\":[{\"uri\":\"" + uri + "\",\"text\":\"x\"}]}";
  }

  private static void answered(ManyWire w, WireServer s, String id, String uri) {
    JsonObject ask = s.expect("resources/read");
    assertThat(Json.text(ask, "params", "uri")).isEqualTo(uri);
    s.answer(ask, contents(uri));
    assertThat(w.result(id)).hasToString(contents(uri));
  }

  /// The lists of a server that was waited for are news.
  private static void listsChanged(ManyWire w) {
    w.changes();
    w.notified("notifications/tools/list_changed");
    w.notified("notifications/resources/list_changed");
  }

  @Test
  @DisplayName("L3: a read waits for a server that starts, and goes to it if that lists the URI")
  void read() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.start("s");
      read(w, "1", "a://1");
      read(w, "2", "t://y");
      w.sync();
      s.legacy(OFFER);
      JsonObject listed = s.expect("resources/read");
      assertThat(Json.text(listed, "params", "uri")).isEqualTo("a://1");
      answered(w, s, "2", "t://y");
      s.answer(listed, contents("a://1"));
      assertThat(w.result("1")).hasToString(contents("a://1"));
      listsChanged(w);
    }
  }

  @Test
  @DisplayName("L3: one that serves is asked at once, and the one that starts after it has refused")
  void besideOneThatServes() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer serves = w.addLegacy("serves", Offer.tools("sync").resources("o://1"));
      WireServer starts = w.start("starts");
      read(w, "1", "a://1");
      serves.refuse(serves.expect("resources/read"), -32002, "no");
      w.sync(serves);
      starts.legacy(OFFER);
      answered(w, starts, "1", "a://1");
      listsChanged(w);
    }
  }

  @Test
  @DisplayName("L3: what is known is not kept back by a server that starts")
  void known() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer serves = w.addLegacy("serves", OFFER);
      w.start("starts");
      read(w, "1", "a://1");
      answered(w, serves, "1", "a://1");
      read(w, "2", "t://y");
      answered(w, serves, "2", "t://y");
    }
  }

  @Test
  @DisplayName("L3: subscribe waits for the server; unsubscribe takes back what still waits")
  void subscribe() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.start("s");
      w.request("1", "resources/subscribe", "{\"uri\":\"a://1\"}");
      w.request("2", "resources/subscribe", "{\"uri\":\"t://y\"}");
      w.request("3", "resources/subscribe", "{\"uri\":\"no://body\"}");
      w.request("4", "resources/unsubscribe", "{\"uri\":\"t://y\"}");
      assertThat(w.result("4")).hasToString("{}");
      s.legacy(OFFER);
      assertThat(s.expect("resources/subscribe").get("params")).hasToString("{\"uri\":\"a://1\"}");
      assertThat(w.result("1")).hasToString("{}");
      assertThat(w.result("2")).hasToString("{}");
      assertThat(w.error("3").get("data")).hasToString("{\"uri\":\"no://body\"}");
      listsChanged(w);
      s.notify("notifications/resources/updated", "{\"uri\":\"t://y\"}");
      w.sync(s);
    }
  }

  @Test
  @DisplayName("L3: the completion of a template waits for the server that has it")
  void complete() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.start("s");
      w.request(
          "1",
          "completion/complete",
          "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"t://{x}\"},"
              + "\"argument\":{\"name\":\"x\",\"value\":\"y\"}}");
      w.sync();
      s.legacy(OFFER);
      s.answer(s.expect("completion/complete"), "{\"completion\":{\"values\":[]}}");
      assertThat(w.result("1")).hasToString("{\"completion\":{\"values\":[]}}");
      listsChanged(w);
    }
  }

  @Test
  @DisplayName("L3, K27: what waits can be cancelled, and is answered in no other way then")
  void cancelled() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.start("s");
      read(w, "1", "a://1");
      w.request("2", "resources/subscribe", "{\"uri\":\"a://1\"}");
      w.cancel("1");
      w.cancel("2");
      w.sync();
      s.legacy(OFFER);
      listsChanged(w);
      w.sync(s);
    }
  }

  @Test
  @DisplayName("L3: a server that does not come up is named in the answer")
  void doesNotComeUp() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.start("s", false);
      read(w, "1", "a://1");
      w.request("2", "resources/subscribe", "{\"uri\":\"a://1\"}");
      w.sync();
      s.fake().child().exit(3);
      for (String id : List.of("1", "2")) {
        JsonObject error = w.error(id);
        assertThat(Json.text(error, "message"))
            .contains("Resource not found: a://1", "`s` is down", "server_status");
        assertThat(error.get("code").getAsInt()).isEqualTo(-32002);
        assertThat(error.get("data")).hasToString("{\"uri\":\"a://1\"}");
      }
    }
  }

  @Test
  @DisplayName("L3: nobody waits longer than the limit for a server that may not have it")
  void limit() {
    try (ManyWire w = ManyWire.legacy()) {
      w.start("s", true, OptionalLong.of(2 * Limits.ARRIVALS_MILLIS));
      read(w, "1", "a://1");
      w.request("2", "resources/subscribe", "{\"uri\":\"a://1\"}");
      w.sync();
      w.timers.advance(Limits.ARRIVALS_MILLIS);
      for (String id : List.of("1", "2")) {
        assertThat(Json.text(w.error(id), "message"))
            .contains("not found", "`s` is still starting");
      }
    }
  }

  @Test
  @DisplayName("L3: more than the limit do not wait")
  void number() {
    try (ManyWire w = ManyWire.legacy()) {
      w.start("s");
      for (int i = 0; i < ManyWire.HOLD.calls(); i++) {
        read(w, "" + i, "a://1");
      }
      read(w, "\"more\"", "a://1");
      assertThat(Json.text(w.error("\"more\""), "message")).contains("already wait", "the limit");
      for (int i = 0; i < ManyWire.HOLD.calls(); i++) {
        w.cancel("" + i);
      }
    }
  }

  @Test
  @DisplayName("F3, F7: what waits when Pitstop ends is answered")
  void end() {
    ManyWire w = ManyWire.legacy();
    w.start("s");
    read(w, "1", "a://1");
    w.request("2", "resources/subscribe", "{\"uri\":\"a://1\"}");
    w.sync();
    Thread end = w.shutDown();
    assertThat(Json.text(w.error("1"), "message")).contains("not found");
    assertThat(Json.text(w.error("2"), "message")).contains("not found");
    w.endInput();
    w.awaitEnd();
    Await.until("the end", () -> !end.isAlive());
    w.close();
  }

  @Test
  @DisplayName("L2: a read at a server that crashed and waits for a reload says so, as a call does")
  void crashed() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.start("s", false).legacy(OFFER);
      w.awaitOffer("s", OFFER);
      WireServer other = w.addLegacy("other", Offer.tools("sync").resources("o://1"));
      s.fake().child().exit(3);
      listsChanged(w);
      read(w, "1", "a://1");
      isDown(w, "1");
      read(w, "2", "t://y"); // the other may have it, too
      other.refuse(other.expect("resources/read"), -32002, "no");
      isDown(w, "2");
      w.request("3", "resources/subscribe", "{\"uri\":\"a://1\"}");
      assertThat(w.result("3")).hasToString("{}"); // the next run is told
    }
  }

  private static void isDown(ManyWire w, String id) {
    assertThat(Json.text(w.error(id), "message"))
        .contains("server `s` is down", "exit code 3", "reload_server");
  }
}
