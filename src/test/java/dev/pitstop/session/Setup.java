package dev.pitstop.session;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.session.told.HandshakePatience;
import dev.pitstop.session.told.NoticeMode;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What differs from test to test in a session of [SessionDriver]. Each method gives a changed copy
/// of what is usual, [#PLAIN].
final class Setup {
  static final Setup PLAIN = new Setup(s -> {});

  private final Consumer<Setup> changes; // to what the fields are at first
  boolean respawn = true;
  State.Order order = State.Order.START_FIRST;
  boolean builds;
  List<ReplayRule> replay = List.of();

  /// A directory that cannot be made: a session remembers nothing, not even in its own process.
  Path memory = Path.of("/dev/null/none");

  Predicate<String> tools = name -> true;
  HandshakePatience handshake =
      new HandshakePatience(
          SessionDriver.HANDSHAKE_MILLIS,
          SessionDriver.HANDSHAKE_MILLIS,
          SessionDriver.HANDSHAKE_MILLIS + SessionDriver.LONGER_MILLIS);
  List<String> command = List.of("fake-server", "--x");
  HoldLimits hold = SessionDriver.HOLD;
  NoticeMode notices = NoticeMode.INLINE;
  OptionalLong call = OptionalLong.empty();
  boolean slowStarts;

  private Setup(Consumer<Setup> changes) {
    this.changes = changes;
    changes.accept(this);
  }

  private Setup with(Consumer<Setup> change) {
    return new Setup(changes.andThen(change));
  }

  Setup running(String... words) {
    return with(s -> s.command = List.of(words));
  }

  Setup reporting() {
    return with(s -> s.respawn = false);
  }

  Setup building() {
    return with(s -> s.builds = true);
  }

  Setup stopFirst() {
    return with(s -> s.order = State.Order.STOP_FIRST);
  }

  Setup replaying(ReplayRule... rules) {
    return with(s -> s.replay = List.of(rules));
  }

  Setup remembering(Path directory) {
    return with(s -> s.memory = directory);
  }

  Setup offering(String... names) {
    return with(s -> s.tools = name -> List.of(names).contains(name));
  }

  /// It may hold so many calls, whatever they take.
  Setup holding(int calls) {
    return with(s -> s.hold = new HoldLimits(calls, 1 << 30, SessionDriver.HOLD.millis()));
  }

  Setup telling(NoticeMode mode) {
    return with(s -> s.notices = mode);
  }

  /// A call may take so long.
  Setup limited(long millis) {
    return with(s -> s.call = OptionalLong.of(millis));
  }

  /// A start may take as long as somebody waits for it.
  Setup startingSlowly() {
    return with(s -> s.slowStarts = true);
  }

  Setup patient(HandshakePatience patience) {
    return with(s -> s.handshake = patience);
  }
}
