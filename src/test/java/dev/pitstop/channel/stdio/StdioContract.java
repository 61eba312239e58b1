package dev.pitstop.channel.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.ChannelContract;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.harness.Await;
import dev.pitstop.process.Child;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What [Stdio] promises besides: runs that are processes, real or not.
interface StdioContract extends ChannelContract<StdioPeer> {
  @Test
  @DisplayName("An exit is told with its status, and nobody's fault")
  default void status() {
    long before = System.currentTimeMillis();
    Run<StdioPeer> run = open();
    assertThat(run.link().facts().pid()).isPresent();
    assertThat(run.link().facts().startedMillis()).isGreaterThanOrEqualTo(before);
    assertThat(run.link().usage()).isPresent();
    run.peer().exit(3);
    assertThat(run.told().awaitEnd())
        .isEqualTo(new End.Exited(new Child.Exit(3), Optional.empty()));
    assertThat(run.link().usage()).isEmpty();
    assertThat(run.link().facts().pid()).isPresent();
  }

  @Test
  @DisplayName("stderr goes to the ring, and is there when the end is told")
  default void stderr() {
    Run<StdioPeer> run = open();
    run.peer().complain("I am about to die");
    run.peer().exit(1);
    run.told().awaitEnd();
    assertThat(rig().ring().lastOf(1, 5)).containsExactly("I am about to die");
  }

  @Test
  @DisplayName("a line that is no message goes to the ring and is told, up to 8 KiB of it")
  default void stray() {
    Run<StdioPeer> run = open();
    run.peer().say("listening on port 80");
    run.peer().say("y".repeat(10_000));
    run.peer().say(ChannelContract.message(0));
    run.told().awaitMessages(1);
    assertThat(run.told().strays().getFirst()).isEqualTo("listening on port 80");
    assertThat(run.told().strays().get(1)).isEqualTo("y".repeat(8 * 1024) + " … (10000 bytes)");
    assertThat(rig().ring().lastOf(1, 5).getFirst()).isEqualTo("[stdout] listening on port 80");
    assertThat(run.told().unusable()).isEmpty();
    run.link().kill();
    run.told().awaitEnd();
  }

  @Test
  @DisplayName("a malformed answer is told as such; half of one that its end cut off is not")
  default void malformed() {
    Run<StdioPeer> run = open();
    run.peer().say("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":1,\"error\":{}}");
    run.peer().write("{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"half\":");
    run.peer().exit(0);
    run.told().awaitEnd();
    assertThat(run.told().unusable()).hasSize(1);
    assertThat(run.told().unusable().getFirst())
        .isInstanceOfSatisfying(
            Events.Unusable.Malformed.class,
            m -> {
              assertThat(m.id().orElseThrow().lexeme()).isEqualTo("7");
              assertThat(m.detail()).contains("result");
              assertThat(m.line()).startsWith("{\"jsonrpc\"");
            });
    assertThat(run.told().strays()).hasSize(2);
  }

  @Test
  @DisplayName("A last message without a line break is a message")
  default void unterminated() {
    Run<StdioPeer> run = open();
    run.peer().write(ChannelContract.message(0));
    run.peer().exit(0);
    run.told().awaitEnd();
    assertThat(run.told().messages()).containsExactly(ChannelContract.message(0));
  }

  @Test
  @DisplayName("a batch is no message, and what comes after it is")
  default void batch() {
    Run<StdioPeer> run = open();
    String batch = "[" + ChannelContract.message(1) + "]";
    run.peer().say(batch);
    run.peer().say(ChannelContract.message(0));
    run.told().awaitMessages(1);
    assertThat(run.told().messages()).isEqualTo(ChannelContract.messages(1));
    assertThat(run.told().strays()).containsExactly(batch);
    run.link().kill();
    run.told().awaitEnd();
  }

  @Test
  @DisplayName(
      "Row 26: closed stdout, and lives: after a second it is stopped; one end, with that fault")
  default void closedStdout() {
    closed(StdioPeer::closeStdout, End.Fault.CLOSED_STDOUT);
  }

  @Test
  @DisplayName("Row 26: closed stdin, and lives: the same")
  default void closedStdin() {
    closed(
        peer -> {
          peer.closeStdin();
          peer.say(ChannelContract.message(0)); // when this is heard, it has closed it
        },
        End.Fault.CLOSED_STDIN);
  }

  /// Closes a pipe, as the test wants.
  interface Closing {
    void of(StdioPeer peer);
  }

  private void closed(Closing closing, End.Fault fault) {
    Run<StdioPeer> run = open();
    awaitClosed(run, closing, fault);
    rig().timers().advance(1_000);
    assertThat(run.told().awaitEnd())
        .isInstanceOfSatisfying(
            End.Exited.class, e -> assertThat(e.fault()).isEqualTo(Optional.of(fault)));
    assertThat(rig().timers().none()).isTrue();
  }

  private void awaitClosed(Run<StdioPeer> run, Closing closing, End.Fault fault) {
    closing.of(run.peer());
    if (fault == End.Fault.CLOSED_STDIN) {
      run.told().awaitMessages(1);
      send(run.link(), ChannelContract.message(0));
    }
    Await.until("the second's patience", () -> rig().timers().has(1_000));
  }

  @Test
  @DisplayName("Row 26: closed stdout and exits within the second: no fault")
  default void closedStdoutAndExits() {
    Run<StdioPeer> run = open();
    awaitClosed(run, StdioPeer::closeStdout, End.Fault.CLOSED_STDOUT);
    run.peer().exit(4);
    assertThat(run.told().awaitEnd())
        .isEqualTo(new End.Exited(new Child.Exit(4), Optional.empty()));
    assertThat(rig().timers().none()).isTrue();
  }

  @Test
  @DisplayName("Row 26: closed stdout and is stopped within the second: no fault")
  default void closedStdoutAndIsStopped() {
    Run<StdioPeer> run = open();
    awaitClosed(run, StdioPeer::closeStdout, End.Fault.CLOSED_STDOUT);
    run.link().stop("was replaced");
    assertThat(run.told().awaitEnd())
        .isInstanceOfSatisfying(End.Exited.class, e -> assertThat(e.fault()).isEmpty());
    assertThat(rig().timers().none()).isTrue();
  }

  @Test
  @DisplayName("Row 24: if somebody keeps its pipes, a run is over two seconds after its exit")
  default void pipesKept() {
    Run<StdioPeer> run = open();
    run.peer().say(ChannelContract.message(0));
    run.told().awaitMessages(1);
    run.peer().exitLeavingPipesOpen(0);
    Await.until("the exit", () -> rig().timers().has(2_000));
    assertThat(run.told().hasEnded()).isFalse();
    rig().timers().advance(2_000);
    assertThat(run.told().awaitEnd())
        .isEqualTo(new End.Exited(new Child.Exit(0), Optional.empty()));
    assertThat(rig().timers().none()).isTrue();
  }
}
