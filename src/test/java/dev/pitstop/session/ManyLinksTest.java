package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// M3, K29, K31: with several servers, what one of them listed or returned leads back to it, and a
/// read ends.
class ManyLinksTest {
  private static final Offer NOTES =
      Offer.tools("sync", "find").resources(List.of(), List.of("note://{id}"));
  private static final Offer FILES =
      Offer.tools("sync").resources(List.of(), List.of("file:///{+path}"));

  private static void read(ManyWire w, String id, String uri) {
    w.request(id, "resources/read", "{\"uri\":\"" + uri + "\"}");
  }

  private static String contents(String uri) {
    return "{\"contents\":[{\"uri\":\"" + uri + "\",\"text\":\"x\"}]}";
  }

  /// This server is asked for it, and the client gets what it answers.
  private static void answered(ManyWire w, WireServer s, String id, String uri, String outside) {
    JsonObject ask = s.expect("resources/read");
    assertThat(Json.text(ask, "params", "uri")).isEqualTo(uri);
    s.answer(ask, contents(uri));
    assertThat(w.result(id)).hasToString(contents(outside));
  }

  private static void links(ManyWire w, WireServer s, String id, String tool, String content) {
    w.call(id, s.name() + "__" + tool);
    s.answer(s.expect("tools/call"), "{\"content\":" + content + "}");
  }

  private static String link(String uri) {
    return "{\"type\":\"resource_link\",\"uri\":\"" + uri + "\",\"name\":\"n\"}";
  }

  private static String embedded(String uri) {
    return "{\"type\":\"resource\",\"resource\":{\"uri\":\"" + uri + "\",\"text\":\"t\"}}";
  }

  @Test
  @DisplayName("K29: of two with the same template the later one's is listed with its name")
  void sameTemplate() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", NOTES);
      WireServer two = w.start("two").legacy(NOTES);
      w.awaitServing("two");
      w.changes();
      w.notified("notifications/tools/list_changed");
      w.notified("notifications/resources/list_changed");
      w.request("1", "resources/templates/list", "{}");
      assertThat(w.result("1").get("resourceTemplates"))
          .hasToString(
              "[{\"name\":\"t\",\"uriTemplate\":\"note://{id}\"},"
                  + "{\"name\":\"t\",\"uriTemplate\":\"two+note://{id}\"}]");
      w.sync();
      assertThat(w.flaws("two")).contains("two+note://{id}");
      read(w, "2", "note://5");
      answered(w, one, "2", "note://5", "note://5");
      read(w, "3", "two+note://5");
      answered(w, two, "3", "note://5", "two+note://5");
      w.request(
          "4",
          "completion/complete",
          "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"two+note://{id}\"},"
              + "\"argument\":{\"name\":\"id\",\"value\":\"y\"}}");
      JsonObject complete = two.expect("completion/complete");
      assertThat(Json.text(complete, "params", "ref", "uri")).isEqualTo("note://{id}");
      two.answer(complete, "{\"completion\":{\"values\":[]}}");
      w.result("4");
      w.request("5", "resources/subscribe", "{\"uri\":\"note://5\"}");
      w.result("5");
      one.expect("resources/subscribe");
      w.request("6", "resources/subscribe", "{\"uri\":\"two+note://5\"}");
      w.result("6");
      assertThat(two.expect("resources/subscribe").get("params"))
          .hasToString("{\"uri\":\"note://5\"}");
      two.notify("notifications/resources/updated", "{\"uri\":\"note://5\"}");
      assertThat(w.notified("notifications/resources/updated").get("params"))
          .hasToString("{\"uri\":\"two+note://5\"}");
      one.notify("notifications/resources/updated", "{\"uri\":\"note://5\"}");
      assertThat(w.notified("notifications/resources/updated").get("params"))
          .hasToString("{\"uri\":\"note://5\"}");
    }
  }

  @Test
  @DisplayName("K29: a template that only names its variables otherwise is the same")
  void sameTemplateOtherNames() {
    try (ManyWire w = ManyWire.legacy()) {
      w.addLegacy("one", NOTES);
      WireServer two =
          w.start("two").legacy(Offer.tools("sync").resources(List.of(), List.of("note://{name}")));
      w.awaitServing("two");
      w.changes();
      w.notified("notifications/tools/list_changed");
      w.notified("notifications/resources/list_changed");
      w.request("1", "resources/templates/list", "{}");
      assertThat(w.result("1").toString()).contains("\"two+note://{name}\"");
      read(w, "2", "two+note://5");
      answered(w, two, "2", "note://5", "two+note://5");
    }
  }

  @Test
  @DisplayName("K31: a link of a server whose URI is another's carries its name, and leads back")
  void linkOfASecond() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", NOTES);
      WireServer two = w.start("two").legacy(Offer.tools("sync", "find").resources());
      w.awaitServing("two");
      w.changes();
      w.notified("notifications/tools/list_changed");
      links(
          w,
          two,
          "1",
          "find",
          "[{\"type\":\"text\",\"text\":\"note://5\"},"
              + link("note://5")
              + ","
              + embedded("note://6")
              + ","
              + link("two://own")
              + "]");
      assertThat(w.result("1").get("content"))
          .hasToString(
              "[{\"type\":\"text\",\"text\":\"note://5\"},"
                  + link("two+note://5")
                  + ","
                  + embedded("two+note://6")
                  + ","
                  + link("two://own")
                  + "]");
      read(w, "2", "two+note://5");
      answered(w, two, "2", "note://5", "two+note://5");
      read(w, "3", "two+note://6");
      answered(w, two, "3", "note://6", "two+note://6");
      read(w, "4", "two://own"); // nobody lists it: whoever returned it is asked, and nobody else
      answered(w, two, "4", "two://own", "two://own");
      read(w, "5", "note://5");
      answered(w, one, "5", "note://5", "note://5");
      links(w, one, "6", "find", "[" + link("note://5") + "," + link("two://own") + "]");
      assertThat(w.result("6").get("content"))
          .hasToString("[" + link("note://5") + "," + link("one+two://own") + "]");
      w.request("7", "resources/subscribe", "{\"uri\":\"two://own\"}");
      w.result("7");
      two.expect("resources/subscribe");
      w.sync(one);
    }
  }

  @Test
  @DisplayName("K31: links in prompts and in contents lead back, too")
  void linksElsewhere() {
    try (ManyWire w = ManyWire.legacy()) {
      w.addLegacy("one", NOTES);
      Offer prompts = Offer.tools("sync").prompts("p").resources("two://list");
      WireServer two = w.addLegacy("two", prompts);
      w.request("1", "prompts/get", "{\"name\":\"two__p\"}");
      two.answer(
          two.expect("prompts/get"),
          "{\"messages\":[{\"role\":\"user\",\"content\":"
              + embedded("note://5")
              + "},{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\"}}]}");
      assertThat(w.result("1").toString()).contains("\"uri\":\"two+note://5\"");
      read(w, "2", "two://list");
      two.answer(
          two.expect("resources/read"),
          "{\"contents\":[{\"uri\":\"two://list\",\"text\":\"x\"},{\"uri\":\"note://7\",\"text\":\"y\"}]}");
      assertThat(w.result("2"))
          .hasToString(
              "{\"contents\":[{\"uri\":\"two://list\",\"text\":\"x\"},{\"uri\":\"two+note://7\",\"text\":\"y\"}]}");
      read(w, "3", "two+note://7");
      answered(w, two, "3", "note://7", "two+note://7");
    }
  }

  @Test
  @DisplayName("K31: links of a large result lead back as those of a small one do")
  void largeResult() {
    try (ManyWire w = ManyWire.legacy()) {
      w.addLegacy("one", NOTES);
      WireServer two = w.start("two").legacy(Offer.tools("sync", "find").resources());
      w.awaitServing("two");
      w.changes();
      w.notified("notifications/tools/list_changed");
      String text = "{\"type\":\"text\",\"text\":\"" + "x".repeat(100_000) + "\"},";
      links(w, two, "1", "find", "[" + text + link("note://5") + "]");
      assertThat(w.result("1").get("content")).hasToString("[" + text + link("two+note://5") + "]");
    }
  }

  @Test
  @DisplayName("K30: an owner by template that refuses is not the last word: the next is asked")
  void nextOwner() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", FILES);
      WireServer two =
          w.addLegacy(
              "two", Offer.tools("sync").resources(List.of(), List.of("file:///srv/{name}")));
      WireServer three = w.addLegacy("three", Offer.tools("sync").resources("x://y"));
      read(w, "1", "file:///srv/a");
      one.refuse(one.expect("resources/read"), -32002, "outside of the root");
      answered(w, two, "1", "file:///srv/a", "file:///srv/a");
      read(w, "2", "file:///srv/a"); // who has it is known now
      answered(w, two, "2", "file:///srv/a", "file:///srv/a");
      read(w, "3", "file:///srv/b");
      one.refuse(one.expect("resources/read"), -32002, "outside of the root");
      two.refuse(two.expect("resources/read"), -32002, "no such file");
      three.refuse(three.expect("resources/read"), -32601, "odd");
      assertThat(w.error("3")).hasToString("{\"code\":-32002,\"message\":\"outside of the root\"}");
    }
  }

  @Test
  @DisplayName("M7: an owner by template that takes its time is waited for, and nobody else asked")
  void slowOwner() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", FILES);
      WireServer two = w.addLegacy("two", Offer.tools("sync").resources("x://y"));
      read(w, "1", "file:///a");
      JsonObject ask = one.expect("resources/read");
      w.timers.advance(Limits.PATIENCE_MILLIS);
      w.timers.advance(Limits.SILENCE_MILLIS);
      w.sync(two);
      one.answer(ask, contents("file:///a"));
      assertThat(w.result("1")).hasToString(contents("file:///a"));
    }
  }

  @Test
  @DisplayName("M7: a search ends although one that was asked is silent, and names it")
  void silent() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", Offer.tools("sync").resources());
      WireServer two = w.addLegacy("two", Offer.tools("sync").resources());
      read(w, "1", "x://y");
      JsonObject silent = one.expect("resources/read");
      w.timers.advance(Limits.PATIENCE_MILLIS);
      two.refuse(two.expect("resources/read"), -32002, "no");
      w.sync(two);
      w.timers.advance(Limits.SILENCE_MILLIS);
      JsonObject error = w.error("1");
      assertThat(Json.text(error, "message")).contains("not found: x://y", "`one` did not answer");
      assertThat(error.get("data")).hasToString("{\"uri\":\"x://y\"}");
      assertThat(Json.at(one.expect("notifications/cancelled"), "params", "requestId"))
          .isEqualTo(silent.get("id"));
    }
  }

  @Test
  @DisplayName("M7: where there is only one to be asked it has all the time that a call has")
  void alone() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", Offer.tools("sync").resources());
      read(w, "1", "x://y");
      JsonObject ask = one.expect("resources/read");
      w.timers.advance(Limits.PATIENCE_MILLIS);
      w.timers.advance(Limits.SILENCE_MILLIS);
      w.sync();
      one.answer(ask, contents("x://y"));
      w.result("1");
    }
  }

  @Test
  @DisplayName("K31: a server's name before a URI leads to it, whatever it lists")
  void byName() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", Offer.tools("sync").resources());
      WireServer git = w.addLegacy("git", Offer.tools("sync").resources());
      read(w, "1", "git+x://y");
      answered(w, git, "1", "x://y", "git+x://y");
      read(w, "2", "git+https://host"); // a scheme of this name
      git.refuse(git.expect("resources/read"), -32002, "no");
      answered(w, one, "2", "git+https://host", "git+https://host");
    }
  }
}
