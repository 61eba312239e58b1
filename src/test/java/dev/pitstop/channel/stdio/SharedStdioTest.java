package dev.pitstop.channel.stdio;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Rig;
import dev.pitstop.channel.shared.Member;
import dev.pitstop.channel.shared.Shared;
import dev.pitstop.channel.shared.Sharing;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;

/// A session that is alone at a shared server notices nothing of that.
@DisplayName("A shared server with one session, with processes that the test plays")
@Timeout(60)
class SharedStdioTest implements StdioContract {
  private final FakeStdioRig inner = new FakeStdioRig();
  private final Shared channel =
      new Shared(
          new Member(
              "weather",
              FakeStdioRig.COMMAND,
              StopLimits.usual(),
              inner.spawner(),
              inner.timers(),
              Log.nowhere(),
              inner.ring(),
              (monitor, ring) ->
                  new Stdio(
                      "weather",
                      FakeStdioRig.COMMAND,
                      inner.spawner(),
                      StopLimits.usual(),
                      monitor,
                      inner.timers(),
                      Log.nowhere(),
                      ring,
                      Rig.MAX_MESSAGE)),
          new Sharing());

  private final Rig<StdioPeer> rig =
      new Rig<>() {
        @Override
        public Channel channel() {
          return channel;
        }

        @Override
        public Channel refusing() {
          inner.refusing();
          return channel;
        }

        @Override
        public StdioPeer peer(Link link) {
          return inner.peer(link);
        }

        @Override
        public Monitor monitor() {
          return inner.monitor();
        }

        @Override
        public FakeTimers timers() {
          return inner.timers();
        }

        @Override
        public StderrRing ring() {
          return inner.ring();
        }

        @Override
        public void close() {
          inner.close();
        }
      };

  @AfterEach
  void close() {
    rig.close();
  }

  // These answers are to requests that nobody has sent: they are no session's. SharedTest has one
  // that is.

  @Override
  public void malformed() {}

  @Override
  public void tooLong() {}

  @Override
  public void tooLongRequest() {}

  @Override
  public void thrown(String thrower) {}

  @Override
  public Rig<StdioPeer> rig() {
    return rig;
  }
}
