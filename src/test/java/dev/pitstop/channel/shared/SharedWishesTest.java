package dev.pitstop.channel.shared;

import static dev.pitstop.channel.shared.Shares.answer;
import static dev.pitstop.channel.shared.Shares.call;
import static dev.pitstop.channel.shared.Shares.cancelled;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Several clients, one server: subscriptions, log messages, questions")
class SharedWishesTest {
  private final Shares shares = new Shares();
  private final FakeSession.Run a = shares.joined(shares.session("a"));
  private final FakeSession second = shares.session("b");
  private final FakeSession.Run b = shares.joined(second);
  private FakeProcess process = shares.process(1);

  @BeforeEach
  void quiet() {
    process.getsNothing();
  }

  private static String subscribe(String id) {
    return "'id':" + id + ",'method':'resources/subscribe','params':{'uri':'file:///x'}";
  }

  private static String unsubscribe(String id) {
    return "'id':" + id + ",'method':'resources/unsubscribe','params':{'uri':'file:///x'}";
  }

  private static String updated(String uri) {
    return "'method':'notifications/resources/updated','params':{'uri':'" + uri + "'}";
  }

  private static String done(String id) {
    return "'id':" + id + ",'result':{}";
  }

  private void given(FakeSession.Run by, String message, String answer) {
    by.sends(message);
    process.gets(message);
    process.says(answer);
    by.hears(answer);
  }

  @Test
  @DisplayName("Both subscribe: the process is told once, and once that nobody does any more")
  void both() {
    given(a, subscribe("1"), done("1"));
    process.says(updated("file:///x"));
    b.hearsNothing();
    a.hears(updated("file:///x"));
    b.sends(subscribe("7"));
    b.hears(done("7"));
    process.says(updated("file:///x/part"));
    a.hears(updated("file:///x/part"));
    b.hears(updated("file:///x/part"));
    a.sends(unsubscribe("2"));
    a.hears(done("2"));
    process.getsNothing();
    process.says(updated("file:///x"));
    a.hearsNothing();
    b.hears(updated("file:///x"));
    given(b, unsubscribe("8"), done("8"));
    process.says(updated("file:///x"));
    b.hearsNothing();
  }

  @Test
  @DisplayName("Each hears of its own resources; of one that fits no wish, all who have any")
  void parts() {
    given(a, subscribe("1"), done("1"));
    given(b, subscribe("2").replace("/x", "/xy"), done("2"));
    process.says(updated("file:///xy"));
    a.hearsNothing();
    b.hears(updated("file:///xy"));
    process.says(updated("FILE:///x"));
    a.hears(updated("FILE:///x"));
    b.hears(updated("FILE:///x"));
  }

  @Test
  @DisplayName("A refused subscription is none; the next one is asked again")
  void refused() {
    given(a, subscribe("1"), "'id':1,'error':{'code':-32602,'message':'no'}");
    given(b, subscribe("1"), done("1"));
    process.says(updated("file:///x"));
    a.hearsNothing();
    b.hears(updated("file:///x"));
  }

  @Test
  @DisplayName("The last subscriber leaves: the process is told")
  void leaves() {
    given(a, subscribe("1"), done("1"));
    given(b, call("2"), answer("2", "x"));
    a.stops();
    assertThat(process.next()).contains("resources/unsubscribe", "file:///x");
    process.says(done("1500000000"));
    b.hearsNothing();
  }

  @Test
  @DisplayName("Listens keep their subscription ids apart (2026-07-28)")
  void listens() {
    String listen = ",'method':'subscriptions/listen','params':{'notifications':{}}";
    a.sends("'id':1" + listen);
    b.sends("'id':1" + listen);
    process.gets("'id':1" + listen);
    process.gets("'id':1500000000" + listen);
    String changed =
        "'method':'notifications/tools/list_changed','params':{'_meta':"
            + "{'io.modelcontextprotocol/subscriptionId':ID}}";
    process.says(changed.replace("ID", "1500000000"));
    b.hears(changed.replace("ID", "1"));
    process.says(changed.replace("ID", "1"));
    a.hears(changed.replace("ID", "1"));
    b.stops();
    process.gets(cancelled("1500000000"));
    String over = "'id':1,'result':{'_meta':{'io.modelcontextprotocol/subscriptionId':1}}";
    process.says(over.replace("1", "1500000000"));
    process.says(over);
    a.hears(over);
  }

  @Test
  @DisplayName("A changed list concerns all")
  void lists() {
    process.says("'method':'notifications/tools/list_changed'");
    a.hears("'method':'notifications/tools/list_changed'");
    b.hears("'method':'notifications/tools/list_changed'");
  }

  private static String level(String id, String level) {
    return "'id':" + id + ",'method':'logging/setLevel','params':{'level':'" + level + "'}";
  }

  private static String logged(String level) {
    return "'method':'notifications/message','params':{'level':'" + level + "','data':1}";
  }

  @Test
  @DisplayName("The process logs for the most curious; each session hears its own level")
  void levels() {
    given(a, level("1", "error"), done("1"));
    given(b, level("2", "info"), done("2"));
    a.sends(level("3", "warning"));
    a.hears(done("3"));
    process.says(logged("info"));
    a.hearsNothing();
    b.hears(logged("info"));
    b.sends(level("4", "error"));
    process.gets(level("4", "warning"));
    process.says(done("4"));
    b.hears(done("4"));
    process.says(logged("warning"));
    b.hearsNothing();
    a.hears(logged("warning"));
    given(a, level("5", "loud"), "'id':5,'error':{'code':-32602,'message':'no'}");
  }

  @Test
  @DisplayName("A log message during one session's call is that session's")
  void logsOfCalls() {
    a.sends(call("1"));
    process.says(logged("info"));
    b.hearsNothing();
    a.hears(logged("info"));
    b.sends(call("1"));
    process.says(logged("info"));
    a.hears(logged("info"));
    b.hears(logged("info"));
  }

  private static String asks(String id) {
    return "'id':" + id + ",'method':'elicitation/create','params':{'message':'?'}";
  }

  @Test
  @DisplayName("A question goes to the session whose call is the only one, and its answer back")
  void question() {
    b.sends(call("1"));
    process.gets(call("1"));
    process.says(asks("'q'"));
    a.hearsNothing();
    b.hears(asks("'q'"));
    a.sends(answer("'q'", "not asked"));
    process.getsNothing();
    b.sends(answer("'q'", "yes"));
    process.gets(answer("'q'", "yes"));
    b.sends(answer("'q'", "again"));
    process.getsNothing();
  }

  @Test
  @DisplayName("A question while two sessions have calls is refused, and the sessions are told why")
  void unclear() {
    a.sends(call("1"));
    b.sends(call("2"));
    process.gets(call("1"));
    process.gets(call("2"));
    process.says(asks("1"));
    shares.lanes.run();
    assertThat(process.next()).contains("\"id\":1,", "-32600", "calls of several of them");
    a.hearsNothing();
    b.hearsNothing();
    assertThat(second.ring.tail(9, false)).anyMatch(l -> l.contains("refused a `elicitation/"));
  }

  @Test
  @DisplayName("A question while nobody has a call is refused, unless there is only one session")
  void idle() {
    process.says(asks("1"));
    shares.lanes.run();
    assertThat(process.next()).contains("\"id\":1,", "-32600", "none of them has a call");
    b.stops();
    process.says(asks("2"));
    a.hears(asks("2"));
  }

  @Test
  @DisplayName("A call that was just cancelled may still be what a question is about")
  void afterCancel() {
    a.sends(call("1"));
    b.sends(call("2"));
    a.sends(cancelled("1"));
    while (!process.next().isEmpty()) {
      // it knows
    }
    process.says(asks("1"));
    shares.lanes.run();
    assertThat(process.next()).contains("-32600");
    shares.timers.advance(5_000);
    process.says(asks("2"));
    b.hears(asks("2"));
  }

  @Test
  @DisplayName("The session that was asked leaves: the question is answered with an error")
  void askedLeaves() {
    a.sends(call("1"));
    process.gets(call("1"));
    process.says(asks("'q'"));
    a.stops();
    process.gets(cancelled("1"));
    assertThat(process.next()).contains("\"id\":\"q\"", "has left");
  }

  @Test
  @DisplayName("A question that the process withdraws, and its `ping`")
  void withdrawn() {
    a.sends(call("1"));
    process.gets(call("1"));
    process.says(asks("'q'"));
    a.hears(asks("'q'"));
    process.says(cancelled("'q'"));
    a.hears(cancelled("'q'"));
    b.hearsNothing();
    process.says("'id':9,'method':'ping'");
    shares.lanes.run();
    process.gets(done("9"));
  }
}
