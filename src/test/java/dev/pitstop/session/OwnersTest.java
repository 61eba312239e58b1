package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.WireServer.Offer;
import java.lang.ref.WeakReference;
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
