package dev.pitstop.session;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.log.Log;
import dev.pitstop.process.StopLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What differs from test to test in a session. Each method gives a changed copy of what is usual,
/// [#PLAIN].
final class Setup {
  static final Setup PLAIN = new Setup(s -> {});

  /// How long the client waits: until a remembered description answers, until a list is answered
  /// instead of an unknown server, and until a handshake is.
  record Patience(long millis, long listMillis, long unknownMillis) {}

  private final Consumer<Setup> changes; // to what the fields are at first
  private boolean respawn = true;
  private State.Order order = State.Order.START_FIRST;
  boolean builds;

  /// Its files that are watched; empty if the session is told nothing of its files.
  Optional<List<String>> watched = Optional.empty();

  List<ReplayRule> replay = List.of();

  /// A directory that cannot be made: a session remembers nothing, not even in its own process.
  Optional<Path> memory = Optional.of(Path.of("/dev/null/none"));

  Predicate<String> tools = name -> true;
  Patience handshake =
      new Patience(
          SessionDriver.HANDSHAKE_MILLIS,
          SessionDriver.HANDSHAKE_MILLIS,
          SessionDriver.HANDSHAKE_MILLIS + SessionDriver.LONGER_MILLIS);
  List<String> command = List.of("fake-server", "--x");
  private HoldLimits hold = SessionDriver.HOLD;
  boolean silent;
  private OptionalLong call = OptionalLong.empty();
  private long start = SessionDriver.START_MILLIS;
  private boolean slowStarts;
  private int message = SessionDriver.MAX_MESSAGE;
  long lists;
  Log log = Log.nowhere();
  String logFile = "";
  boolean badTools;
  boolean allListChanges;

  private Setup(Consumer<Setup> changes) {
    this.changes = changes;
    changes.accept(this);
  }

  private Setup with(Consumer<Setup> change) {
    return new Setup(changes.andThen(change));
  }

  /// For one session.
  Settings settings() {
    return new Settings(
        respawn,
        start,
        slowStarts,
        new StopLimits(Duration.ofSeconds(1)),
        SessionDriver.DRAIN_MILLIS,
        SessionDriver.LIST_MILLIS,
        hold,
        call,
        order,
        message);
  }

  /// Lists tools for which clients refuse the whole list.
  Setup passingBadTools() {
    return with(s -> s.badTools = true);
  }

  /// Announces changed words too.
  Setup tellingAllListChanges() {
    return with(s -> s.allListChanges = true);
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

  /// The server has these files.
  Setup watching(String... globs) {
    return with(s -> s.watched = Optional.of(List.of(globs)));
  }

  Setup stopFirst() {
    return with(s -> s.order = State.Order.STOP_FIRST);
  }

  Setup replaying(ReplayRule... rules) {
    return with(s -> s.replay = List.of(rules));
  }

  Setup remembering(Path directory) {
    return with(s -> s.memory = Optional.of(directory));
  }

  /// There is no place for a memory.
  Setup forgetting() {
    return with(s -> s.memory = Optional.empty());
  }

  Setup offering(String... names) {
    return offering(List.of(names)::contains);
  }

  Setup offering(Predicate<String> names) {
    return with(s -> s.tools = names);
  }

  /// It may hold so many calls, whatever they take.
  Setup holding(int calls) {
    return holding(new HoldLimits(calls, 1 << 30, SessionDriver.HOLD.millis()));
  }

  Setup holding(HoldLimits limits) {
    return with(s -> s.hold = limits);
  }

  /// No message may be longer.
  Setup taking(int bytes) {
    return with(s -> s.message = bytes);
  }

  /// No notices in results.
  Setup silent() {
    return with(s -> s.silent = true);
  }

  /// A call may take so long.
  Setup limited(long millis) {
    return limited(OptionalLong.of(millis));
  }

  Setup limited(OptionalLong millis) {
    return with(s -> s.call = millis);
  }

  /// A start may take so long.
  Setup starting(long millis) {
    return with(s -> s.start = millis);
  }

  /// A start may take as long as somebody waits for it.
  Setup startingSlowly() {
    return with(s -> s.slowStarts = true);
  }

  Setup patient(long millis, long listMillis, long unknownMillis) {
    return with(s -> s.handshake = new Patience(millis, listMillis, unknownMillis));
  }

  /// Lists of many servers wait so long for one that starts.
  Setup listing(long millis) {
    return with(s -> s.lists = millis);
  }

  /// @param file the log's file as the user is told
  Setup logging(Log to, String file) {
    return with(s -> {
      s.log = to;
      s.logFile = file;
    });
  }
}
