package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.WireServer.Offer;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// M3: what is remembered of resources that nobody lists, and were found by asking. What is
/// remembered is asked for at its server; anything else at the first server first.
class OwnersTest {
  private final ManyWire w = ManyWire.legacy();
  private final WireServer one = added("one");
  private final WireServer two = added("two");

  private WireServer added(String name) {
    WireServer s = w.start(name).legacy(Offer.tools().resources());
    w.awaitServing(name);
    return s;
  }

  private void ask(String id, String uri) {
    w.request(id, "resources/read", "{\"uri\":\"" + uri + "\"}");
  }

  private void answer(String id, WireServer by, String uri) {
    by.answer(
        by.expect("resources/read"), "{\"contents\":[{\"uri\":\"" + uri + "\",\"text\":\"t\"}]}");
    w.result(id);
  }

  /// It is asked for at both, and the second has it.
  private void finds(String id, String uri) {
    ask(id, uri);
    one.refuse(one.expect("resources/read"), -32002, "no");
    answer(id, two, uri);
  }

  @Test
  @DisplayName("M7: a client that reads ever other resources fills no memory")
  void bounded() {
    try (w) {
      for (int i = 0; i <= 1_000; i++) {
        finds("" + i, "x:" + i);
      }
      ask("1001", "x:1000");
      answer("1001", two, "x:1000"); // the newest
      finds("1002", "x:0"); // the oldest
      String large = "x:" + "y".repeat(100_000);
      finds("1003", large);
      finds("1004", large);
    }
  }

  private static void forgotten(WeakReference<?> server) {
    Await.until(
        "nothing is kept of the server",
        () -> {
          System.gc();
          return server.refersTo(null);
        });
  }

  private void removeTwo(String id) {
    w.call(id, "remove_server", "{\"name\":\"two\"}");
  }

  @Test
  @DisplayName("M5: nothing is remembered of a server that was removed")
  void removed() {
    try (w) {
      finds("0", "x:z");
      finds("1", "x:y");
      WeakReference<?> gone = w.server("two").known();
      removeTwo("2");
      w.result("2");
      ask("3", "x:y");
      answer("3", one, "x:y");
      forgotten(gone);
    }
  }

  @Test
  @DisplayName("M5: … nor if it answers in its last moments")
  void removedBefore() {
    try (w) {
      WeakReference<?> gone = w.server("two").known();
      two.fake().child().stubborn();
      ask("1", "x:y");
      one.refuse(one.expect("resources/read"), -32002, "no");
      JsonObject asked = two.expect("resources/read");
      removeTwo("2");
      two.fake().child().awaitStop();
      two.answer(asked, "{\"contents\":[{\"uri\":\"x:y\",\"text\":\"t\"}]}");
      w.result("1");
      two.fake().child().kill();
      w.result("2");
      forgotten(gone);
      ask("3", "x:y");
      answer("3", one, "x:y");
    }
  }
}
