package dev.pitstop.channel.http;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.RunContract;
import dev.pitstop.http.fixture.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The contract of runs, for sessions with a daemon")
class HttpRunTest implements RunContract {
  private final HttpRig rig = new HttpRig(Setup.legacy());

  @Override
  public Channel channel() {
    return rig.channel;
  }

  @AfterEach
  void end() {
    rig.close();
  }
}
