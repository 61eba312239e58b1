package dev.pitstop.channel;

import dev.pitstop.rpc.RequestId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The calls of one run: so many have a process, the others wait their turn. Thread-safe; its lock
/// is held for an instant.
final class CliCalls {
  private final int most;
  private final Consumer<CliCall> start;

  // Guarded by `this`.
  private final Deque<CliCall> waiting = new ArrayDeque<>();
  private final Set<CliCall> running = new LinkedHashSet<>();
  private long begun;
  private Optional<Runnable> whenDone = Optional.empty(); // set when none may begin any more

  /// @param most how many run at once
  /// @param start begins a call, on a thread of its own, and says [#over] when it is
  CliCalls(int most, Consumer<CliCall> start) {
    this.most = most;
    this.start = start;
  }

  /// Takes a call, which begins as soon as there is room.
  void add(CliCall call) {
    synchronized (this) {
      waiting.addLast(call);
    }
    next();
  }

  private void next() {
    Optional<CliCall> call = take();
    while (call.isPresent()) {
      start.accept(call.get());
      call = take();
    }
  }

  private synchronized Optional<CliCall> take() {
    if (whenDone.isPresent() || running.size() >= most || waiting.isEmpty()) {
      return Optional.empty();
    }
    CliCall call = waiting.removeFirst();
    running.add(call);
    call.begin();
    begun++;
    return Optional.of(call);
  }

  /// A call has ended; its process is gone.
  void over(CliCall call) {
    Optional<Runnable> done;
    synchronized (this) {
      running.remove(call);
      done = running.isEmpty() ? whenDone : Optional.empty();
    }
    done.ifPresent(Runnable::run);
    next();
  }

  /// How many have begun.
  synchronized long begun() {
    return begun;
  }

  /// Nobody wants this one any more.
  void cancel(RequestId id) {
    Optional<CliCall> found;
    synchronized (this) {
      found = running.stream().filter(c -> c.request().id().equals(id)).findFirst();
      waiting.removeIf(c -> c.request().id().equals(id));
    }
    found.ifPresent(CliCall::cancel);
  }

  /// None begins any more, and those that run are ended.
  ///
  /// @param done run when the last has ended, perhaps at once
  void close(Runnable done) {
    List<CliCall> left;
    synchronized (this) {
      whenDone = Optional.of(done);
      left = new ArrayList<>(running);
    }
    left.forEach(CliCall::cancel);
    if (left.isEmpty()) {
      done.run();
    }
  }

  /// None begins any more, and those that run are killed.
  void kill() {
    List<CliCall> left;
    synchronized (this) {
      whenDone = Optional.of(whenDone.orElse(() -> {}));
      left = new ArrayList<>(running);
    }
    left.forEach(CliCall::kill);
  }
}
