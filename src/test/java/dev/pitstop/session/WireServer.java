package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One of the servers in a {@link ManyWire}, of either era.
final class WireServer {
  /// What a server offers.
  ///
  /// @param capabilities as in its greeting
  /// @param lists a JSON array for each method that lists
  record Offer(String capabilities, Map<String, String> lists) {
    static Offer tools(String... names) {
      return new Offer("\"tools\":{}", Map.of("tools/list", FakeServer.tools(names)));
    }

    private Offer with(String capability, Map<String, String> more) {
      Map<String, String> all = new LinkedHashMap<>(lists);
      all.putAll(more);
      return new Offer(capabilities + "," + capability, all);
    }

    Offer prompts(String... names) {
      return with("\"prompts\":{}", Map.of("prompts/list", items("name", "", names)));
    }

    Offer resources(String... uris) {
      return resources(List.of(uris), List.of());
    }

    Offer resources(List<String> uris, List<String> templates) {
      return with(
          "\"resources\":{\"subscribe\":true}",
          Map.of(
              "resources/list", items("uri", "\"name\":\"r\",", uris.toArray(String[]::new)),
              "resources/templates/list",
                  items("uriTemplate", "\"name\":\"t\",", templates.toArray(String[]::new))));
    }

    Offer also(String capability) {
      return with(capability, Map.of());
    }

    private static String items(String key, String more, String... values) {
      List<String> all = new ArrayList<>();
      for (String v : values) {
        all.add("{" + more + "\"" + key + "\":\"" + v + "\"}");
      }
      return "[" + String.join(",", all) + "]";
    }
  }

  private final String name;
  private final FakeServer fake;
  private JsonObject greeted = new JsonObject();
  private String listen = "";
  private final List<JsonObject> told = new ArrayList<>();

  WireServer(String name, FakeServer fake) {
    this.name = name;
    this.fake = fake;
  }

  String name() {
    return name;
  }

  FakeServer fake() {
    return fake;
  }

  /// What it was greeted with.
  JsonObject greeted() {
    return greeted;
  }

  /// What it was told or asked before it listed.
  List<JsonObject> told() {
    return told;
  }

  /// The id of the listen that it was sent when it came up, as JSON.
  String listen() {
    return listen;
  }

  /// Comes up as a server that knows no `server/discover`.
  ///
  /// @param told the methods of what it is told or asked before it lists, see {@link #told}
  WireServer legacy(Offer offer, String... told) {
    JsonObject first = fake.next();
    if (Json.text(first, "method").equals("server/discover")) {
      fake.refuse(first, -32601, "Method not found");
      first = fake.next();
    }
    assertThat(Json.text(first, "method")).isEqualTo("initialize");
    greeted = first;
    answer(
        first,
        "{\"protocolVersion\":"
            + Json.at(first, "params", "protocolVersion")
            + ",\"capabilities\":{"
            + offer.capabilities()
            + "},\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"}}");
    fake.expect("notifications/initialized");
    for (String method : told) {
      this.told.add(fake.expect(method));
    }
    lists(offer, "");
    return this;
  }

  /// Comes up as a server that knows no `initialize`.
  WireServer modern(Offer offer) {
    return modern(offer, "[]");
  }

  /// @param uris which resources it is to tell of, as JSON
  WireServer modern(Offer offer, String uris) {
    JsonObject first = fake.next();
    if (Json.text(first, "method").equals("initialize")) {
      fake.refuse(first, -32601, "Method not found");
      first = fake.next();
    }
    assertThat(Json.text(first, "method")).isEqualTo("server/discover");
    greeted = first;
    answer(
        first,
        "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{"
            + offer.capabilities()
            + "},\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}");
    JsonObject listen = fake.expect("subscriptions/listen");
    JsonObject filter = Json.at(listen, "params", "notifications").getAsJsonObject();
    assertThat(filter.has("resourceSubscriptions") ? filter.get("resourceSubscriptions") : "[]")
        .hasToString(uris);
    acknowledge(listen);
    lists(offer, ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"");
    return this;
  }

  /// Acknowledges a listen.
  WireServer acknowledge(JsonObject request) {
    listen = request.get("id").toString();
    fake.notify(
        "notifications/subscriptions/acknowledged",
        "{\"_meta\":{\""
            + ManyWire.SUBSCRIPTION
            + "\":"
            + listen
            + "},\"notifications\":"
            + Json.at(request, "params", "notifications")
            + "}");
    return this;
  }

  /// It says that its lists changed, and is asked for them.
  void relist(Offer offer) {
    notify("notifications/resources/list_changed", "{}");
    lists(offer, "");
  }

  private void lists(Offer offer, String members) {
    Set<String> left = new HashSet<>(offer.lists().keySet());
    while (!left.isEmpty()) {
      JsonObject ask = fake.next();
      String method = Json.text(ask, "method");
      assertThat(left.remove(method)).as("%s", ask).isTrue();
      String member =
          method.equals("resources/templates/list")
              ? "resourceTemplates"
              : method.substring(0, method.indexOf('/'));
      answer(ask, "{\"" + member + "\":" + offer.lists().get(method) + members + "}");
    }
  }

  JsonObject expect(String method) {
    return fake.expect(method);
  }

  /// The next message, as it came.
  String raw() {
    return fake.child().nextLine();
  }

  void answer(JsonObject request, String result) {
    fake.answer(request, result);
  }

  void refuse(JsonObject request, int code, String message) {
    fake.refuse(request, code, message);
  }

  void say(String message) {
    fake.say(message);
  }

  void notify(String method, String params) {
    fake.notify(method, params);
  }
}
