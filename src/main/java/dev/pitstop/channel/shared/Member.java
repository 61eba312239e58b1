package dev.pitstop.channel.shared;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// A session as one of those that share a server. Its hand starts processes for all of them, which
/// end with it.
public final class Member {
  /// Makes the channel that leads to a process of the session's own.
  public interface Opener {
    /// @param monitor in whose turns messages are sent
    /// @param ring takes the output other than messages
    Channel make(Monitor monitor, StderrRing ring);
  }

  final String name;
  final Command command;
  final StopLimits limits;
  final Timers timers;
  final Log log;
  final StderrRing ring;
  private final Spawner spawner;
  final Opener opener;
  private final Set<Runnable> hosted = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean told = new AtomicBoolean(); // that its end is theirs

  /// The number of the run where the session had a place last. It opens a run because it wants a
  /// newer one. Changed in turns of the session and of the server's monitor.
  private volatile long last;

  private boolean wantsRoom; // guarded by the server's monitor

  /// @param limits for stopping a run, and at the session's end
  /// @param spawner that of the session, whose end is that of the processes that it has started
  /// @param opener how the session starts a process
  public Member(
      String name,
      Command command,
      StopLimits limits,
      Spawner spawner,
      Timers timers,
      Log log,
      StderrRing ring,
      Opener opener) {
    this.name = name;
    this.command = command;
    this.limits = limits;
    this.spawner = spawner;
    this.timers = timers;
    this.log = log;
    this.ring = ring;
    this.opener = opener;
  }

  long last() {
    return last;
  }

  void last(long number) {
    last = number;
  }

  /// Older runs are in the way of the next one that it opens.
  void wantsRoom() {
    wantsRoom = true;
  }

  /// Whether they are; asked once.
  boolean takeWish() {
    boolean wanted = wantsRoom;
    wantsRoom = false;
    return wanted;
  }

  /// Starts a process. It ends with this session.
  ///
  /// @param gone runs if that was before the process has reported its end
  /// @param number of the session's own run
  Link start(Events run, Runnable gone, int number, Monitor monitor, StderrRing output) {
    hosted.add(gone);
    if (told.compareAndSet(false, true)) {
      spawner.whenClosed(() -> List.copyOf(hosted).forEach(Runnable::run));
    }
    return opener.make(monitor, output).open(number, run);
  }

  /// A process that it has started has reported its end.
  void over(Runnable gone) {
    hosted.remove(gone);
  }
}
