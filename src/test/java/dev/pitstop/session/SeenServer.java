package dev.pitstop.session;

import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.harness.Await;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.StatusText;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What tests see of a server inside a session. Tests of sessions see it here alone, so that no
/// test knows the classes that keep it. Each question is a turn of the session's monitor.
record SeenServer(Monitor monitor, SessionServer server) {
  private <T> T ask(Function<Snapshot, T> question) {
    return monitor.inTurn(() -> question.apply(server.backend().snapshot()));
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

  /// Whether it is down because its build failed.
  boolean unbuilt() {
    return ask(s -> s.state().equals(new State.Stopped(State.Cause.BUILD_FAILED)));
  }

  boolean serves() {
    return ask(s -> s.serving().isPresent());
  }

  /// Whether a process runs that does not serve yet.
  boolean starting() {
    return ask(s -> s.starting().isPresent());
  }

  /// Whether this is its newest process.
  boolean runs(long pid) {
    return ask(s -> s.newest().flatMap(r -> r.facts().pid().stream().boxed().findAny()))
        .equals(Optional.of(pid));
  }

  /// Whether this process serves.
  boolean serves(long pid) {
    return ask(s -> s.serving().isPresent()) && runs(pid);
  }

  /// What there is of its process as long as the session knows it.
  WeakReference<Run> run() {
    return new WeakReference<>(ask(s -> s.serving().orElseThrow()));
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
    return monitor.inTurn(server.backend().calls()::kept);
  }

  int reloadsWaiting() {
    return ask(Snapshot::reloadsWaiting);
  }

  Optional<Builder.Result> lastBuild() {
    return ask(Snapshot::lastBuild);
  }

  /// Whether its lists are known.
  boolean listed() {
    return monitor.inTurn(server.backend().lists()::known);
  }

  /// What is still under way: this server's lists.
  List<String> pending() {
    return monitor.inTurn(() -> StatusText.pending(Stream.of(server.backend())));
  }

  /// Waits until the session knows this server's lists.
  void awaitNothingPending() {
    Await.until("nothing under way", () -> pending().isEmpty());
  }

  /// The names that it lists, including those that a filter hides.
  List<String> names(Kind kind) {
    return ask(s -> s.catalog().entries(kind).stream().map(Entry::key).toList());
  }

  /// The last lines of its stderr, with Pitstop's remarks.
  List<String> stderr() {
    return server.backend().ring().tail(1_000, false);
  }

  // What the agent is told of it with the next answer that has a place for it.

  /// What is said of a command that restarts it; empty if nothing is known.
  String selfRestart() {
    return monitor.inTurn(() -> server.causes().selfRestart().remark());
  }

  /// That its program is older than its sources, once that was looked at; empty if not.
  String outOfDate() {
    return monitor.inTurn(
        () -> server.causes().stale().line(server.backend(), server.naming().tools()));
  }

  /// The files because of which its process was started; empty if it was not.
  String cause() {
    return ask(s -> server.told().causeOf(s.serving().orElseThrow()));
  }
}
