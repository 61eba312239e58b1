package dev.pitstop.channel.shared;

import static dev.pitstop.channel.shared.Shares.VERSION;
import static dev.pitstop.channel.shared.Shares.answer;
import static dev.pitstop.channel.shared.Shares.call;
import static dev.pitstop.channel.shared.Shares.cancelled;
import static dev.pitstop.channel.shared.Shares.initialize;
import static dev.pitstop.channel.shared.Shares.initialized;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.rpc.RequestId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Several clients, one server: whose message is whose")
class SharedTest {
  private final Shares shares = new Shares();
  private final FakeSession a = shares.session("a");
  private final FakeSession b = shares.session("b");

  @Test
  @DisplayName("One process for two sessions, which is initialized once")
  void one() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    process.getsNothing();
    assertThat(process.host()).isEqualTo("a");
    first.sends("'method':'notifications/initialized'");
    second.sends("'method':'notifications/initialized'");
    process.gets("'method':'notifications/initialized'");
    process.getsNothing();
    assertThat(first.link().facts().pid()).hasValue(1);
    assertThat(second.link().facts().pid()).hasValue(1);
  }

  @Test
  @DisplayName("Other variables: another process. Those of Pitstop itself do not count")
  void key() {
    shares.joined(a);
    shares.joined(shares.session("c", Map.of("PITSTOP_CONFIGS", "/x")));
    shares.process(1);
    shares.joined(shares.session("d", Map.of("KEY", "1")));
    shares.process(2);
  }

  @Test
  @DisplayName("The second `initialize` waits for the answer to the first")
  void bothAtOnce() {
    FakeSession.Run first = a.opens();
    FakeSession.Run second = b.opens();
    FakeProcess process = shares.process(1).opens();
    first.isTold("opened");
    second.isTold("opened");
    first.sends(initialize("1", VERSION));
    second.sends(initialize("'i'", VERSION));
    process.gets(initialize("1", VERSION));
    process.getsNothing();
    process.says(initialized("1"));
    first.hears(initialized("1"));
    second.hears(initialized("'i'"));
  }

  @Test
  @DisplayName("The first leaves before it is answered: the second is answered all the same")
  void firstLeaves() {
    FakeSession.Run first = a.opens();
    FakeSession.Run second = b.opens();
    FakeProcess process = shares.process(1).opens();
    first.sends(initialize("1", VERSION));
    second.sends(initialize("2", VERSION));
    first.stops();
    assertThat(first.end()).contains(new End.Closed());
    process.gets(initialize("1", VERSION));
    process.getsNothing();
    process.says(initialized("1"));
    second.isTold("opened");
    second.hears(initialized("2"));
  }

  @Test
  @DisplayName("A refused `initialize` is refused for both, and the next one is tried again")
  void refusedInitialize() {
    FakeSession.Run first = a.opens();
    FakeSession.Run second = b.opens();
    FakeProcess process = shares.process(1).opens();
    first.sends(initialize("1", VERSION));
    second.sends(initialize("2", VERSION));
    process.gets(initialize("1", VERSION));
    process.says("'id':1,'error':{'code':-32601,'message':'no'}");
    second.isTold("opened");
    second.hears("'id':2,'error':{'code':-32601,'message':'no'}");
    second.sends(initialize("3", VERSION));
    process.gets(initialize("3", VERSION));
  }

  @Test
  @DisplayName("The process is told of no roots")
  void noRoots() {
    FakeSession.Run first = a.opens();
    FakeProcess process = shares.process(1).opens();
    first.sends(
        "'id':1,'method':'initialize','params':{'protocolVersion':'x','capabilities':"
            + "{'roots':{'listChanged':true},'sampling':{}}}");
    process.gets(
        "'id':1,'method':'initialize','params':{'protocolVersion':'x','capabilities':"
            + "{'sampling':{}}}");
    first.sends("'method':'notifications/roots/list_changed'");
    process.getsNothing();
    process.says("'id':7,'method':'roots/list'");
    shares.lanes.run();
    assertThat(process.next()).contains("\"id\":7", "-32601", "roots of its own");
    assertThat(a.ring.tail(10, false)).anyMatch(l -> l.contains("refused a `roots/list`"));
  }

  @Test
  @DisplayName("A session that speaks another revision gets another process")
  void revisions() {
    shares.joined(a);
    FakeSession.Run second = b.opens();
    second.isTold("opened");
    second.sends(initialize("1", "2024-11-05"));
    second.sends(call("2"));
    shares.process(2);
    shares.processes.getFirst().getsNothing();
    FakeProcess other = shares.process(2).opens();
    shares.lanes.run();
    other.gets(initialize("1", "2024-11-05"));
    other.gets(call("2"));
    assertThat(other.host()).isEqualTo("b");
    other.says(answer("1", "x"));
    second.isTold("opened");
    second.hears(answer("1", "x"));
    assertThat(second.isSuperseded()).isFalse();
    FakeSession.Run third = shares.session("c").opens();
    third.sends(initialize("1", "2024-11-05"));
    shares.process(2); // and not a third one
  }

  private static String discover(String id) {
    return "'id':"
        + id
        + ",'method':'server/discover','params':{'_meta':"
        + "{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}";
  }

  @Test
  @DisplayName("Modern sessions share a process, which a legacy session does not make a legacy one")
  void modern() {
    FakeSession.Run first = a.opens();
    FakeSession.Run second = b.opens();
    FakeSession.Run legacy = shares.session("c").opens();
    FakeProcess process = shares.process(1).opens();
    first.isTold("opened");
    second.isTold("opened");
    legacy.isTold("opened");
    first.sends(discover("1"));
    second.sends(discover("1"));
    process.gets(discover("1"));
    process.gets(discover("1500000000"));
    process.says(answer("1500000000", "b"));
    second.hears(answer("1", "b"));
    legacy.sends(initialize("1", VERSION));
    process.getsNothing();
    shares.process(2).opens();
    shares.lanes.run();
    shares.process(2).gets(initialize("1", VERSION));
  }

  @Test
  @DisplayName("A probe, then `initialize`: both sessions stay at one process")
  void probed() {
    FakeSession.Run first = a.opens();
    FakeProcess process = shares.process(1).opens();
    for (FakeSession.Run run : List.of(first, b.opens())) {
      run.isTold("opened");
      run.sends(discover("1"));
      process.gets(discover("1"));
      process.says("'id':1,'error':{'code':-32601,'message':'no'}");
      run.hears("'id':1,'error':{'code':-32601,'message':'no'}");
      run.sends(initialize("2", VERSION));
      if (run.equals(first)) {
        process.gets(initialize("2", VERSION));
        process.says(initialized("2"));
      }
      run.hears(initialized("2"));
    }
    shares.process(1).getsNothing();
  }

  @Test
  @DisplayName("L1: the same ids in both sessions; each gets its own answer, whatever the order")
  void ids() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    first.sends(call("1"));
    second.sends(call("1"));
    process.gets(call("1"));
    String alias = "1500000000";
    process.gets(call(alias));
    process.says(answer(alias, "b"));
    process.says(answer("1", "a"));
    first.hears(answer("1", "a"));
    second.hears(answer("1", "b"));
    first.hearsNothing();
    second.hearsNothing();
  }

  @Test
  @DisplayName("The same progress token in both sessions")
  void tokens() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    String call = "'method':'tools/call','params':{'name':'x','_meta':{'progressToken':1}}";
    first.sends("'id':1," + call);
    second.sends("'id':2," + call);
    process.gets("'id':1," + call);
    process.gets("'id':2," + call.replace("n':1}", "n':'pitstop-shared-1'}"));
    process.says(progress("'pitstop-shared-1'", 5));
    process.says(progress("1", 6));
    process.says(progress("9", 7)); // nobody's
    first.hears(progress("1", 6));
    second.hears(progress("1", 5));
    first.hearsNothing();
    second.hearsNothing();
  }

  private static String progress(String token, int n) {
    return "'method':'notifications/progress','params':{'progressToken':"
        + token
        + ",'progress':"
        + n
        + "}";
  }

  @Test
  @DisplayName("A cancellation reaches the session's own call; nothing that is not its own")
  void cancels() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    first.sends(call("1"));
    second.sends(call("1"));
    process.gets(call("1"));
    process.gets(call("1500000000"));
    second.sends(cancelled("1"));
    process.gets(cancelled("1500000000"));
    second.sends(cancelled("1"));
    process.getsNothing();
    process.says(answer("1500000000", "late"));
    second.hears(answer("1", "late")); // its session drops it
    process.says(answer("1", "a"));
    first.hears(answer("1", "a"));
  }

  @Test
  @DisplayName("A session ends while its call is in flight: the call is cancelled, others go on")
  void leaves() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    first.sends(call("1"));
    second.sends(call("2"));
    process.gets(call("1"));
    process.gets(call("2"));
    second.stops();
    process.gets(cancelled("2"));
    assertThat(second.end()).contains(new End.Closed());
    assertThat(process.stops).isEmpty();
    process.says(answer("2", "late"));
    process.says(answer("1", "a"));
    first.hears(answer("1", "a"));
    first.stops();
    assertThat(process.stops).containsExactly("stops");
    assertThat(first.end()).isEmpty();
    process.exits(0);
    assertThat(first.end()).containsInstanceOf(End.Exited.class);
    assertThat(shares.sharing.isEmpty()).isTrue();
    assertThat(shares.lanes.alive()).isEmpty();
  }

  @Test
  @DisplayName("Output and stray lines are those of each session's run")
  void output() {
    FakeSession.Run first = shares.joined(a);
    FakeProcess process = shares.process(1);
    process.writes("early");
    shares.joined(b);
    process.writes("late");
    assertThat(a.ring.lastOf(1, 10)).containsExactly("early", "late");
    assertThat(b.ring.lastOf(1, 10)).containsExactly("late");
    first.hearsNothing();
  }

  @Test
  @DisplayName("F3: an answer that cannot be passed on is that of one session")
  void unusable() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    first.sends(call("1"));
    second.sends(call("1"));
    Optional<RequestId> id = Optional.of(RequestId.of(1_500_000_000));
    process.unusable(new Events.Unusable.TooLong(id, true, 1));
    second.isTold("unusable 1");
    first.hearsNothing();
  }

  @Test
  @DisplayName("Tasks: others neither list, nor see, nor hear of them")
  void tasks() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    first.sends(call("1"));
    process.gets(call("1"));
    process.says("'id':1,'result':{'task':{'taskId':'t','status':'working'}}");
    second.sends("'id':2,'method':'tasks/get','params':{'taskId':'t'}");
    assertThat(second.next()).contains("-32602", "There is no task t of this session");
    second.sends("'id':3,'method':'tasks/list'");
    assertThat(second.next()).contains("-32602", "shared");
    process.getsNothing();
    process.says("'method':'notifications/tasks/status','params':{'taskId':'t'}");
    process.says(
        "'id':4,'method':'elicitation/create','params':{'_meta':"
            + "{'io.modelcontextprotocol/related-task':{'taskId':'t'}}}");
    second.hearsNothing();
    assertThat(first.next()).contains("\"t\"");
    assertThat(first.next()).contains("tasks/status");
    assertThat(first.next()).contains("elicitation/create");
  }
}
