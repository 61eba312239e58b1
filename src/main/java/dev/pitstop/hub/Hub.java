package dev.pitstop.hub;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The servers behind Pitstop, including removed ones that have not ended yet, and the memory for
/// messages that they have not read or answered. A fifth of that memory is divided evenly, so that
/// no server can take it from another. The rest goes to any server that needs it, so that each can
/// be sent a large message, but not all at once.
///
/// Called in turns of the monitor.
public final class Hub {
  private final long mayKeep;
  private final List<Backend> servers = new ArrayList<>();
  private Optional<Consumer<Backend>> watcher = Optional.empty();

  public Hub(long mayKeep) {
    this.mayKeep = mayKeep;
  }

  public void add(Backend server) {
    servers.add(server);
    watcher.ifPresent(w -> w.accept(server));
  }

  /// Passes all servers to `by`: those that are here, and each that is added later.
  public void watch(Consumer<Backend> by) {
    watcher = Optional.of(by);
    servers.forEach(by);
  }

  /// Removes a server and stops it for good. The others may keep more once it has ended.
  ///
  /// @param gone runs in a turn when nothing of the server is left
  public void remove(Backend server, Runnable gone) {
    server.stop(
        StopReason.REMOVED,
        () -> {
          servers.remove(server);
          gone.run();
        });
  }

  /// What one server may keep now: its own part, and what the others leave of the common one. The
  /// others are looked at only if it needs more than its own: a call costs the same beside thirty
  /// servers as beside none.
  long mayKeep(long kept, long wanted) {
    int count = Math.max(1, servers.size());
    long own = mayKeep / 5 / count;
    if (wanted <= own) {
      return own;
    }
    long common = mayKeep - own * count + Math.max(0, kept - own);
    long taken = servers.stream().mapToLong(each -> Math.max(0, each.calls().kept() - own)).sum();
    return own + Math.max(0, common - taken);
  }

  /// All runs of all servers, including removed ones that have not ended yet.
  public List<Run> runs() {
    return servers.stream().flatMap(server -> server.snapshot().live().stream()).toList();
  }

  public Set<Long> processes() {
    return runs().stream()
        .flatMapToLong(run -> run.facts().pid().stream())
        .boxed()
        .collect(Collectors.toSet());
  }

  /// Stops all servers.
  ///
  /// @return reaches zero when none of their present runs is left; waited for outside turns
  public CountDownLatch stop(StopReason why) {
    List<Backend> all = List.copyOf(servers);
    CountDownLatch left = new CountDownLatch(all.size());
    all.forEach(server -> server.stop(why, left::countDown));
    return left;
  }
}
