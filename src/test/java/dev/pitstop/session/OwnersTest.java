package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.WireServer.Offer;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What is remembered of the owners of resources.
class OwnersTest {
  private static final Offer OFFER = Offer.tools("sync").resources(List.of(), List.of("x:{rest}"));

  private static final Offer OTHER = Offer.tools("sync").resources(List.of(), List.of("x:{+rest}"));

  private static JsonObject asked(ManyWire w, WireServer s, String id, String uri) {
    w.request(id, "resources/read", "{\"uri\":\"" + uri + "\"}");
    return s.expect("resources/read");
  }

  private static void answer(ManyWire w, WireServer s, String id, JsonObject ask) {
    s.answer(ask, "{\"contents\":[]}");
    w.result(id);
  }

  private static void forgotten(WeakReference<?> server) {
    Await.until(
        "nothing is kept of the server",
        () -> {
          System.gc();
          return server.refersTo(null);
        });
  }

  @Test
  @DisplayName("a client that reads ever other resources fills no memory")
  void bounded() {
    try (ManyWire w = ManyWire.legacy()) {
      w.addLegacy("one", OFFER);
      w.addLegacy("two", Offer.tools("sync").resources("z:1"));
      List<String> uris = new ArrayList<>();
      for (int i = 0; i <= 1_000; i++) {
        uris.add("x:" + i);
      }
      int all = looks(w, uris);
      int one = looks(w, List.of("x:1"));
      assertThat(looks(w, with(uris, "x:1000"))).as("the newest").isEqualTo(all);
      assertThat(looks(w, with(uris, "x:0"))).as("the oldest").isEqualTo(all + one);
      String large = "x:" + "y".repeat(5_000);
      assertThat(looks(w, List.of(large, large))).isEqualTo(2 * one);
    }
  }

  private static List<String> with(List<String> uris, String more) {
    List<String> all = new ArrayList<>(uris);
    all.add(more);
    return all;
  }

  private static int looks(ManyWire w, List<String> uris) {
    return w.looksFor(uris.toArray(String[]::new));
  }

  @Test
  @DisplayName("nothing is remembered of a server that was removed")
  void removed() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer two = w.addLegacy("two", OFFER);
      WireServer one = w.addLegacy("one", OTHER);
      WeakReference<?> gone = w.server("two").known();
      answer(w, two, "1", asked(w, two, "1", "x:y"));
      w.call("2", "remove_server", "{\"name\":\"two\"}");
      w.result("2");
      answer(w, one, "3", asked(w, one, "3", "x:y"));
      forgotten(gone);
    }
  }

  @Test
  @DisplayName("… nor if it answers in its last moments")
  void removedBefore() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer two = w.addLegacy("two", OFFER);
      WireServer one = w.addLegacy("one", OTHER);
      WeakReference<?> gone = w.server("two").known();
      two.fake().child().stubborn();
      JsonObject ask = asked(w, two, "1", "x:y");
      w.call("2", "remove_server", "{\"name\":\"two\"}");
      two.fake().child().awaitStop();
      answer(w, two, "1", ask);
      two.fake().child().kill();
      w.result("2");
      answer(w, one, "3", asked(w, one, "3", "x:y"));
      forgotten(gone);
    }
  }
}
