package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Kind;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.Sessions.Modern;
import dev.pitstop.session.Sessions.Servers;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Resources of many servers find their owner by what is listed, or else by asking.
@ExtendWith(Sessions.class)
class ManyResourcesTest {
  private static final Offer NONE = Offer.tools("sync").resources();

  @Test
  @DisplayName("a listed URI goes to its server, one that fits a template to that")
  void listed(@Legacy ManyWire w) {
    WireServer one =
        w.addLegacy("one", Offer.tools().resources(List.of("a://1"), List.of("t://{x}/y")));
    WireServer two =
        w.addLegacy(
            "two", Offer.tools().resources(List.of("t://here/y"), List.of("t://{x}/z{?q}")));
    w.read("1", "a://1");
    one.answer(one.expect("resources/read"), ManyWire.contents("a://1"));
    assertThat(w.result("1")).hasToString(ManyWire.contents("a://1"));
    w.read("2", "t://here/y");
    two.answer(two.expect("resources/read"), ManyWire.contents("t://here/y"));
    w.result("2");
    w.read("3", "t://there/y");
    one.answer(one.expect("resources/read"), ManyWire.contents("t://there/y"));
    w.result("3");
    w.read("4", "t://there/z?q=1");
    two.answer(two.expect("resources/read"), ManyWire.contents("t://there/z?q=1"));
    w.result("4");
    assertThat(w.requestForCode("5", "resources/read", "{\"uri\":5}")).isEqualTo(-32602);
  }

  @Test
  @DisplayName("a URI that nobody lists is asked for one after the other")
  void asked(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", NONE);
    WireServer two = w.addLegacy("two", NONE);
    w.read("1", "x://y");
    JsonObject first = one.expect("resources/read");
    w.sync(two); // it has not been asked yet
    one.refuse(first, -32002, "Resource not found");
    two.answer(two.expect("resources/read"), ManyWire.contents("x://y"));
    assertThat(w.result("1")).hasToString(ManyWire.contents("x://y"));
  }

  @Test
  @DisplayName("a server that hangs as it starts is waited for as long as a list waits for it")
  void hangs(@Servers("alpha beta") ManyDriver d) {
    d.up("alpha", "a");
    d.spawned("beta");
    d.listChanged();
    d.client.request("1", "resources/read", "{\"uri\":\"x://y\"}");
    Await.until("a call that waits", () -> d.server("beta").held() == 1);
    d.timers.advance(ManyDriver.WAIT_MILLIS);
    assertThat(Json.text(d.client.error("1"), "message"))
        .startsWith("[pitstop] Resource not found: x://y. Server `beta` is still starting");
  }

  @Test
  @DisplayName("all refuse: one error, the first one's; nobody has resources: not found")
  void allRefuse(@Legacy ManyWire w) {
    w.read("0", "x://y");
    assertThat(w.code("0")).isEqualTo(-32002);
    WireServer one = w.addLegacy("one", NONE);
    WireServer two = w.addLegacy("two", NONE);
    w.addLegacy("three", Offer.tools("sync"));
    w.read("1", "x://y");
    one.refuse(one.expect("resources/read"), -32099, "not me");
    two.refuse(two.expect("resources/read"), -32002, "no");
    JsonObject error = w.error("1");
    assertThat(error).hasToString("{\"code\":-32099,\"message\":\"not me\"}");
  }

  @Test
  @DisplayName("a search is cancelled at whoever is asked, and nobody is asked after that")
  void cancelled(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", NONE);
    WireServer two = w.addLegacy("two", NONE);
    w.read("1", "x://y");
    one.refuse(one.expect("resources/read"), -32002, "no");
    JsonObject second = two.expect("resources/read");
    w.cancel("1");
    JsonObject notice = two.expect("notifications/cancelled");
    assertThat(Json.at(notice, "params", "requestId")).isEqualTo(second.get("id"));
    two.refuse(second, -32002, "no");
    w.sync(two);
    w.sync(one);
  }

  @Test
  @DisplayName("a server dies while it is asked: the next one is asked")
  void dies(@Legacy ManyWire w) {
    WireServer one = w.start("one", false).legacy(NONE);
    w.awaitOffer("one", NONE);
    WireServer two = w.addLegacy("two", NONE);
    w.read("1", "x://y");
    one.expect("resources/read");
    one.fake().child().exit(1);
    two.answer(two.expect("resources/read"), ManyWire.contents("x://y"));
    w.result("1");
  }

  @Test
  @DisplayName("a client that says nothing more still gets the answer of the second server")
  void endOfInput(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", NONE);
    WireServer two = w.addLegacy("two", NONE);
    w.read("1", "x://y");
    JsonObject first = one.expect("resources/read");
    w.endInput();
    one.refuse(first, -32002, "no");
    two.answer(two.expect("resources/read"), ManyWire.contents("x://y"));
    w.result("1");
    w.awaitEnd();
  }

  @Test
  @DisplayName("not found is -32602 to a modern client, also if a legacy server says so")
  void notFound(@Modern ManyWire w) {
    w.modern("0", "resources/read", "\"uri\":\"x://y\"");
    assertThat(w.code("0")).isEqualTo(-32602);
    WireServer one = w.addLegacy("one", Offer.tools().resources("a://1"));
    w.modern("1", "resources/read", "\"uri\":\"a://1\"");
    one.say(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + one.expect("resources/read").get("id")
            + ",\"error\":{\"code\":-32002,\"message\":\"gone\",\"data\":{\"uri\":\"a://1\"}}}");
    assertThat(w.error("1"))
        .hasToString("{\"code\":-32602,\"message\":\"gone\",\"data\":{\"uri\":\"a://1\"}}");
  }

  @Test
  @DisplayName("a resource that another server lists from now on is read there")
  void movesOn(@Legacy ManyWire w) {
    Offer both = Offer.tools("sync").resources("a://1");
    WireServer one = w.addLegacy("one", both);
    WireServer two = w.addLegacy("two", both);
    w.read("1", "a://1");
    one.answer(one.expect("resources/read"), ManyWire.contents("a://1"));
    w.result("1");
    one.relist(NONE);
    Await.until("the other list", () -> w.server("one").names(Kind.RESOURCES).isEmpty());
    w.read("2", "a://1");
    two.answer(two.expect("resources/read"), ManyWire.contents("a://1"));
    w.result("2");
    w.changes();
    w.notified("notifications/resources/list_changed");
  }

  @Test
  @DisplayName("one that is removed while another is asked is not asked any more")
  void removedMeanwhile(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", NONE);
    w.addLegacy("two", NONE);
    w.read("1", "x://y");
    JsonObject first = one.expect("resources/read");
    w.callForResult("2", "remove_server", "{\"name\":\"two\"}");
    one.refuse(first, -32002, "no");
    assertThat(w.code("1")).isEqualTo(-32002);
  }

  @Test
  @DisplayName("a list that is just put together when a server is removed still has it")
  void clashesOfOneThatLeaves(@Legacy ManyWire w) {
    w.addLegacy("one", Offer.tools("sync").resources("same://x"));
    w.start("two").legacy(Offer.tools("sync").resources("same://x", "two://only"));
    Await.until("its lists", () -> w.server("two").listed());
    Runnable go = w.holdOutside(false); // goes before the list
    w.request("1", "resources/list", "{}");
    w.sync();
    w.callForResult("2", "remove_server", "{\"name\":\"two\"}");
    go.run();
    assertThat(w.result("1").toString()).contains("two://only");
    w.sync();
    w.changes();
    w.notified("notifications/resources/list_changed");
  }
}
