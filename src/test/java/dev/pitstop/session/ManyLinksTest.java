package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// With several servers, a template belongs to the first that lists it, links pass as they are, and
/// a read of what nobody lists ends.
@ExtendWith(Sessions.class)
class ManyLinksTest {
  private static final Offer NOTES =
      Offer.tools("sync", "find").resources(List.of(), List.of("note://{id}"));
  private static final Offer FILES =
      Offer.tools("sync").resources(List.of(), List.of("file:///{+path}"));

  /// This server is asked for it, and the client gets what it answers.
  private static void answered(ManyWire w, WireServer s, String id, String uri) {
    JsonObject ask = s.expect("resources/read");
    assertThat(Json.text(ask, "params", "uri")).isEqualTo(uri);
    s.answer(ask, ManyWire.contents(uri));
    assertThat(w.result(id)).hasToString(ManyWire.contents(uri));
  }

  private static String link(String uri) {
    return "{\"type\":\"resource_link\",\"uri\":\"" + uri + "\",\"name\":\"n\"}";
  }

  private static String embedded(String uri) {
    return "{\"type\":\"resource\",\"resource\":{\"uri\":\"" + uri + "\",\"text\":\"t\"}}";
  }

  @Test
  @DisplayName("of two with the same template the later one's is not listed")
  void sameTemplate(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", NOTES);
    WireServer two = w.start("two").legacy(NOTES);
    w.awaitServing("two");
    w.changes();
    w.notified("notifications/tools/list_changed");
    w.notified("notifications/resources/list_changed");
    assertThat(w.requestForResult("1", "resources/templates/list", "{}").get("resourceTemplates"))
        .hasToString("[{\"name\":\"t\",\"uriTemplate\":\"note://{id}\"}]");
    w.sync();
    w.read("2", "note://5");
    answered(w, one, "2", "note://5");
    JsonObject complete =
        w.requestTo(
            one,
            "4",
            "completion/complete",
            "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"note://{id}\"},"
                + "\"argument\":{\"name\":\"id\",\"value\":\"y\"}}");
    assertThat(Json.text(complete, "params", "ref", "uri")).isEqualTo("note://{id}");
    one.answer(complete, "{\"completion\":{\"values\":[]}}");
    w.result("4");
    w.requestForResult("5", "resources/subscribe", "{\"uri\":\"note://5\"}");
    one.expect("resources/subscribe");
    two.notify("notifications/resources/updated", "{\"uri\":\"note://5\"}"); // nobody asked it
    w.sync(two);
    assertThat(
            w.saidBy(one, "notifications/resources/updated", "{\"uri\":\"note://5\"}")
                .get("params"))
        .hasToString("{\"uri\":\"note://5\"}");
  }

  @Test
  @DisplayName("links in results and prompts pass as they are")
  void links(@Legacy ManyWire w) {
    w.addLegacy("one", NOTES);
    Offer offer = Offer.tools("sync", "find").prompts("p").resources("two://list");
    WireServer two = w.addLegacy("two", offer);
    String large = "{\"type\":\"text\",\"text\":\"" + "x".repeat(100_000) + "\"},";
    String some = link("note://5") + "," + embedded("note://6") + "," + link("two://own");
    for (String content : List.of("[" + some + "]", "[" + large + some + "]")) {
      w.call("1", "two__find");
      two.answer(two.expect("tools/call"), "{\"content\":" + content + "}");
      assertThat(w.result("1").get("content")).hasToString(content);
    }
    String messages = "[{\"role\":\"user\",\"content\":" + embedded("note://5") + "}]";
    two.answer(
        w.requestTo(two, "2", "prompts/get", "{\"name\":\"two__p\"}"),
        "{\"messages\":" + messages + "}");
    assertThat(w.result("2").get("messages")).hasToString(messages);
    String contents = "{\"contents\":[{\"uri\":\"note://7\",\"text\":\"y\"}]}";
    w.read("3", "two://list");
    two.answer(two.expect("resources/read"), contents);
    assertThat(w.result("3")).hasToString(contents);
  }

  @Test
  @DisplayName("an owner by template that refuses is not the last word: the next is asked")
  void nextOwner(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", FILES);
    WireServer two =
        w.addLegacy("two", Offer.tools("sync").resources(List.of(), List.of("file:///srv/{name}")));
    WireServer three = w.addLegacy("three", Offer.tools("sync").resources("x://y"));
    w.read("1", "file:///srv/a");
    one.refuse(one.expect("resources/read"), -32002, "outside of the root");
    answered(w, two, "1", "file:///srv/a");
    w.read("3", "file:///srv/b");
    one.refuse(one.expect("resources/read"), -32002, "outside of the root");
    two.refuse(two.expect("resources/read"), -32002, "no such file");
    three.refuse(three.expect("resources/read"), -32601, "odd");
    assertThat(w.error("3")).hasToString("{\"code\":-32002,\"message\":\"outside of the root\"}");
  }

  @Test
  @DisplayName("an owner by template that takes its time is waited for, and nobody else asked")
  void slowOwner(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", FILES);
    WireServer two = w.addLegacy("two", Offer.tools("sync").resources("x://y"));
    w.read("1", "file:///a");
    JsonObject ask = one.expect("resources/read");
    w.timers.advance(60_000);
    w.sync(two);
    one.answer(ask, ManyWire.contents("file:///a"));
    assertThat(w.result("1")).hasToString(ManyWire.contents("file:///a"));
  }
}
