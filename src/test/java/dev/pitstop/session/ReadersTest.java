package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Respawns;
import dev.pitstop.session.Sessions.Servers;
import dev.pitstop.session.Sessions.Serving;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Readers modelled on what the clients show their models (docs/design/notices.md), over every
/// shape of a result: each reads the notice once, and what it would read of the result without it.
@ExtendWith(Sessions.class)
class ReadersTest {
  private static final String NOTICE = "[pitstop] Server `";
  private static final String OWN = "own-value";

  /// What a client shows of a result.
  enum Reader {
    CODEX,
    CLAUDE_CODE,
    GEMINI,
    OPENCODE;

    String reads(JsonObject r) {
      boolean error = r.has("isError");
      String structure = r.has("structuredContent") ? r.get("structuredContent").toString() : "";
      return switch (this) {
        case CODEX -> structure.isEmpty() ? blocks(r, true) : structure;
        case CLAUDE_CODE ->
            error
                ? blocks(r, false)
                : structure.isEmpty() ? blocks(r, true) : structure + resources(r);
        case GEMINI -> error ? r.toString() : blocks(r, true);
        case OPENCODE -> r.getAsJsonArray("content").isEmpty() ? structure : blocks(r, !error);
      };
    }

    private static String blocks(JsonObject r, boolean resources) {
      StringBuilder all = new StringBuilder();
      for (JsonElement e : r.getAsJsonArray("content")) {
        JsonObject block = e.getAsJsonObject();
        if (block.has("text")) {
          all.append(Json.text(block, "text")).append('\n');
        } else if (block.has("resource") && resources) {
          all.append(Json.text(block, "resource", "text")).append('\n');
        } else {
          all.append(block).append('\n'); // a picture is shown as it is
        }
      }
      return all.toString();
    }

    private static String resources(JsonObject r) {
      StringBuilder all = new StringBuilder();
      for (JsonElement e : r.getAsJsonArray("content")) {
        if (e.getAsJsonObject().has("resource")) {
          all.append(Json.text(e, "resource", "text")).append('\n');
        }
      }
      return all.toString();
    }
  }

  private static final String TEXT = "{'type':'text','text':'own-value'}";
  private static final String S = ",'structuredContent':{'v':'own-value'}";
  private static final String CLOSED = ",'additionalProperties':false";

  /// A result, and the tool's schema behind its type; none if it is empty.
  enum Shape {
    PLAIN("", "{'content':[" + TEXT + "]}"),
    TWO_TEXTS("", "{'content':[" + TEXT + "," + TEXT + "]}"),
    JSON_TEXT("", "{'content':[{'type':'text','text':'[\\'own-value\\']'}]}"),
    PICTURE("", "{'content':[{'type':'image','data':'own-value','mimeType':'image/png'}]}"),
    NOTHING("", "{'content':[]}"),
    UNTYPED("", "{'content':[" + TEXT + "]" + S + "}"),
    OPEN(",'properties':{}", "{'content':[" + TEXT + "]" + S + "}"),
    CLOSED_ONE(CLOSED, "{'content':[" + TEXT + "]" + S + "}"),
    ONLY_UNTYPED("", "{'content':[]" + S + "}"),
    ONLY_OPEN(",'properties':{}", "{'content':[]" + S + "}"),
    ONLY_CLOSED(CLOSED, "{'content':[]" + S + "}"),
    PICTURE_CLOSED(
        CLOSED, "{'content':[{'type':'image','data':'x','mimeType':'image/png'}]" + S + "}"),
    FAILED("", "{'content':[" + TEXT + "],'isError':true}"),
    FAILED_OPEN(",'properties':{}", "{'content':[" + TEXT + "]" + S + ",'isError':true}"),
    FAILED_CLOSED(CLOSED, "{'content':[" + TEXT + "]" + S + ",'isError':true}");

    private final String schema;
    private final String result;

    Shape(String schema, String result) {
      this.schema = schema;
      this.result = result.replace('\'', '"').replace("[\"own-value\"]", "['own-value']");
    }

    /// The list of a server with a tool of this shape, and a plain one.
    String list() {
      String output = schema.isEmpty() ? "" : ",'outputSchema':{'type':'object'" + schema + "}";
      String tool = "{'name':'%s','inputSchema':{'type':'object'}%s}";
      return ("{'tools':["
              + tool.formatted("shape", output)
              + ","
              + tool.formatted("plain", "")
              + "]}")
          .replace('\'', '"');
    }

    boolean closed() {
      return schema.equals(CLOSED);
    }
  }

  private static int count(String in, String what) {
    return in.split(Pattern.quote(what), -1).length - 1;
  }

  /// @param shaped with a notice
  /// @param plain the next result, of text
  private static void check(Shape shape, JsonObject shaped, JsonObject plain) {
    JsonObject direct = Json.parse(shape.result);
    for (Reader reader : Reader.values()) {
      String read = reader.reads(shaped);
      boolean structureOnly = reader == Reader.CODEX && shape.closed();
      boolean wholeError = reader == Reader.GEMINI && direct.has("isError"); // it shows both places
      assertThat(count(read, NOTICE))
          .as("%s reads the notice in %s", reader, shaped)
          .isEqualTo(structureOnly ? 0 : wholeError && shape == Shape.FAILED_OPEN ? 2 : 1);
      assertThat(count(reader.reads(plain), NOTICE))
          .as("%s reads it with the next, as one kind of reader had not", reader)
          .isEqualTo(shape.closed() ? 1 : 0);
      if (reader.reads(direct).contains(OWN)) {
        assertThat(read).as("%s reads the result", reader).contains(OWN);
      }
    }
    List<JsonElement> own = new ArrayList<>(shaped.getAsJsonArray("content").asList());
    assertThat(own).as("the server's own blocks").containsAll(direct.getAsJsonArray("content"));
    if (direct.has("structuredContent")) {
      JsonObject structure = shaped.getAsJsonObject("structuredContent").deepCopy();
      assertThat(structure.has("pitstop_notice")).isEqualTo(!shape.closed());
      structure.remove("pitstop_notice");
      assertThat(structure).isEqualTo(direct.get("structuredContent"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("with one server")
  void oneServer(Shape shape, SessionDriver d, @Begun FakeServer s) {
    d.greeted(s);
    d.notify("notifications/initialized", "{}");
    s.expect("notifications/initialized");
    s.answer(s.expect("tools/list"), shape.list());
    d.awaitTools("shape", "plain");
    d.crash(s, 3);
    d.request("\"r\"", "resources/read", "{\"uri\":\"x:1\"}");
    FakeServer now = d.spawned().handshake();
    now.answer(now.expect("tools/list"), shape.list());
    now.answer(now.expect("resources/read"), "{\"contents\":[]}");
    d.result("\"r\"");
    now.answer(d.callTo(now, "1", "shape"), shape.result);
    JsonObject shaped = d.result("1");
    now.text(d.callTo(now, "2", "plain"), "next");
    check(shape, shaped, d.result("2"));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("with many servers")
  void manyServers(Shape shape, @Respawns @Servers("alpha") ManyDriver d) {
    FakeServer s = d.spawned("alpha").handshake();
    s.answer(s.expect("tools/list"), shape.list());
    d.awaitTools("alpha", "shape", "plain");
    d.listNow("0");
    s.child().exit(3);
    d.awaitState("alpha", "crashed");
    d.client.call("1", "alpha__shape");
    FakeServer now = d.spawned("alpha").handshake();
    now.answer(now.expect("tools/list"), shape.list());
    now.answer(now.expectCall("shape"), shape.result);
    JsonObject shaped = d.client.result("1");
    now.text(d.client.callTo(now, "2", "alpha__plain"), "next");
    check(shape, shaped, d.client.result("2"));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("with a daemon")
  void daemon(Shape shape) {
    Setup setup =
        Setup.legacy().method("tools/list", shape.list()).method("tools/call", shape.result);
    try (HttpDriver d = new HttpDriver(ScriptedDaemon.started(setup), HttpDriver.Commands.NONE)) {
      d.connect("shape", "plain");
      d.daemon.forgetSessions();
      d.call("1", "shape", "k");
      JsonObject shaped = d.answer("1").getAsJsonObject("result");
      String text = "{'jsonrpc':'2.0','id':2,'result':{'content':[{'type':'text','text':'next'}]}}";
      d.daemon.on("tools/call").once().reply(Answer.json(200, text.replace('\'', '"')));
      d.call("2", "plain", "k");
      check(shape, shaped, d.answer("2").getAsJsonObject("result"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("our own tools answer in text, which all of them read")
  void ourOwn(Reader reader, @Serving("a") @Builds SessionDriver d) {
    assertThat(reader.reads(d.callForResult("1", "server_status"))).contains("running");
    d.building("2").fail("x.c:1: error: no");
    assertThat(reader.reads(d.result("2"))).contains("x.c:1: error: no");
    Await.until("it serves on", () -> d.server().serves());
  }
}
