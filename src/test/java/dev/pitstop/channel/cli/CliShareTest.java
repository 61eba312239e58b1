package dev.pitstop.channel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.Await;
import dev.pitstop.backend.FakeChild;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Recorder;
import dev.pitstop.memory.Holding;
import dev.pitstop.rpc.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("S2: the output of a command is kept in the session's share of the heap")
class CliShareTest {
  private static final int LARGE = 100_000;

  private final CliRig rig = new CliRig();

  @AfterEach
  void end() {
    rig.close();
  }

  /// Other sessions keep so much that this one may keep 320 KB.
  private List<Holding> others() {
    List<Holding> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Holding other = rig.heap.open().holding();
      assertThat(other.keep(other.most())).isTrue();
      all.add(other);
    }
    return all;
  }

  /// A call whose program prints so much, and exits.
  private void prints(CliRig.Talk talk, int id, int bytes) {
    CliRig.call(talk, id, "quick", "{}");
    rig.command();
    FakeChild child = rig.spawner.next();
    child.write("x".repeat(bytes).getBytes(StandardCharsets.UTF_8));
    child.exit(0);
  }

  private void stop(CliRig.Talk talk) {
    talk.link().stop("is not needed");
    talk.told().awaitEnd();
  }

  @Test
  @DisplayName("It counts until the client has room for more; a short one does not")
  void counts() {
    List<Long> kept = new CopyOnWriteArrayList<>();
    CliRig.Talk talk =
        rig.begin(
            1,
            new Recorder(what -> {
              if (what.equals("received") || what.equals("awaitRoom")) {
                kept.add(rig.heap.kept());
              }
            }));
    rig.describe(CliRig.SCHEMA);
    talk.told().awaitOpened();
    prints(talk, 1, 60_000);
    CliRig.message(talk, 1);
    Await.until("its answer has left", () -> kept.size() == 2);
    assertThat(kept).containsOnly(0L);
    prints(talk, 2, LARGE);
    assertThat(CliRig.message(talk, 2)).hasSizeGreaterThan(LARGE);
    Await.until("nothing is kept", () -> kept.size() == 4 && rig.heap.kept() == 0);
    assertThat(kept.subList(2, 4)).allMatch(k -> k >= LARGE);
    stop(talk);
  }

  @ParameterizedTest
  @ValueSource(ints = {250_000, LARGE})
  @DisplayName("What does not fit while it is read, or while the result is made, is lost")
  void refused(int bytes) {
    CliRig.Talk talk = rig.open();
    List<Holding> others = others();
    prints(talk, 1, bytes);
    Await.until("it is told", () -> !talk.told().unusable().isEmpty());
    assertThat(talk.told().unusable().getFirst())
        .isInstanceOfSatisfying(
            Events.Unusable.NoMemory.class,
            n -> {
              assertThat(n.id().map(RequestId::lexeme)).isEqualTo(Optional.of("1"));
              assertThat(n.answer()).isTrue();
              assertThat(n.length()).isEqualTo(bytes);
            });
    prints(talk, 2, 1_000);
    assertThat(CliRig.message(talk, 1)).contains("\"id\":2", "xxx");
    others.forEach(o -> o.keeps(0));
    prints(talk, 3, bytes);
    assertThat(CliRig.message(talk, 2)).hasSizeGreaterThan(bytes);
    Await.until("nothing is kept", () -> rig.heap.kept() == 0);
    stop(talk);
  }

  @Test
  @DisplayName("A call that is late is answered with what came, which counts no more in the end")
  void late() {
    CliRig.Talk talk = rig.open();
    CliRig.call(talk, 1, "quick", "{}");
    rig.command();
    FakeChild child = rig.spawner.next();
    child.write("x".repeat(LARGE).getBytes(StandardCharsets.UTF_8));
    Await.until("it is read", () -> rig.heap.kept() >= LARGE);
    rig.timers.advance(3_000);
    assertThat(CliRig.message(talk, 1)).hasSizeGreaterThan(LARGE).contains("timed out");
    Await.until("nothing is kept", () -> rig.heap.kept() == 0);
    stop(talk);
  }

  @Test
  @DisplayName("A description that does not fit is refused")
  void description() {
    List<Holding> others = others();
    Recorder told = new Recorder();
    rig.begin(1, told);
    rig.describe(CliRig.SCHEMA + " ".repeat(400_000));
    assertThat(told.awaitEnd())
        .isInstanceOfSatisfying(
            End.Refused.class,
            r -> assertThat(r.why()).contains("no memory", "`./tool -v schema --json`"));
    others.forEach(o -> o.keeps(0));
    assertThat(rig.heap.kept()).isZero();
  }
}
