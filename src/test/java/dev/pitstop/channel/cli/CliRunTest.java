package dev.pitstop.channel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeChild;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.RunContract;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.CliRig.Talk;
import dev.pitstop.harness.Await;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("runs that are schemas, and calls that are processes")
class CliRunTest {
  private CliRig rig = new CliRig();

  private void with(Target.Calls calls) {
    rig = new CliRig(calls);
  }

  @AfterEach
  void end() {
    rig.close();
  }

  private FakeChild next() {
    return rig.spawner.next();
  }

  /// The process of a call of `quick`.
  private FakeChild called(Talk talk, int id) {
    CliRig.call(talk, id, "quick", "{}");
    return next();
  }

  /// It was stopped or, if it had only just been started, killed.
  private static void gone(FakeChild child) {
    Await.until("the end of a process", () -> !child.alive());
  }

  /// Waits until the limit of a call of `quick` is set: by then the call knows its process, which
  /// it may not yet when that has been started.
  private void awaitLimit() {
    Await.until("its own limit", () -> rig.timers.has(3_000));
  }

  private void limitPasses() {
    awaitLimit();
    rig.timers.advance(3_000);
  }

  private String refusal(Talk talk) {
    return talk.told().awaitEnd() instanceof End.Refused r ? r.why() : "not refused";
  }

  @Test
  @DisplayName("a schema greets clients of both eras, and lists its tools")
  void greets() {
    Talk talk = rig.open();
    CliRig.send(
        talk,
        "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18'}}");
    assertThat(CliRig.message(talk, 1))
        .contains("\"protocolVersion\":\"2025-06-18\"", "\"tools\":{\"listChanged\":true}");
    CliRig.send(talk, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
    CliRig.send(talk, "{'jsonrpc':'2.0','id':2,'method':'tools/list'}");
    assertThat(CliRig.message(talk, 2))
        .contains("\"name\":\"add\"", "\"inputSchema\"", "\"name\":\"quick\"")
        .doesNotContain("cli_command", "ttlMs");
    CliRig.send(talk, "{'jsonrpc':'2.0','id':3,'method':'ping'}");
    assertThat(CliRig.message(talk, 3)).contains("\"result\":{}");
    CliRig.send(talk, "{'jsonrpc':'2.0','id':4,'method':'prompts/list'}");
    assertThat(CliRig.message(talk, 4)).contains("-32601");
    String modern = "'params':{" + RunContract.META + "}}";
    CliRig.send(talk, "{'jsonrpc':'2.0','id':5,'method':'server/discover'," + modern);
    assertThat(CliRig.message(talk, 5)).contains("2026-07-28", "\"resultType\":\"complete\"");
    CliRig.send(talk, "{'jsonrpc':'2.0','id':6,'method':'tools/list'," + modern);
    assertThat(CliRig.message(talk, 6)).contains("\"ttlMs\":0", "\"name\":\"add\"");
    CliRig.send(talk, "{'jsonrpc':'2.0','id':7,'method':'ping'," + modern);
    assertThat(CliRig.message(talk, 7)).contains("-32601");
    CliRig.send(
        talk,
        "{'jsonrpc':'2.0','id':8,'method':'tools/list',"
            + modern.replace("2026-07-28", "2030-01-01"));
    assertThat(CliRig.message(talk, 8)).contains("-32022", "2030-01-01");
  }

  @Test
  @DisplayName("a subscription is acknowledged with what there may be")
  void subscription() {
    Talk talk = rig.open();
    CliRig.send(
        talk,
        "{'jsonrpc':'2.0','id':'s','method':'subscriptions/listen','params':{"
            + RunContract.META
            + ",'notifications':{'toolsListChanged':true,'promptsListChanged':true}}}");
    assertThat(CliRig.message(talk, 1))
        .contains("notifications/subscriptions/acknowledged", "subscriptionId\":\"s\"")
        .contains("\"notifications\":{\"toolsListChanged\":true}");
  }

  @Test
  @DisplayName("a call is a process with the words of its template, and its answer a result")
  void call() {
    Talk talk = rig.open();
    Link.Sent sent = CliRig.call(talk, 1, "add", "{'title':'--x','due':'today'}");
    assertThat(rig.command())
        .containsExactly("./tool", "-v", "add", "--due=today", "--json", "--", "--x");
    FakeChild child = next();
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
    child.complain("thinking");
    child.say("{\"id\": 7}");
    child.exit(0);
    assertThat(CliRig.message(talk, 1)).contains("\"structuredContent\":{\"id\": 7}");
    assertThat(rig.ring.tail(9, false)).contains("thinking");
    talk.link().answered(sent);
  }

  @Test
  @DisplayName("a call that fails has the cause, whatever was written behind it")
  void causeOfAFailure() {
    Talk talk = rig.open();
    CliRig.call(talk, 1, "add", "{'title':'x'}");
    rig.command();
    FakeChild child = next();
    child.complain("FATAL: cannot open /data/db");
    for (int i = 0; i < 1_500; i++) {
      child.complain("closing " + i);
    }
    child.exit(2);
    assertThat(CliRig.message(talk, 1))
        .contains("\\nFATAL: cannot open /data/db\\n… 1488 lines\\nclosing 1488\\n", "closing 1499")
        .doesNotContain("closing 1487");
    CliRig.call(talk, 2, "add", "{'title':'x'}");
    FakeChild plain = next();
    for (int i = 0; i < 30; i++) {
      plain.complain("usage " + i);
    }
    plain.exit(2);
    assertThat(CliRig.message(talk, 2))
        .contains("Last lines of its stderr:\\nusage 10\\n", "usage 29");
  }

  @Test
  @DisplayName("of a stack trace a call that fails has message, cause and own frames")
  void trace() {
    Talk talk = rig.open();
    FakeChild child = called(talk, 1);
    child.complain("Exception in thread \"main\" java.lang.IllegalStateException: no config");
    for (int i = 0; i < 40; i++) {
      child.complain("\tat org.frame.Work.deep(Work.java:" + i + ")");
    }
    child.complain("Caused by: java.io.IOException: port is not a number");
    for (int i = 0; i < 40; i++) {
      child.complain("\tat java.base/java.lang.Thread.run(Thread.java:" + i + ")");
    }
    child.exit(1);
    assertThat(CliRig.message(talk, 1))
        .contains("IllegalStateException: no config", "Caused by: java.io.IOException: port is not")
        .contains("frames of")
        .doesNotContain("Thread.java:30");
  }

  @Test
  @DisplayName("a tool without a template finds its arguments on stdin, others find the end")
  void stdin() {
    Talk talk = rig.open();
    CliRig.call(talk, 1, "raw", "{'n':1.50}");
    assertThat(rig.command()).containsExactly("./tool", "-v", "raw", "--json");
    FakeChild child = next();
    assertThat(child.nextLine()).isEqualTo("{\"n\":1.50}");
    child.exit(0);
    assertThat(CliRig.message(talk, 1)).contains("printed nothing");
    child = called(talk, 2);
    Await.until("the end of its input", child.input()::broken);
    child.exit(0);
    assertThat(CliRig.message(talk, 2)).contains("printed nothing");
  }

  @Test
  @DisplayName("a program finds an environment for nobody in front of it, but for what is set")
  void environment() {
    Talk talk = rig.begin(1);
    assertThat(Await.take("a command", rig.commands).env())
        .containsEntry("PAGER", "cat")
        .containsEntry("NO_COLOR", "1")
        .containsEntry("TERM", "vt100");
    FakeChild child = next();
    child.say(CliRig.SCHEMA.replace('\n', ' '));
    child.exit(0);
    talk.told().awaitOpened();
  }

  @Test
  @DisplayName("arguments that cannot be used start nothing; an unknown tool is an error")
  void refused() {
    Talk talk = rig.open();
    CliRig.call(talk, 1, "add", "{}");
    assertThat(CliRig.message(talk, 1)).contains("`title`", "\"isError\":true");
    CliRig.call(talk, 2, "qiuck", "{}");
    assertThat(CliRig.message(talk, 2))
        .contains("-32602", "Unknown tool: qiuck. Did you mean `quick`?");
    rig.spawner.refuse("it is gone");
    CliRig.call(talk, 3, "quick", "{}");
    assertThat(CliRig.message(talk, 3)).contains("it is gone", "\"isError\":true");
    rig.commands.clear();
  }

  @Test
  @DisplayName("a schema that cannot be had opens no run, and says why")
  void noSchema() {
    Talk failed = rig.begin(1);
    FakeChild child = next();
    child.complain("SyntaxError: x");
    child.exit(1);
    assertThat(refusal(failed)).contains("`./tool -v schema --json` ended with exit code 1");
    assertThat(rig.ring.tail(9, false)).contains("SyntaxError: x");
    Talk odd = rig.begin(2);
    child = next();
    child.say("hello");
    child.exit(0);
    assertThat(refusal(odd)).contains("the output of `./tool -v schema --json` is not JSON: hello");
    rig.spawner.refuse("no such file");
    assertThat(refusal(rig.begin(3))).contains("no such file");
    Talk late = rig.begin(4);
    child = next();
    Await.until("its limit", () -> rig.timers.has(30_000));
    rig.timers.advance(30_000);
    assertThat(child.awaitStop()).isNotEmpty();
    assertThat(refusal(late)).contains("timed out after 30");
  }

  @Test
  @DisplayName("wrong entries are told with their tool, key and reason, and the others served")
  void problems() {
    Talk talk = rig.begin(1);
    rig.describe("{\"tools\": [{\"name\": \"good\"}, {\"name\": \"bad\", \"cli_command\": 7}]}");
    talk.told().awaitOpened();
    Facts.Schema schema = talk.link().facts().schema().orElseThrow();
    assertThat(schema.tools()).isOne();
    assertThat(schema.problems()).hasSize(1);
    assertThat(schema.problems().getFirst()).contains("`bad`", "`cli_command`");
  }

  @Test
  @DisplayName("so many run at once; the others wait, and never run if the run ends")
  void parallel() {
    with(CliRig.calls(1000, 2));
    Talk talk = rig.open();
    for (int i = 0; i < 4; i++) {
      CliRig.call(talk, i, "quick", "{}");
    }
    FakeChild first = next();
    FakeChild second = next();
    first.say("1");
    first.exit(0);
    FakeChild third = next();
    assertThat(CliRig.message(talk, 1)).containsAnyOf("\"id\":0", "\"id\":1");
    talk.link().stop("was replaced");
    gone(second);
    gone(third);
    talk.told().awaitEnd();
    assertThat(talk.told().messages()).hasSize(1);
    assertThat(rig.spawner.noMore()).isTrue();
  }

  @Test
  @DisplayName("what nobody has looked at yet when a run is stopped never begins")
  void notTaken() {
    AtomicBoolean reads = new AtomicBoolean();
    Recorder told =
        new Recorder(method -> {
          if (method.equals("awaitRoom")) {
            Await.until("the client to read", reads::get);
          }
        });
    Talk talk = rig.begin(1, told);
    rig.describe(CliRig.SCHEMA);
    told.awaitOpened();
    CliRig.send(talk, "{'jsonrpc':'2.0','id':1,'method':'ping'}");
    CliRig.message(talk, 1);
    CliRig.call(talk, 2, "quick", "{}");
    talk.link().stop("was replaced");
    told.awaitEnd();
    reads.set(true);
    assertThat(rig.spawner.noMore()).isTrue();
  }

  @Test
  @DisplayName("a cancelled call is ended with its tree, and is not answered")
  void cancelled() {
    with(CliRig.calls(1000, 1));
    Talk talk = rig.open();
    CliRig.call(talk, 1, "quick", "{}");
    CliRig.call(talk, 2, "quick", "{}");
    CliRig.send(talk, "{'jsonrpc':'2.0','id':9,'method':'ping'}");
    assertThat(CliRig.message(talk, 1)).contains("\"id\":9"); // by now the second waits
    FakeChild first = next();
    String cancel = "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':";
    CliRig.send(talk, cancel + "2}}");
    CliRig.send(talk, cancel + "1}}");
    gone(first);
    FakeChild third = called(talk, 3);
    third.say("3");
    third.exit(0);
    assertThat(CliRig.message(talk, 2)).contains("\"id\":3");
    CliRig.stop(talk);
    assertThat(talk.told().messages()).hasSize(2);
  }

  @Test
  @DisplayName("a call that takes longer than its limit is ended, and answered with what came")
  void late() {
    Talk talk = rig.open();
    FakeChild child = called(talk, 1);
    child.say("half");
    limitPasses();
    child.awaitStop();
    assertThat(CliRig.message(talk, 1))
        .contains("half", "timed out after 3.0 s", "timeout", "\"isError\":true");
  }

  @Test
  @DisplayName("a limit counts from when a call begins to run, not while it waits for its turn")
  void waitingIsNotRunning() {
    with(CliRig.calls(1000, 1));
    Talk talk = rig.open();
    CliRig.call(talk, 1, "quick", "{}");
    CliRig.call(talk, 2, "quick", "{}");
    CliRig.send(talk, "{'jsonrpc':'2.0','id':3,'method':'ping'}");
    assertThat(CliRig.message(talk, 1)).contains("\"id\":3"); // by now the second waits
    FakeChild first = next();
    awaitLimit();
    rig.timers.advance(2_000);
    first.exit(0);
    assertThat(CliRig.message(talk, 2)).contains("\"id\":1").doesNotContain("isError");
    FakeChild second = next();
    awaitLimit();
    rig.timers.advance(2_000);
    assertThat(second.stopAsked()).isFalse();
    second.exit(0);
    assertThat(CliRig.message(talk, 3)).contains("\"id\":2").doesNotContain("isError");
  }

  @Test
  @DisplayName("a call that is late is answered when its process has left, and keeps its place")
  void lateAndStubborn() {
    with(CliRig.calls(1000, 1));
    Talk talk = rig.open();
    FakeChild child = called(talk, 1).stubborn();
    child.say("half");
    limitPasses();
    child.awaitStop();
    CliRig.call(talk, 2, "quick", "{}");
    assertThat(rig.spawner.noMore()).as("it still takes its place").isTrue();
    assertThat(talk.told().messages()).isEmpty();
    child.exit(0);
    assertThat(CliRig.message(talk, 1))
        .contains("half", "timed out after 3.0 s", "Pitstop stopped it and all processes");
    next().exit(0);
    assertThat(CliRig.message(talk, 2)).contains("\"id\":2");
    CliRig.stop(talk);
    assertThat(talk.told().messages()).hasSize(2);
  }

  @Test
  @DisplayName("A process that survives SIGKILL is given up, and its call answered")
  void survivor() {
    Talk talk = rig.open();
    FakeChild child = called(talk, 1).immortal();
    limitPasses();
    assertThat(CliRig.message(talk, 1)).contains("timed out after 3.0 s");
    CliRig.stop(talk);
    child.exit(0);
    rig.timers.advance(2_000);
  }

  @Test
  @DisplayName("a call whose output cannot be read for an error is not answered with half of it")
  void readerFails() {
    Talk talk = rig.open();
    rig.spoilt = Set.of("read");
    CliRig.call(talk, 1, "quick", "{}");
    gone(next());
    assertThat(CliRig.message(talk, 1)).contains("internal error in Pitstop", "isError");
  }

  @Test
  @DisplayName("a grandchild that holds the pipe holds up its call for two seconds at most")
  void heldPipe() {
    Talk talk = rig.open();
    CliRig.call(talk, 1, "quick", "{}");
    assertThat(doneWithItsPipeHeld(talk, next())).contains("done");
  }

  @Test
  @DisplayName("a call that ended in time is not late, whoever holds its pipe meanwhile")
  void heldPipeBeyondTheLimit() {
    Talk talk = rig.open();
    FakeChild child = called(talk, 1);
    awaitLimit();
    rig.timers.advance(1_500);
    assertThat(doneWithItsPipeHeld(talk, child)).contains("done").doesNotContain("isError");
  }

  /// The answer to a call whose process leaves its pipe to another.
  private String doneWithItsPipeHeld(Talk talk, FakeChild child) {
    child.say("done");
    Await.until("it is read", child::readOut);
    child.exitBeforeItsOutputIsRead(0);
    Await.until("the last words", () -> rig.timers.has(2_000));
    rig.timers.advance(2_000);
    String answer = CliRig.message(talk, 1);
    child.exit(0); // ends the threads that read its pipes
    return answer;
  }

  @Test
  @DisplayName("floods are read to their end, and what is too much is cut and marked")
  void floods() {
    with(CliRig.calls(1000, 2));
    Talk talk = rig.open();
    FakeChild child = called(talk, 1);
    for (int i = 0; i < 2_000; i++) {
      child.complain("line " + i + " " + "x".repeat(100));
      child.say("y".repeat(500));
    }
    child.exit(0);
    assertThat(CliRig.message(talk, 1))
        .contains("yyy", "The output is cut", "1000 B")
        .hasSizeLessThan(2_000);
  }

  @Test
  @DisplayName("stderr is progress, ten lines a second at most, and none after the answer")
  void progress() {
    Talk talk = rig.open();
    CliRig.call(talk, 1, "quick", "{}", ",'_meta':{'progressToken':'t'}");
    FakeChild child = next();
    child.complain("one");
    Await.until("it waits to be told", () -> rig.timers.has(0));
    rig.timers.advance(0);
    assertThat(CliRig.message(talk, 1))
        .contains("notifications/progress", "\"progressToken\":\"t\"", "\"message\":\"one\"");
    assertThat(talk.told().during("notifications/progress")).containsExactly("nothing");
    child.complain("two\nthree"); // one write, told as one
    Await.until("it waits to be told", () -> rig.timers.has(100));
    rig.timers.advance(100);
    assertThat(CliRig.message(talk, 2)).contains("\"progress\":2", "\"message\":\"three\"");
    child.complain("four");
    Await.until("it waits to be told", () -> rig.timers.has(100));
    child.exit(0);
    assertThat(CliRig.message(talk, 3)).contains("\"id\":1");
    rig.timers.advance(500);
    CliRig.stop(talk);
    assertThat(talk.told().messages()).hasSize(3);
  }

  @Test
  @DisplayName("an answer over the limit is withheld, and named by what it answers")
  void tooLong() {
    Talk talk = rig.open();
    FakeChild child = called(talk, 1);
    child.say("z".repeat(300 * 1024));
    child.exit(0);
    Await.until("it is told", () -> !talk.told().unusable().isEmpty());
    assertThat(talk.told().unusable().getFirst().id().map(i -> i.lexeme()))
        .isEqualTo(Optional.of("1"));
  }

  @Test
  @DisplayName("kill ends a call at once; what was sent before and after a run is lost")
  void killed() {
    Talk talk = rig.begin(1);
    Link.Sent early = CliRig.call(talk, 0, "quick", "{}");
    assertThat(talk.link().mayHaveRun(early)).isFalse();
    assertThat(talk.link().pending()).isZero();
    rig.describe(CliRig.SCHEMA);
    talk.told().awaitOpened();
    FakeChild child = called(talk, 1).stubborn();
    awaitLimit();
    talk.link().kill();
    talk.told().awaitEnd();
    assertThat(child.alive()).isFalse();
    Link.Sent after = CliRig.call(talk, 2, "quick", "{}");
    assertThat(talk.link().mayHaveRun(after)).isFalse();
    assertThat(talk.told().messages()).isEmpty();
  }

  @Test
  @DisplayName("A run that is stopped while its program describes its tools ends, and so does that")
  void stoppedWhileDescribing() {
    Talk talk = rig.begin(1);
    FakeChild child = next();
    talk.link().stop("was not wanted any more");
    gone(child);
    assertThat(refusal(talk)).isNotBlank();
  }
}
