package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.building;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Servers;
import dev.pitstop.session.Sessions.Serving;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The client is told of changed lists only when it must fetch them, and once for what belongs
/// together.
class QuietListsTest {
  @RegisterExtension static final Sessions SESSIONS = Sessions.with(d -> listed(d, tool("one")));

  private static final String CHANGED = "notifications/tools/list_changed";
  private static final String PROMPTS = "notifications/prompts/list_changed";
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
  private static final String ACK = "notifications/subscriptions/acknowledged";
  private static final long REST_MILLIS = 250; // before a server is asked once more

  /// A list of one tool, `a`.
  ///
  /// @param more members of the tool
  private static String tool(String words, String argument, String more) {
    return "{\"tools\":[{\"name\":\"a\",\"description\":\""
        + words
        + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\""
        + argument
        + "\":{\"type\":\"string\",\"description\":\""
        + words
        + "\"}}}"
        + more
        + "}]}";
  }

  private static String tool(String words) {
    return tool(words, "x", "");
  }

  /// A session whose client has this list.
  private static FakeServer listed(SessionDriver d, String list) {
    FakeServer s = d.listing(list, "a");
    fetch(d, s, "1", list);
    return s;
  }

  private static void fetch(SessionDriver d, FakeServer s, String id, String list) {
    d.request(id, "tools/list", "{}");
    s.answer(s.expect("tools/list"), list);
    d.result(id);
  }

  /// The server says that its tools changed, and lists this.
  private static void says(SessionDriver d, FakeServer s, String list) {
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), list);
    d.awaitTimer(REST_MILLIS);
    d.sync(s);
  }

  private static String called(SessionDriver d, FakeServer s, String id) {
    d.call(id, "a");
    s.text(s.expectCall("a"), "own");
    return d.text(id);
  }

  // What counts as another list.

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "the same list | one | x | ",
        "descriptions | two | x | ",
        "titles and pictures | one | x | ,\"title\":\"T\",\"icons\":[],\"annotations\":{\"title\":\"U\"}",
      })
  @DisplayName("a server's own list_changed behind which nothing is that a call needs")
  void nothingNew(
      String what, String words, String argument, String more, SessionDriver d, FakeServer s) {
    says(d, s, tool(words, argument, more == null ? "" : more));
    assertThat(called(d, s, "2").startsWith("[pitstop]")).isEqualTo(!what.startsWith("the same"));
    assertThat(called(d, s, "3")).isEqualTo("own");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "an argument | y | ",
        "a hint | x | ,\"annotations\":{\"readOnlyHint\":true}",
        "a result's schema | x | ,\"outputSchema\":{\"type\":\"object\"}",
        "what is unknown | x | ,\"_meta\":{\"title\":\"T\"}",
      })
  @DisplayName("what a call may contain or do is passed on, once")
  void isNew(String what, String argument, String more, SessionDriver d, FakeServer s) {
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("one", argument, more == null ? "" : more));
    d.notified(CHANGED);
    assertThat(called(d, s, "2")).as(what).isEqualTo("own");
  }

  @Test
  @DisplayName("an argument that is called like a word for people is none")
  void namedLikeWords(SessionDriver d) {
    FakeServer s = listed(d, tool("one", "description", ""));
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("one", "title", ""));
    d.notified(CHANGED);
  }

  @Test
  @DisplayName("another order of the same tools")
  void order(SessionDriver d, @Serving("a b") FakeServer s) {
    s.notify(CHANGED, "{}");
    s.list("b", "a");
    d.awaitTools("b", "a");
    d.sync(s);
  }

  @Test
  @DisplayName("changed words are told to the agent, once, and fetched with the next real change")
  void words(SessionDriver d, FakeServer s) {
    says(d, s, tool("two"));
    assertThat(called(d, s, "2"))
        .startsWith(
            "[pitstop] Server `fake` has changed descriptions, which your list does not show"
                + " yet:\ntools: 1 changed\n~ tool `a`: description changed: \"two\"")
        .endsWith("own");
    assertThat(called(d, s, "3")).isEqualTo("own");
    d.timers.advance(REST_MILLIS);
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("two", "y", ""));
    d.notified(CHANGED);
    assertThat(called(d, s, "4")).isEqualTo("own");
  }

  @Test
  @DisplayName("words that the client has fetched meanwhile are no news")
  void fetchedWords(SessionDriver d, FakeServer s) {
    says(d, s, tool("two"));
    fetch(d, s, "2", tool("two"));
    assertThat(called(d, s, "3")).isEqualTo("own");
  }

  @Test
  @DisplayName("of a reload that changes words alone, its answer tells")
  void reloadedWords(SessionDriver d) {
    listed(d, tool("one"));
    d.call("2", "recompile");
    FakeServer now = d.spawned().handshake();
    now.answer(now.expect("tools/list"), tool("two"));
    assertThat(d.text("2")).contains("What changed", "~ tool `a`: description changed: \"two\"");
    assertThat(called(d, now, "3")).isEqualTo("own");
  }

  @Test
  @DisplayName("listChanges=all: words count too, and need no notice")
  void all() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.tellingAllListChanges())) {
      FakeServer s = listed(d, tool("one"));
      s.notify(CHANGED, "{}");
      s.answer(s.expect("tools/list"), tool("two"));
      d.notified(CHANGED);
      assertThat(called(d, s, "2")).isEqualTo("own");
      d.timers.advance(REST_MILLIS);
      says(d, s, tool("two"));
    }
  }

  // Nothing is lost.

  @Test
  @DisplayName(
      "a server that dies before it has listed what it announced: the next one's list counts")
  void diesBeforeItLists(SessionDriver d, FakeServer s) {
    s.notify(CHANGED, "{}");
    s.expect("tools/list");
    d.crash(s, 1);
    d.call("2", "a");
    FakeServer now = d.spawned().comeUp("a");
    d.notified(CHANGED);
    now.text(now.expectCall("a"), "own");
    assertThat(d.text("2")).endsWith("own");
  }

  @Test
  @DisplayName(
      "a list that was refused is told of when there is one; nobody is sent round in circles")
  void refusedList(SessionDriver d, FakeServer s) {
    d.request("2", "tools/list", "{}");
    s.refuse(s.expect("tools/list"), -32603, "not now");
    d.error("2");
    d.sync();
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("one"));
    d.notified(CHANGED);
    fetch(d, s, "3", tool("one"));
  }

  @Test
  @DisplayName("a server that is replaced before it has listed: the new one's list counts")
  void replacedBeforeItLists(SessionDriver d, FakeServer s) {
    s.notify(CHANGED, "{}");
    JsonObject asked = s.expect("tools/list");
    d.call("2", "a");
    JsonObject call = s.expectCall("a"); // for which it stays
    d.call("3", "recompile");
    FakeServer now = d.spawned().handshake();
    now.answer(now.expect("tools/list"), tool("one"));
    assertThat(d.text("3")).contains("did not change");
    s.refuse(asked, -32603, "no more");
    s.text(call, "own");
    assertThat(d.text("2")).endsWith("own");
    s.child().awaitStop();
    d.sync();
  }

  @Test
  @DisplayName("a refusal that the client waits for no longer says nothing of its list")
  void refusedAfterCancelling(SessionDriver d, FakeServer s) {
    d.request("2", "tools/list", "{}");
    JsonObject asked = s.expect("tools/list");
    d.cancel("2");
    s.expect("notifications/cancelled");
    s.refuse(asked, -32603, "cancelled");
    says(d, s, tool("one"));
  }

  @Test
  @DisplayName("what came and went again before the client fetched it is no second change")
  void backAgain(SessionDriver d, FakeServer s) {
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("one", "y", ""));
    d.notified(CHANGED);
    d.timers.advance(REST_MILLIS);
    says(d, s, tool("one"));
    d.timers.advance(REST_MILLIS);
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("one", "z", ""));
    d.notified(CHANGED);
  }

  @Test
  @DisplayName("what it was told of is not what it has, if it fetched something else")
  void fetchesAnother(SessionDriver d, FakeServer s) {
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("one", "y", ""));
    d.notified(CHANGED);
    fetch(d, s, "2", tool("one", "z", ""));
    d.timers.advance(REST_MILLIS);
    s.notify(CHANGED, "{}");
    s.answer(s.expect("tools/list"), tool("one", "y", ""));
    d.notified(CHANGED);
  }

  @Test
  @DisplayName("a modern client that listens no more when it would be told is told when it does")
  void cancelsWhileItWaits(@Builds SessionDriver d) {
    FakeServer s = modern(d);
    JsonObject at = listen(d, s, "7");
    String on = "{\"_meta\":{\"" + SUBSCRIPTION + "\":" + at.get("id") + "}}";
    s.notify(ACK, on.replace("}}", "},\"notifications\":{}}"));
    d.request("2", "tools/call", "{\"name\":\"recompile\"," + META + "}");
    FakeBuild build = d.builder.next();
    s.notify(CHANGED, on);
    s.list("b");
    d.awaitTools("b");
    d.awaitTimer(Limits.COMING_MILLIS);
    d.cancel("7");
    s.expect("notifications/cancelled");
    d.timers.advance(Limits.COMING_MILLIS);
    listen(d, s, "8");
    d.sync();
    d.timers.advance(Limits.COMING_MILLIS);
    assertThat(Json.at(d.notified(CHANGED), "params", "_meta", SUBSCRIPTION)).hasToString("8");
    d.cancel("8");
    s.expect("notifications/cancelled");
    build.fail("no");
    d.result("2");
  }

  @Test
  @DisplayName("a modern client that does not listen is told when it does, if its list is old")
  void listensAgain(SessionDriver d) {
    FakeServer s = modern(d);
    listen(d, s, "7");
    d.cancel("7");
    s.expect("notifications/cancelled");
    d.request("2", "tools/call", "{\"name\":\"recompile\"," + META + "}");
    FakeServer now = d.spawned();
    now.answer(now.expect("server/discover"), "{\"capabilities\":{\"tools\":{}}}");
    now.list("b");
    d.result("2");
    listen(d, now, "8");
    assertThat(Json.at(d.notified(CHANGED), "params", "_meta", SUBSCRIPTION)).hasToString("8");
    d.cancel("8");
    now.expect("notifications/cancelled");
    listen(d, now, "9");
    d.cancel("9");
    now.expect("notifications/cancelled");
    d.sync();
  }

  /// A modern session whose client has the list `a`.
  private static FakeServer modern(SessionDriver d) {
    d.request("1", "tools/list", "{" + META + "}");
    FakeServer s = d.spawned();
    s.answer(s.expect("server/discover"), "{\"capabilities\":{\"tools\":{}}}");
    s.list("a");
    s.list("a");
    d.result("1");
    d.awaitTools("a");
    return s;
  }

  /// @return the server's
  private static JsonObject listen(SessionDriver d, FakeServer s, String id) {
    d.listen(id, "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
    d.notified(ACK);
    return s.expect("subscriptions/listen");
  }

  // What belongs together.

  @Test
  @DisplayName("tools and prompts that a reload changes: one notification each")
  void kinds(SessionDriver d) {
    FakeServer s = d.greeted("{\"tools\":{},\"prompts\":{}}");
    s.list("a");
    s.answer(s.expect("prompts/list"), "{\"prompts\":[{\"name\":\"p\"}]}");
    d.awaitTools("a");
    d.call("1", "recompile");
    FakeServer now = d.spawned();
    now.greet("{\"tools\":{},\"prompts\":{}}");
    now.expect("notifications/initialized");
    now.list("b", "c");
    now.answer(now.expect("prompts/list"), "{\"prompts\":[{\"name\":\"q\"},{\"name\":\"r\"}]}");
    d.notified(CHANGED);
    d.notified(PROMPTS);
    d.text("1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a change waits for a build that runs, but not for long")
  void waitsForABuild(boolean quick, @Builds SessionDriver d, FakeServer s) {
    FakeBuild build = d.building("2");
    s.notify(CHANGED, "{}");
    s.list("a", "b");
    d.awaitTools("a", "b");
    d.awaitTimer(Limits.COMING_MILLIS);
    d.sync(s);
    if (!quick) {
      d.timers.advance(Limits.COMING_MILLIS);
      d.notified(CHANGED);
    }
    build.succeed();
    d.spawned().comeUp("a", "b");
    if (quick) {
      d.notified(CHANGED);
    }
    d.letPass();
    d.text("2");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("one save that removes a server and adds two: one notification, when they are there")
  void oneSave(boolean quick, @Servers("alpha") ManyDriver d) {
    d.up("alpha", "a");
    assertThat(d.listNow("0")).hasSize(1);
    d.servers().applying();
    d.servers().remove("alpha");
    d.awaitNews();
    d.timers.advance(Limits.APART_MILLIS); // the file is still being read, say
    d.client.heardNothing();
    d.servers().add(spec("beta"));
    d.servers().add(spec("gamma"));
    d.servers().problems(List.of());
    d.up("beta", "b");
    d.timers.advance(Limits.APART_MILLIS);
    d.client.heardNothing();
    FakeServer gamma = d.spawned("gamma");
    if (quick) {
      gamma.comeUp("c");
      d.client.heard(CHANGED);
    } else { // nobody waits for it
      d.timers.advance(Limits.COMING_MILLIS);
      d.client.heard(CHANGED);
      gamma.comeUp("c");
      d.awaitTools("gamma", "c");
      d.listChanged();
    }
    assertThat(d.listNow("1")).containsExactly("beta__b", "gamma__c");
  }

  @Test
  @DisplayName("a change that is undone while it waits is none")
  void undone() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"), building("beta"))) {
      d.up("alpha", "a");
      d.up("beta", "b");
      assertThat(d.listNow("0")).hasSize(2);
      d.reload("1", "beta");
      FakeBuild build = d.builder("beta").next();
      d.servers().remove("alpha");
      d.awaitNews();
      d.servers().add(spec("alpha"));
      d.up("alpha", "a");
      build.succeed();
      FakeServer beta = d.up("beta", "b");
      d.client.text("1");
      d.settle();
      d.servedBy(beta, "2", "beta__b", "nothing was told");
    }
  }

  @Test
  @DisplayName("a client that fetches while a change waits has it, and is told of the next one")
  void fetchesMeanwhile(@Servers("alpha beta") ManyDriver d) {
    d.up("alpha", "a");
    FakeServer beta = d.up("beta", "b");
    assertThat(d.listNow("0")).hasSize(2);
    d.servers().remove("alpha");
    d.awaitNews();
    assertThat(d.listNow("1")).containsExactly("beta__b");
    d.settle();
    beta.notify(CHANGED, "{}");
    beta.list("b", "c");
    d.listChanged();
    assertThat(d.listNow("2")).containsExactly("beta__b", "beta__c");
  }

  @Test
  @DisplayName("what one of many says by itself, behind which nothing is, is not passed on")
  void ofMany(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.up("alpha", "a");
    assertThat(d.listNow("0")).hasSize(1);
    s.notify(CHANGED, "{}");
    s.list("a");
    Await.until("it rests", () -> d.timers.has(REST_MILLIS));
    d.settle();
  }
}
