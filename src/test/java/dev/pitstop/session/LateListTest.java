package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Kind;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Serving;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a server lists after our time with it is up is known all the same, unless it was asked once
/// more since.
@ExtendWith(Sessions.class)
class LateListTest {
  private static final String CHANGED = "notifications/tools/list_changed";
  private static final String TOOLS = "{\"tools\":{}}";
  private static final String BOTH = "{\"tools\":{},\"prompts\":{}}";
  private static final String PROMPTS = "{\"prompts\":[{\"name\":\"p\"}]}";

  private static void answer(FakeServer s, JsonObject asked, String... tools) {
    s.answer(asked, "{\"tools\":" + FakeServer.tools(tools) + "}");
  }

  /// What it said has been read.
  private static void heard(FakeServer s, SeenServer of) {
    String word = "no message " + UUID.randomUUID(); // other runs have said theirs
    s.say(word);
    Await.until("a note", () -> of.stderr().toString().contains(word));
  }

  /// A reload to a process that is asked for its lists.
  private static FakeServer reloaded(SessionDriver d, String id, String capabilities) {
    d.call(id, "recompile");
    FakeServer now = d.spawned();
    now.greet(capabilities);
    now.expect("notifications/initialized");
    return now;
  }

  /// A session whose server offers a tool `a` and a prompt `p`.
  private static FakeServer connectWithPrompt(SessionDriver d) {
    FakeServer s = d.greeted(BOTH);
    s.list("a");
    s.answer(s.expect("prompts/list"), PROMPTS);
    d.awaitTools("a");
    return s;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a reload whose lists come late is told of when they have come, if it is news")
  void afterReload(boolean another, @Serving("a") SessionDriver d) {
    FakeServer now = reloaded(d, "1", TOOLS);
    JsonObject asked = now.expect("tools/list");
    d.timers.advance(SessionDriver.LIST_MILLIS);
    assertThat(d.text("1")).contains("spawn #2", "are unknown");
    if (another) {
      answer(now, asked, "a", "b");
      d.notified(CHANGED);
      d.awaitTools("a", "b");
    } else {
      answer(now, asked, "a");
      d.sync(now);
    }
    d.servedBy(now, "2", "a", "as always");
  }

  @Test
  @DisplayName("late tools beside quick prompts are not taken for removed ones")
  void oneOfTwo(SessionDriver d) {
    connectWithPrompt(d);
    FakeServer now = reloaded(d, "1", BOTH);
    JsonObject tools = now.expect("tools/list");
    now.answer(now.expect("prompts/list"), "{\"prompts\":[]}");
    heard(now, d.server());
    d.timers.advance(SessionDriver.LIST_MILLIS);
    d.notified("notifications/prompts/list_changed");
    assertThat(d.text("1")).contains("prompt `p`", "Its tools are not known").doesNotContain("`a`");
    d.awaitTools("a");
    answer(now, tools, "b");
    d.notified(CHANGED);
    d.awaitTools("b");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("what comes late is taken, but not after what the server was asked for since")
  void askedSince(boolean inOrder, SessionDriver d, @Serving("a") FakeServer s) {
    s.notify(CHANGED, "{}");
    JsonObject first = s.expect("tools/list");
    d.timers.advance(SessionDriver.LIST_MILLIS);
    d.awaitTimerAndAdvance(250); // the pause behind it
    s.notify(CHANGED, "{}");
    JsonObject second = s.expect("tools/list");
    if (inOrder) {
      answer(s, first, "older");
      d.awaitTools("older");
    }
    answer(s, second, "newer");
    d.notified(CHANGED);
    d.awaitTools("newer");
    if (!inOrder) {
      answer(s, first, "older");
      d.sync(s);
      d.awaitTimerAndAdvance(250);
      d.awaitTools("newer");
    }
  }

  @Test
  @DisplayName("a server that says itself that its tools changed owes what came with it")
  void toldItself(SessionDriver d) {
    connectWithPrompt(d);
    FakeServer now = reloaded(d, "1", BOTH);
    now.expect("tools/list");
    now.expect("prompts/list");
    d.timers.advance(SessionDriver.LIST_MILLIS);
    d.text("1");
    now.notify(CHANGED, "{}");
    now.list("a", "b");
    now.answer(now.expect("prompts/list"), "{\"prompts\":[]}");
    d.notified(CHANGED);
    d.notified("notifications/prompts/list_changed");
    d.awaitTools("a", "b");
  }

  @Test
  @DisplayName("what a reload changed is told, also if the next one comes before its answer")
  void replacedBeforeItWasTold(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("0", "tools/list", "{}");
    s.list("a");
    d.result("0");
    d.call("1", "recompile");
    d.spawned().comeUp("a", "b");
    d.notified(CHANGED);
    d.awaitTimer(Limits.UPTAKE_MILLIS); // the answer waits for the client to take the new list
    d.call("2", "recompile");
    d.spawned().comeUp("a", "b");
    d.awaitTools("a", "b");
    assertThat(d.text("2")).contains("spawn #3", "`b`");
    d.letPass();
    assertThat(d.text("1")).contains("spawn #2", "What changed", "`b`");
  }

  @Test
  @DisplayName("a server that ends before it has listed leaves what is known as it was")
  void ends(@Serving("a") SessionDriver d) {
    reloaded(d, "1", TOOLS).expect("tools/list");
    d.timers.advance(SessionDriver.LIST_MILLIS);
    d.text("1");
    d.call("2", "recompile");
    d.spawned().comeUp("a", "b");
    d.notified(CHANGED);
    assertThat(d.text("2")).contains("spawn #3", "`b`");
  }

  @ParameterizedTest
  @CsvSource({"true, a", "false, a", "true, c", "false, c"})
  @DisplayName("what only a run listed that ended before we had listed it is told of, once")
  void endsBeforeOurLook(boolean crash, String next, SessionDriver d, @Serving("a") FakeServer s) {
    s.notify(CHANGED, "{}");
    s.expect("tools/list"); // ours, which is not answered
    d.request("1", "tools/list", "{}");
    s.list("a", "b");
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("a", "b");
    if (crash) {
      d.crash(s, 1);
    }
    d.call("2", crash ? "a" : "recompile");
    FakeServer now = d.spawned().comeUp(next);
    d.notified(CHANGED);
    if (crash) {
      now.text(now.expectCall("a"), "from the next");
    } else {
      d.letPass();
    }
    d.text("2");
    d.sync();
  }

  @Test
  @DisplayName("what a new process says of its lists before it serves is not lost when late")
  void changedBeforeItServed(@Serving("a") SessionDriver d) {
    FakeServer now = reloaded(d, "1", TOOLS);
    JsonObject first = now.expect("tools/list");
    now.notify(CHANGED, "{}");
    answer(now, first, "a");
    JsonObject second = now.expect("tools/list");
    d.timers.advance(SessionDriver.LIST_MILLIS);
    assertThat(d.text("1")).contains("Nothing changed in the lists that it sent");
    answer(now, second, "a", "b");
    d.notified(CHANGED);
    d.awaitTools("a", "b");
  }

  @Test
  @DisplayName("a list that never comes does not make others be told of twice")
  void oneNeverComes(SessionDriver d) {
    connectWithPrompt(d);
    FakeServer now = reloaded(d, "1", BOTH);
    now.list("a");
    now.expect("prompts/list");
    heard(now, d.server());
    d.timers.advance(SessionDriver.LIST_MILLIS);
    assertThat(d.text("1")).contains("Nothing changed in the lists that it sent");
    now.notify(CHANGED, "{}");
    now.list("a", "b");
    now.expect("prompts/list");
    d.sync(now);
    d.timers.advance(SessionDriver.LIST_MILLIS);
    d.notified(CHANGED);
    d.awaitTools("a", "b");
    d.sync();
    d.request("2", "tools/list", "{}");
    now.list("a", "b");
    d.result("2");
    FakeServer last = reloaded(d, "3", BOTH);
    last.list("a", "b");
    JsonObject prompts = last.expect("prompts/list");
    heard(last, d.server());
    d.timers.advance(SessionDriver.LIST_MILLIS);
    assertThat(d.text("3")).contains("lists that it sent. Its prompts are not known");
    last.answer(prompts, PROMPTS);
    d.sync();
  }

  @Test
  @DisplayName("what is kept for a refused list is what is known when the new process serves")
  void keptIsTheNewest(SessionDriver d) {
    FakeServer old = connectWithPrompt(d);
    FakeServer now = reloaded(d, "1", BOTH);
    JsonObject tools = now.expect("tools/list");
    now.notify(CHANGED, "{}"); // asked once more, then, before it serves
    now.refuse(now.expect("prompts/list"), -32603, "no");
    answer(now, tools, "a");
    now.expect("tools/list");
    now.expect("prompts/list");
    old.notify("notifications/prompts/list_changed", "{}");
    old.list("a");
    old.answer(old.expect("prompts/list"), PROMPTS.replace("\"p\"", "\"q\""));
    Await.until("the newer one", () -> prompts(d).equals(List.of("q")));
    d.timers.advance(SessionDriver.LIST_MILLIS);
    d.notified("notifications/prompts/list_changed"); // it has waited for the reload
    assertThat(d.text("1")).contains("Nothing changed in the lists that it sent");
    assertThat(prompts(d)).containsExactly("q");
    d.sync();
  }

  private static List<String> prompts(SessionDriver d) {
    return d.server().names(Kind.PROMPTS);
  }

  @Test
  @DisplayName("one that is remembered and lists late is asked once")
  void rememberedAndLate() throws IOException {
    MemoryDirectory memory = MemoryDirectory.make();
    ManyDriver.earlier(memory, spec("alpha"), "a");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      FakeServer s = d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a");
      s.handshake();
      JsonObject asked = s.expect("tools/list");
      d.timers.advance(ManyDriver.LIST_MILLIS);
      d.awaitState("alpha", "running");
      answer(s, asked, "a");
      d.awaitTools("alpha", "a");
      d.servedBy(s, "2", "alpha__a", "asked once");
    }
  }

  @Test
  @DisplayName("what is remembered of its tools is kept as long as only its prompts are known")
  void remembered() throws IOException {
    MemoryDirectory memory = MemoryDirectory.make();
    ManyDriver.earlier(memory, spec("alpha"), "a");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      FakeServer s = d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a");
      s.greet(BOTH);
      s.expect("notifications/initialized");
      JsonObject tools = s.expect("tools/list");
      s.answer(s.expect("prompts/list"), PROMPTS);
      heard(s, d.server("alpha"));
      d.timers.advance(ManyDriver.LIST_MILLIS);
      d.awaitTools("alpha", "a");
      memory.await("\"p\"");
      memory.await("\"a\"");
      answer(s, tools, "a", "b");
      d.awaitTools("alpha", "a", "b");
      memory.await("\"b\"");
      d.settle();
      d.client.heard(CHANGED);
      d.client.heard("notifications/prompts/list_changed");
    }
  }
}
