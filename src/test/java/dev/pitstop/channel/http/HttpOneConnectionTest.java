package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.http.fixture.Answer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A daemon that serves one connection at a time answers nobody while an idle one is open. Here it
/// has no stream, which would be that connection.
@DisplayName("A daemon that serves one connection at a time")
@ExtendWith(HttpRigs.class)
class HttpOneConnectionTest {
  private static HttpRig.Talk greeted(HttpRig rig) {
    rig.daemon.oneAtATime();
    rig.daemon.onGet().reply(Answer.text(405, "text/plain", "no"));
    HttpRig.Talk talk = rig.open();
    rig.send(
        talk,
        "{'jsonrpc':'2.0','id':'hello','method':'initialize','params':{'protocolVersion':"
            + "'2025-11-25','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}");
    rig.pass("the answer to initialize", () -> !talk.told().messages().isEmpty());
    rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
    return talk;
  }

  private static void sideBySide(HttpRig rig, HttpRig.Talk talk, int first) throws Exception {
    for (int i = first; i < first + 3; i++) {
      rig.call(talk, i, "echo", "k" + i);
    }
    for (int i = first; i < first + 3; i++) {
      assertThat(rig.answer(talk, String.valueOf(i))).contains("result");
    }
  }

  @Test
  @DisplayName("answers calls side by side; when that is known, each has a connection of its own")
  void sideBySide(HttpRig rig) throws Exception {
    HttpRig.Talk talk = greeted(rig);
    sideBySide(rig, talk, 1);
    int before = rig.daemon.connections();
    sideBySide(rig, talk, 4);
    sideBySide(rig, talk, 7);
    assertThat(rig.daemon.connections()).isGreaterThanOrEqualTo(before + 6);
  }
}
