package dev.pitstop.channel.stdio;

import dev.pitstop.backend.FakeChild;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Rig;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// [Stdio] with processes that the test plays.
final class FakeStdioRig implements Rig<StdioPeer> {
  static final Command COMMAND = new Command(List.of("weather", "--now"), Map.of(), Path.of("."));

  private final Monitor monitor = new Monitor();
  private final FakeTimers timers = new FakeTimers();
  private final StderrRing ring = new StderrRing();
  private final FakeSpawner spawner = new FakeSpawner();
  private final List<FakeChild> children = new ArrayList<>(); // the test's thread only

  FakeSpawner spawner() {
    return spawner;
  }

  Stdio channel(Spawner of) {
    return channel(of, Log.nowhere());
  }

  Stdio channel(Spawner of, Log log) {
    ChannelParts parts =
        new ChannelParts(
            "weather", of, new StopLimits(Duration.ofSeconds(5)), timers, log, ring, MAX_MESSAGE);
    return new Stdio(parts, COMMAND, monitor);
  }

  @Override
  public Channel channel() {
    return channel(spawner);
  }

  @Override
  public Channel refusing() {
    spawner.refuse("there is no such program.");
    return channel();
  }

  @Override
  public StdioPeer peer(Link link) {
    return new FakePeer(child());
  }

  /// The next process.
  FakeChild child() {
    FakeChild child = spawner.next();
    children.add(child);
    return child;
  }

  @Override
  public Monitor monitor() {
    return monitor;
  }

  @Override
  public FakeTimers timers() {
    return timers;
  }

  @Override
  public StderrRing ring() {
    return ring;
  }

  @Override
  public void close() {
    spawner.release();
    children.forEach(c -> c.exit(0)); // ends their readers
  }

  private record FakePeer(FakeChild child) implements StdioPeer {
    @Override
    public void say(String line) {
      child.say(line);
    }

    @Override
    public void write(String text) {
      child.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void complain(String line) {
      child.complain(line);
    }

    @Override
    public String heard() {
      return child.nextLine();
    }

    @Override
    public void listenNoMore() {
      child.input().stick();
    }

    @Override
    public void closeStdout() {
      child.closeStdout();
    }

    @Override
    public void closeStdin() {
      child.input().shatter();
    }

    @Override
    public void exit(int status) {
      child.exit(status);
    }

    @Override
    public void exitLeavingPipesOpen(int status) {
      child.exitBeforeItsOutputIsRead(status);
    }

    @Override
    public void die() {
      child.kill();
    }
  }
}
