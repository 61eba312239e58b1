package dev.pitstop.channel.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.log.Log;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A session that shares a server, played by the test: opens runs, sends messages, hears them.
final class FakeSession {
  /// The spawner, of which only the end matters.
  private static final class Closing implements Spawner {
    private final List<Runnable> tasks = new ArrayList<>();

    @Override
    public Child spawn(Command command) {
      throw new AssertionError("processes are fake");
    }

    @Override
    public void whenClosed(Runnable task) {
      tasks.add(task);
    }
  }

  /// A run of the session.
  final class Run implements Events {
    private final ArrayDeque<String> heard = new ArrayDeque<>();
    private Optional<Link> link = Optional.empty();
    private boolean superseded;
    private Optional<End> end = Optional.empty();

    Link link() {
      return link.orElseThrow();
    }

    Link.Sent sends(String message) {
      lanes.run();
      Link.Sent sent = sendsAtOnce(message);
      lanes.run();
      return sent;
    }

    /// Before anything else happens.
    Link.Sent sendsAtOnce(String message) {
      byte[] bytes = FakeProcess.json(message).getBytes(StandardCharsets.UTF_8);
      return link().send(Outgoing.of(bytes));
    }

    void stops() {
      link().stop("stops");
      lanes.run();
    }

    void stops(Link.Wish wish) {
      link().stop("stops", wish);
      lanes.run();
    }

    String next() {
      lanes.run();
      return heard.isEmpty() ? "" : heard.remove();
    }

    void hears(String message) {
      assertThat(next()).isEqualTo(FakeProcess.json(message));
    }

    void isTold(String word) {
      assertThat(next()).isEqualTo(word);
    }

    void hearsNothing() {
      lanes.run();
      assertThat(heard).isEmpty();
    }

    boolean isSuperseded() {
      lanes.run();
      return superseded;
    }

    Optional<End> end() {
      lanes.run();
      return end;
    }

    @Override
    public void opened() {
      heard.add("opened");
    }

    @Override
    public void superseded() {
      superseded = true;
    }

    @Override
    public void received(List<Message> burst, Optional<RequestId> during) {
      burst.forEach(m -> heard.add(new String(m.bytes(), StandardCharsets.UTF_8)));
    }

    @Override
    public void unusable(Unusable what) {
      heard.add("unusable " + what.id().map(RequestId::lexeme).orElse("?"));
    }

    @Override
    public void stray(String line) {
      heard.add("stray " + line);
    }

    @Override
    public void flush() {}

    @Override
    public void awaitRoom() {}

    @Override
    public void ended(End how) {
      assertThat(end).isEmpty();
      end = Optional.of(how);
    }
  }

  final StderrRing ring = new StderrRing();
  final FakeTimers timers;
  private final FakeLanes lanes;
  private final StopLimits limits = StopLimits.usual();
  private final Closing spawner = new Closing();
  private final Shared channel;
  private int runs;

  FakeSession(
      String name,
      Command command,
      Sharing sharing,
      FakeLanes lanes,
      FakeTimers timers,
      List<FakeProcess> processes) {
    this.lanes = lanes;
    this.timers = timers;
    Member member =
        new Member(
            name,
            command,
            limits,
            spawner,
            timers,
            Log.nowhere(),
            ring,
            (monitor, output) -> new FakeProcess.Opener(name, monitor, output, processes));
    channel = new Shared(member, sharing);
  }

  Run opens() {
    Run run = new Run();
    run.link = Optional.of(channel.open(++runs, run));
    lanes.run();
    return run;
  }

  void built() {
    channel.built();
  }

  /// The session begins to end.
  void ending() {
    limits.end();
  }

  /// It has ended, and with it what it has started.
  void closed() {
    spawner.tasks.forEach(Runnable::run);
    lanes.run();
  }
}
