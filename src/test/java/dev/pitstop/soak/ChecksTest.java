package dev.pitstop.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A soak whose checks do not bite is worth nothing: each is shown what it must notice.
@DisplayName("the soak's own checks")
class ChecksTest {
  @TempDir Path dir;
  private final Problems problems = new Problems();
  private final Ledger ledger = new Ledger(problems);

  @BeforeEach
  void nothingExecuted() throws IOException {
    Files.writeString(dir.resolve("executions"), "");
  }

  private Asked open(int number, Asked.Repeat repeat) {
    Asked asked =
        new Asked(Integer.toString(number), "k" + number, "tools/call", "once ok", repeat, true);
    ledger.open(asked);
    return asked;
  }

  private void receive(String line) {
    ledger.answered(JsonParser.parseString(line).getAsJsonObject(), line);
  }

  private void hear(String line) {
    ledger.notifications().heard(JsonParser.parseString(line).getAsJsonObject());
  }

  private static String echo(int number) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"echo k%d\"}]}}"
        .formatted(number, number);
  }

  private static String refusal(int number, String text) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}"
        .formatted(number, text);
  }

  private void judge(String... executions) throws IOException {
    Files.write(dir.resolve("executions"), List.of(executions));
    Judge.judge(ledger, new Puppet(dir, List.of()), problems);
  }

  @Test
  @DisplayName("only the server's own command line is the server's")
  void servers() {
    Puppet puppet = new Puppet(dir, List.of("/usr/bin/python3", "/work/puppet.py", "--seed", "5"));
    assertThat(puppet.isServer("/usr/bin/python3 /work/puppet.py --seed 5 ")).isTrue();
    assertThat(puppet.isServer("java Main -- /usr/bin/python3 /work/puppet.py --seed 5 "))
        .isFalse();
    assertThat(puppet.isServer("sh build.sh ")).isFalse();
  }

  @Test
  @DisplayName("all is well when the one answer echoes what was executed once")
  void well() throws IOException {
    open(1, Asked.Repeat.NEVER);
    receive(echo(1));
    judge("k1 tools/call 7");
    assertThat(problems.none()).as(problems.toString()).isTrue();
    assertThat(ledger.openCount()).isZero();
  }

  @Test
  @DisplayName("an answer too many, an answer to nothing, the answer to another request")
  void answers() {
    open(1, Asked.Repeat.NEVER);
    open(2, Asked.Repeat.NEVER);
    receive(echo(1));
    receive(echo(1));
    receive(echo(9));
    receive(echo(1).replace("\"id\":1", "\"id\":2"));
    assertThat(problems.toString()).contains("answered-twice", "unsolicited", "wrong-echo");
  }

  @Test
  @DisplayName("no answer; executed twice; answered without an execution")
  void executions() throws IOException {
    open(1, Asked.Repeat.NEVER);
    open(2, Asked.Repeat.NEVER);
    open(3, Asked.Repeat.NEVER);
    open(4, Asked.Repeat.ONCE);
    receive(echo(2));
    receive(echo(3));
    receive(echo(4));
    judge("k2 tools/call 7", "k2 tools/call 8", "k4 tools/call 7", "k4 tools/call 8");
    assertThat(problems.toString())
        .contains("unanswered: id 1", "executed-too-often: 2 times: id 2", "made-up-answer: id 3")
        .doesNotContain("id 4");
  }

  @Test
  @DisplayName("said to be not sent, but executed; a read that may have taken effect")
  void words() throws IOException {
    open(1, Asked.Repeat.NEVER);
    Asked read = open(2, Asked.Repeat.ONCE);
    read.readOnly = true;
    read.toolsKnown = true;
    open(3, Asked.Repeat.NEVER);
    receive(refusal(1, "[pitstop] `once` was not sent: down."));
    receive(refusal(2, "[pitstop] The call was sent to the server and may have taken effect."));
    receive(refusal(3, "[pitstop] `once` was not sent: down."));
    judge("k1 tools/call 7", "k2 tools/call 7");
    assertThat(problems.toString())
        .contains("not sent, executed 1 times: id 1", "a read may have taken effect: id 2")
        .doesNotContain("id 3");
  }

  @Test
  @DisplayName("progress of nobody, after the answer, lost")
  void progress() throws IOException {
    Asked asked = open(1, Asked.Repeat.NEVER);
    asked.progress = 2;
    asked.token = "5";
    ledger.notifications().token(asked);
    hear(progress("5"));
    receive(echo(1));
    hear(progress("6"));
    judge("k1 tools/call 7");
    assertThat(problems.toString())
        .contains("foreign-token", "progress-lost: 1 of 2")
        .doesNotContain("late");
    hear(progress("5"));
    assertThat(problems.toString()).contains("late-progress");
  }

  private static String progress(String token) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
        + token
        + ",\"progress\":1}}";
  }

  @Test
  @DisplayName("a listen acknowledged twice or never; an update that did not come")
  void subscriptions() {
    Asked listen = new Asked("8", "k8", "subscriptions/listen", "listen", Asked.Repeat.ANY, false);
    listen.endless = true;
    ledger.notifications().listen(listen);
    ledger.open(listen);
    assertThat(ledger.openCount()).isZero();
    assertThat(ledger.notifications().unacknowledged()).containsExactly(listen);
    String acknowledged =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
            + "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":8}}}";
    hear(acknowledged);
    assertThat(ledger.notifications().unacknowledged()).isEmpty();
    hear(acknowledged);
    open(1, Asked.Repeat.NEVER).tells = true;
    receive(echo(1));
    assertThat(problems.toString()).contains("acknowledged-twice", "update-lost: id 1");
  }

  private static String updated(String more) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"mem://a\""
        + more
        + "}}";
  }

  private Asked toldLate(int number) {
    Asked tell = open(number, Asked.Repeat.NEVER);
    tell.tells = true;
    tell.toldLate = true;
    return tell;
  }

  @Test
  @DisplayName("an update that did not come, and no news in its place")
  void newsInItsPlace() throws IOException {
    Asked early = toldLate(1);
    Asked late = toldLate(2);
    receive(echo(1));
    receive(echo(2));
    assertThat(ledger.untold()).containsExactly(early, late);
    hear(updated(",\"_meta\":{\"key\":\"k1\"}")); // after the answer it is none
    assertThat(ledger.untold()).containsExactly(early, late);
    hear(updated(""));
    assertThat(ledger.untold()).isEmpty();
    toldLate(3);
    receive(echo(3));
    judge("k1 tools/call 7", "k2 tools/call 7", "k3 tools/call 7");
    assertThat(problems.toString()).contains("update-lost: id 3").doesNotContain("id 1", "id 2");
  }

  @Test
  @DisplayName("messages of the other era, for either client")
  void eras() {
    Eras modern = new Eras(Mode.MODERN_OVER_LEGACY, ledger, problems);
    Eras legacy = new Eras(Mode.LEGACY_OVER_MODERN, ledger, problems);
    JsonObject question =
        message("{\"id\":1,\"method\":\"roots/list\",\"params\":{\"_meta\":{\"key\":\"k1\"}}}");
    JsonObject asks = message("{\"id\":1,\"result\":{\"resultType\":\"input_required\"}}");
    open(1, Asked.Repeat.NEVER);
    legacy.received(question);
    modern.received(asks);
    assertThat(problems.none()).as(problems.toString()).isTrue();
    modern.received(question);
    modern.received(message(echo(1)));
    legacy.received(asks);
    receive(echo(1));
    legacy.received(question);
    assertThat(problems.toString())
        .contains("a server's request for a modern client", "a modern result without its type")
        .contains("a result that asks a legacy client", "a question for a call that is over");
  }

  @Test
  @DisplayName("a state that is taken although it was used before")
  void states() throws IOException {
    Asked second = open(1, Asked.Repeat.NEVER);
    second.mustFail = true;
    receive(echo(1));
    judge("k1 tools/call 7");
    assertThat(problems.toString()).contains("state-taken");
  }

  private static JsonObject message(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @Test
  @DisplayName("a control character in a text; a cancelled request may stay without an answer")
  void others() throws IOException {
    open(1, Asked.Repeat.NEVER);
    receive(refusal(1, "red: \\u001b[31m"));
    ledger.cancelled(open(2, Asked.Repeat.NEVER));
    judge();
    assertThat(problems.toString()).contains("control-character").doesNotContain("unanswered");
  }
}
