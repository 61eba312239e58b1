package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Pitstop itself says in a session with many servers is valid by the specification's schemas.
@ExtendWith(Sessions.class)
class ManySchemaTest {
  private static final Offer OFFER =
      Offer.tools("t", "sync")
          .prompts("p")
          .resources(List.of("a://1"), List.of("b://{x}"))
          .also("\"logging\":{},\"tasks\":{\"list\":{}}");

  @Test
  @DisplayName("the schemas are looked at: what is wrong is found")
  void findsMistakes() {
    SpecSchema spec = new SpecSchema(ManyWire.MODERN);
    assertThatThrownBy(() -> spec.valid("DiscoverResult", Json.parse("{\"capabilities\":{}}")))
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-06-18", "2025-11-25"})
  @DisplayName("to a legacy client, and of it to servers of both eras")
  void legacy(String revision, ManyWire w) {
    SpecSchema spec = new SpecSchema(revision);
    SpecSchema modernSpec = new SpecSchema(ManyWire.MODERN);
    w.request(
        "1",
        "initialize",
        "{\"protocolVersion\":\""
            + revision
            + "\",\"capabilities\":{\"sampling\":{}},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}");
    JsonObject result = spec.valid("InitializeResult", w.result("1"));
    assertThat(Json.text(result, "protocolVersion")).isEqualTo(revision);
    w.notify("notifications/initialized", "{}");
    WireServer l = w.addLegacy("l", OFFER);
    spec.valid("InitializeRequest", l.greeted());
    WireServer m = w.addModern("m", OFFER.resources("m://1"));
    modernSpec.valid("DiscoverRequest", m.greeted());
    spec.valid("ListToolsResult", w.requestForResult("2", "tools/list", "{}"));
    spec.valid("ListPromptsResult", w.requestForResult("3", "prompts/list", "{}"));
    w.request("4", "resources/list", "{}");
    assertThat(spec.valid("ListResourcesResult", w.result("4")).toString()).contains("m://1");
    spec.valid(
        "ListResourceTemplatesResult", w.requestForResult("5", "resources/templates/list", "{}"));
    WireServer n = w.start("n").legacy(OFFER); // of which no list has brought anything
    w.changes();
    spec.valid("ToolListChangedNotification", w.next());
    spec.valid("PromptListChangedNotification", w.next());
    spec.valid("ResourceListChangedNotification", w.next());
    spec.valid(
        "EmptyResult", w.requestForResult("6", "resources/subscribe", "{\"uri\":\"m://1\"}"));
    JsonObject listen =
        modernSpec.valid("SubscriptionsListenRequest", m.expect("subscriptions/listen"));
    m.acknowledge(listen);
    modernSpec.valid("CancelledNotification", m.expect("notifications/cancelled"));
    m.notify(
        "notifications/resources/updated",
        "{\"uri\":\"m://1\",\"_meta\":{\"" + ManyWire.SUBSCRIPTION + "\":" + m.listen() + "}}");
    spec.valid("ResourceUpdatedNotification", w.next());
    spec.valid("EmptyResult", w.requestForResult("7", "logging/setLevel", "{\"level\":\"debug\"}"));
    spec.valid("SetLevelRequest", l.expect("logging/setLevel"));
    w.call("8", "m__t");
    JsonObject call = modernSpec.valid("CallToolRequest", m.expect("tools/call"));
    m.answer(call, "{\"content\":[],\"resultType\":\"complete\"}");
    spec.valid("CallToolResult", w.result("8"));
    w.call("9", "m__t");
    m.answer(m.expect("tools/call"), "{\"resultType\":\"input_required\",\"requestState\":\"x\"}");
    JsonObject again = modernSpec.valid("CallToolRequest", m.expect("tools/call"));
    m.answer(again, "{\"content\":[],\"resultType\":\"complete\"}");
    spec.valid("CallToolResult", w.result("9"));
    JsonObject read = w.requestTo(l, "10", "resources/read", "{\"uri\":\"x://y\"}");
    l.refuse(read, -32002, "no");
    m.refuse(m.expect("resources/read"), -32602, "no");
    n.expect("logging/setLevel");
    n.refuse(n.expect("resources/read"), -32002, "no");
    String error = revision.equals("2025-11-25") ? "JSONRPCErrorResponse" : "JSONRPCError";
    spec.valid(error, w.answer("10"));
    w.call("11", "nobody__t");
    spec.valid(error, w.answer("11"));
    w.call("12", "list_servers");
    spec.valid("CallToolResult", w.result("12"));
    w.request("13", "tasks/list", "{}");
    spec.valid(error, w.answer("13"));
  }

  @Test
  @DisplayName("to a modern client, and of it to servers of both eras")
  void modern(ManyWire w) {
    SpecSchema spec = new SpecSchema(ManyWire.MODERN);
    SpecSchema legacySpec = new SpecSchema("2025-11-25");
    w.modern("1", "server/discover", "");
    JsonObject discovered = spec.valid("DiscoverResult", w.result("1"));
    assertThat(Json.text(discovered, "_meta", "io.modelcontextprotocol/serverInfo", "name"))
        .isEqualTo("pitstop");
    spec.valid("ListToolsResult", w.modernForResult("2", "tools/list", ""));
    WireServer l = w.addLegacy("l", OFFER);
    legacySpec.valid("InitializeRequest", l.greeted());
    WireServer m = w.addModern("m", OFFER);
    spec.valid("DiscoverRequest", m.greeted());
    spec.valid("ListToolsResult", w.modernForResult("3", "tools/list", ""));
    spec.valid("ListPromptsResult", w.modernForResult("4", "prompts/list", ""));
    spec.valid("ListResourcesResult", w.modernForResult("5", "resources/list", ""));
    spec.valid(
        "ListResourceTemplatesResult", w.modernForResult("6", "resources/templates/list", ""));
    spec.valid(
        "SubscriptionsAcknowledgedNotification",
        w.listen(
            "7",
            "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true,"
                + "\"resourceSubscriptions\":[\"a://1\"]}"));
    legacySpec.valid("SubscribeRequest", l.expect("resources/subscribe"));
    w.start("n").legacy(OFFER); // of which no list has brought anything
    w.changes();
    spec.valid("ToolListChangedNotification", w.next());
    spec.valid("PromptListChangedNotification", w.next());
    spec.valid("ResourceListChangedNotification", w.next());
    l.notify("notifications/resources/updated", "{\"uri\":\"a://1\"}");
    spec.valid("ResourceUpdatedNotification", w.next());
    w.modern("8", "tools/call", "\"name\":\"l__t\"");
    JsonObject call = legacySpec.valid("CallToolRequest", l.expect("tools/call"));
    l.answer(call, "{\"content\":[]}");
    spec.valid("CallToolResult", w.result("8"));
    w.modern("9", "resources/read", "\"uri\":\"a://1\"");
    l.answer(l.expect("resources/read"), "{\"contents\":[]}");
    spec.valid("ReadResourceResult", w.result("9"));
    w.modern("10", "prompts/get", "\"name\":\"l__p\"");
    l.answer(l.expect("prompts/get"), "{\"messages\":[]}");
    spec.valid("GetPromptResult", w.result("10"));
    w.modern(
        "11",
        "completion/complete",
        "\"ref\":{\"type\":\"ref/resource\",\"uri\":\"b://{x}\"},\"argument\":{\"name\":\"x\",\"value\":\"\"}");
    l.answer(l.expect("completion/complete"), "{\"completion\":{\"values\":[]}}");
    spec.valid("CompleteResult", w.result("11"));
    spec.valid(
        "CallToolResult", w.modernForResult("12", "tools/call", "\"name\":\"list_servers\""));
    w.modern("13", "tools/call", "\"name\":\"m__t\"");
    m.expect("tools/call");
    m.fake().child().exit(1);
    spec.valid("CallToolResult", w.result("13"));
    w.request(
        "14",
        "tools/list",
        "{\"_meta\":{" + ManyWire.META.replace("2026-07-28", "2027-01-01") + "}}");
    spec.valid("UnsupportedProtocolVersionError", w.answer("14"));
    w.modern("15", "tools/call", "\"name\":\"nobody__t\"");
    spec.valid("JSONRPCErrorResponse", w.answer("15"));
    w.cancel("7");
    l.expect("resources/unsubscribe");
  }
}
