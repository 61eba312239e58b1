package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Monitor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What tests see of a server inside a session. Tests of sessions see it here alone, so that no
/// test knows the classes that keep it. Each question is a turn of the session's monitor.
record SeenServer(Monitor monitor, Backend backend) {
  private <T> T ask(Function<Snapshot, T> question) {
    return monitor.inTurn(() -> question.apply(backend.snapshot()));
  }

  /// As `server_status` calls it.
  String state() {
    return ask(s -> s.state().word());
  }

  boolean reloading() {
    return ask(s -> s.state().reloading());
  }

  /// Whether it is down and nothing is on the way to change that.
  boolean rests() {
    return ask(s -> s.state().rests());
  }

  boolean serves() {
    return ask(s -> s.serving().isPresent());
  }

  /// Whether a process runs that does not serve yet.
  boolean starting() {
    return ask(s -> s.starting().isPresent());
  }

  /// How many processes there are, with those being stopped.
  int live() {
    return ask(s -> s.live().size());
  }

  /// Whether a run has ended that was not replaced.
  boolean ended() {
    return ask(s -> s.lastEnd().isPresent());
  }

  /// How many calls wait for it.
  int held() {
    return ask(Snapshot::held);
  }

  /// How many calls it has and has not answered.
  int inFlight() {
    return ask(Snapshot::inFlight);
  }

  /// How many bytes are kept for it.
  long kept() {
    return monitor.inTurn(backend::kept);
  }

  int reloadsWaiting() {
    return ask(Snapshot::reloadsWaiting);
  }

  Optional<Builder.Result> lastBuild() {
    return ask(Snapshot::lastBuild);
  }

  /// Whether its lists are known.
  boolean listed() {
    return monitor.inTurn(backend::listed);
  }

  /// The names that it lists, including those that a filter hides.
  List<String> names(Kind kind) {
    return monitor.inTurn(() -> backend.catalog().entries(kind).stream().map(Entry::key).toList());
  }

  /// The last lines of its stderr, with Pitstop's remarks.
  List<String> stderr() {
    return backend.ring().tail(1_000, false);
  }
}
