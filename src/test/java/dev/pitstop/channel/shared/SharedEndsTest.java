package dev.pitstop.channel.shared;

import static dev.pitstop.channel.shared.Shares.answer;
import static dev.pitstop.channel.shared.Shares.call;
import static dev.pitstop.channel.shared.Shares.initialize;
import static dev.pitstop.channel.shared.Shares.initialized;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Link;
import dev.pitstop.process.Child;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Several clients, one server: reloads and ends")
class SharedEndsTest {
  private final Shares shares = new Shares();
  private final FakeSession a = shares.session("a");
  private final FakeSession b = shares.session("b");

  private static Optional<End> exited(int code) {
    return Optional.of(new End.Exited(new Child.Exit(code), Optional.empty()));
  }

  @Test
  @DisplayName("A reload by one: the other follows once the new process works; its call is drained")
  void reload() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess old = shares.process(1);
    second.sends(call("5"));
    old.gets(call("5"));
    FakeSession.Run newer = a.opens();
    FakeProcess next = shares.process(2).opens();
    newer.isTold("opened");
    assertThat(second.isSuperseded()).as("it may not work").isFalse();
    newer.sends(initialize("0", Shares.VERSION));
    next.gets(initialize("0", Shares.VERSION));
    next.says(initialized("0"));
    assertThat(second.isSuperseded()).isTrue();
    assertThat(first.isSuperseded()).as("it is the one that reloads").isFalse();
    first.stops();
    assertThat(first.end()).contains(new End.Closed());
    FakeSession.Run following = shares.joined(b);
    shares.process(2);
    old.says(answer("5", "drained"));
    second.hears(answer("5", "drained"));
    second.stops();
    assertThat(old.stops).hasSize(1);
    old.exits(0);
    assertThat(second.end()).isEqualTo(exited(0));
    following.sends(call("6"));
    next.gets(call("6"));
    assertThat(following.isSuperseded()).isFalse();
  }

  @Test
  @DisplayName("A reload that fails: the others notice nothing")
  void failedReload() {
    shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeSession.Run newer = a.opens();
    shares.process(2).refused("no such file");
    assertThat(newer.end()).contains(new End.Refused("no such file"));
    assertThat(second.isSuperseded()).isFalse();
    assertThat(second.end()).isEmpty();
    shares.joined(shares.session("c"));
    shares.process(2);
  }

  @Test
  @DisplayName("A session that comes during a reload gets the process that works")
  void duringReload() {
    shares.joined(a);
    a.opens();
    shares.process(2).opens();
    FakeSession.Run late = b.opens();
    late.isTold("opened");
    late.sends(call("1"));
    shares.processes.getFirst().gets(call("1"));
  }

  @Test
  @DisplayName("Both reload at once: one new process, unless a build has ended meanwhile")
  void bothReload() {
    shares.joined(a);
    shares.joined(b);
    a.opens();
    b.opens();
    shares.process(2);
    b.built();
    b.opens();
    shares.process(3);
  }

  @Test
  @DisplayName("Stop-first: the old process ends before the new one starts; others go on with it")
  void stopFirst() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess old = shares.process(1);
    first.stops(Link.Wish.MAKE_ROOM);
    assertThat(first.end()).contains(new End.Closed());
    assertThat(old.stops).as("it may be for a build, which takes long").isEmpty();
    FakeSession.Run newer = a.opens();
    shares.process(1);
    assertThat(old.stops).hasSize(1);
    newer.hearsNothing();
    old.exits(0);
    assertThat(second.end()).contains(new End.Lost(SharedEnd.RELOADED));
    FakeProcess next = shares.process(2).opens();
    newer.isTold("opened");
    newer.sends(initialize("0", Shares.VERSION));
    next.says(initialized("0"));
    shares.joined(b);
    assertThat(shares.process(2)).isSameAs(next);
  }

  @Test
  @DisplayName("Stop-first by one that has not started the process: the host goes on with it, too")
  void stopFirstByGuest() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    second.stops(Link.Wish.MAKE_ROOM);
    b.opens();
    shares.process(1).exits(0);
    assertThat(first.end()).contains(new End.Lost(SharedEnd.RELOADED));
    assertThat(shares.process(2).host()).isEqualTo("b");
  }

  @Test
  @DisplayName("Stop-first: a session that waits for the old process's end, and stops")
  void stopsWaiting() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    first.stops(Link.Wish.MAKE_ROOM);
    FakeSession.Run newer = a.opens();
    newer.stops();
    assertThat(newer.end().orElseThrow()).isInstanceOf(End.Refused.class);
    shares.process(1).exits(0);
    assertThat(second.end()).contains(new End.Lost(SharedEnd.RELOADED));
    shares.process(1);
    assertThat(shares.sharing.isEmpty()).isTrue();
  }

  @Test
  @DisplayName("A6: a session stops the server: it is down for all, and not started again")
  void stoppedForAll() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    second.stops(Link.Wish.END);
    assertThat(process.stops).hasSize(1);
    process.exits(143);
    assertThat(first.end()).isEqualTo(exited(143));
    assertThat(second.end()).isEqualTo(exited(143));
    assertThat(a.ring.tail(9, false)).anyMatch(l -> l.contains("has stopped it"));
    shares.process(1);
  }

  @Test
  @DisplayName("A crash is one for all, and the next process is one for all")
  void crash() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    shares.process(1).exits(3);
    assertThat(first.end()).isEqualTo(exited(3));
    assertThat(second.end()).isEqualTo(exited(3));
    FakeSession.Run again = b.opens();
    assertThat(shares.process(2).host()).isEqualTo("b");
    FakeSession.Run too = a.opens();
    shares.process(2).opens();
    again.isTold("opened");
    too.isTold("opened");
  }

  @Test
  @DisplayName("C2: what the dead process was not given was surely not executed")
  void notGiven() {
    shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    Link.Sent given = second.sends(call("1"));
    assertThat(second.link().mayHaveRun(given)).isTrue();
    shares.process(1).exits(3);
    Link.Sent late = second.sendsAtOnce(call("2"));
    assertThat(second.end()).isEqualTo(exited(3));
    assertThat(second.link().mayHaveRun(late)).isFalse();
    assertThat(second.link().mayHaveRun(given)).isTrue();
    assertThat(second.link().pending()).isZero();
  }

  @Test
  @DisplayName("The host's session ends: the others follow to a process of another's hand")
  void handOver() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess old = shares.process(1);
    second.sends(call("5"));
    old.gets(call("5"));
    a.ending();
    first.stops();
    assertThat(second.isSuperseded()).isTrue();
    assertThat(first.end()).as("the process lives for the other's call").isEmpty();
    assertThat(old.stops).isEmpty();
    shares.joined(b);
    assertThat(shares.process(2).host()).isEqualTo("b");
    old.says(answer("5", "drained"));
    second.hears(answer("5", "drained"));
    second.stops();
    assertThat(old.stops).hasSize(1);
    old.exits(0);
    assertThat(first.end()).isEqualTo(exited(0));
    assertThat(second.end()).contains(new End.Closed());
  }

  @Test
  @DisplayName("The host's session ends, and a call takes too long: it is lost with the process")
  void handOverInVain() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess old = shares.process(1);
    a.ending();
    first.stops();
    shares.timers.advance(2_600);
    shares.lanes.run();
    assertThat(old.stops).hasSize(1);
    old.exits(143);
    assertThat(first.end()).isEqualTo(exited(143));
    assertThat(second.end()).contains(new End.Lost(SharedEnd.HOST_GONE));
  }

  @Test
  @DisplayName("The host's second signal kills the process")
  void killed() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    second.link().kill();
    shares.lanes.run();
    assertThat(shares.process(1).killed).as("it is not its process").isFalse();
    assertThat(second.end()).contains(new End.Closed());
    first.link().kill();
    shares.lanes.run();
    assertThat(shares.process(1).killed).isTrue();
  }

  @Test
  @DisplayName("The host's front is killed: no crash to the others, whichever is noticed first")
  void hostKilled() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    shares.process(1).exits(137);
    assertThat(first.end()).isEqualTo(exited(137));
    assertThat(second.end()).as("it may be a crash").isEmpty();
    a.ending();
    shares.timers.advance(200);
    assertThat(second.end()).contains(new End.Lost(SharedEnd.HOST_GONE));
  }

  @Test
  @DisplayName("The process is killed: a crash")
  void processKilled() {
    shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    shares.process(1).exits(137);
    shares.timers.advance(200);
    assertThat(second.end()).isEqualTo(exited(137));
  }

  @Test
  @DisplayName("The host's session is over before the process reports its end")
  void hostClosed() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess old = shares.process(1);
    first.stops();
    assertThat(first.end()).contains(new End.Closed());
    a.ending();
    a.closed();
    assertThat(second.end()).contains(new End.Lost(SharedEnd.HOST_GONE));
    old.exits(137);
    shares.joined(b);
    assertThat(shares.process(2).host()).isEqualTo("b");
  }

  @Test
  @DisplayName("The process cannot be started: that is told to all who wait for it")
  void notStarted() {
    FakeSession.Run first = a.opens();
    FakeSession.Run second = b.opens();
    shares.process(1).refused("no such file");
    assertThat(first.end()).contains(new End.Refused("no such file"));
    assertThat(second.end()).contains(new End.Refused("no such file"));
    assertThat(shares.sharing.isEmpty()).isTrue();
    assertThat(shares.lanes.alive()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  @DisplayName("No thread is left for a session: it is refused, and the next one is not")
  void noThread(int most) {
    shares.lanes.most(most);
    FakeSession.Run first = a.opens();
    assertThat(first.end().orElseThrow()).isInstanceOf(End.Refused.class);
    assertThat(shares.sharing.isEmpty()).isTrue();
    assertThat(shares.lanes.alive()).isEmpty();
    shares.lanes.most(Integer.MAX_VALUE);
    shares.joined(b);
  }

  @Test
  @DisplayName("A session that takes nothing loses its place; the others go on, and it may return")
  void doesNotRead() {
    FakeSession.Run first = shares.joined(a);
    FakeSession.Run second = shares.joined(b);
    FakeProcess process = shares.process(1);
    shares.lanes.hold("b 1 reader", true);
    String large = "'method':'x','params':{'a':'" + "x".repeat(1024 * 1024) + "'}";
    for (int i = 0; i < 9; i++) {
      process.says(large);
      first.hears(large);
    }
    first.sends(call("1"));
    process.gets(call("1"));
    process.says(answer("1", "a"));
    assertThat(second.end()).isEmpty();
    shares.timers.advance(2_000);
    assertThat(second.end()).contains(new End.Lost(SharedRun.PUT_OUT));
    shares.lanes.hold("b 1 reader", false);
    shares.joined(b);
    shares.process(1);
  }
}
