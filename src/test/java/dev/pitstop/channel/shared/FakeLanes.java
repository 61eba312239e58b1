package dev.pitstop.channel.shared;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Lanes whose tasks run when the test says so, on its thread, in the order in which they were
/// posted.
final class FakeLanes implements Lane.Maker {
  private record Task(FakeLane lane, Runnable body) {}

  private final ArrayDeque<Task> tasks = new ArrayDeque<>();
  private final List<FakeLane> made = new ArrayList<>();
  private int most = Integer.MAX_VALUE;

  private final class FakeLane implements Lane {
    private final String name;
    private final Runnable idle;
    private boolean over;
    private boolean held;

    private FakeLane(String name, Runnable idle) {
      this.name = name;
      this.idle = idle;
    }

    @Override
    public void post(Runnable task) {
      tasks.add(new Task(this, task));
    }

    @Override
    public void end() {
      post(() -> over = true);
    }
  }

  @Override
  public Lane make(String name, Runnable idle, Consumer<Throwable> failed) {
    if (made.size() == most) {
      throw new OutOfMemoryError("made up");
    }
    FakeLane lane = new FakeLane(name, idle);
    made.add(lane);
    return lane;
  }

  /// Runs all that can run.
  void run() {
    List<Task> kept = new ArrayList<>();
    while (!tasks.isEmpty()) {
      Task next = tasks.remove();
      if (next.lane().held) {
        kept.add(next);
      } else if (!next.lane().over) {
        next.body().run();
        next.lane().idle.run();
      }
    }
    tasks.addAll(kept);
  }

  /// The lane of this name is blocked, as by a client that does not read, or no longer is.
  void hold(String name, boolean held) {
    made.stream().filter(l -> l.name.equals(name)).forEach(l -> l.held = held);
  }

  /// There are no more threads than so many.
  void most(int lanes) {
    most = lanes;
  }

  /// The names of those that have not ended.
  List<String> alive() {
    return made.stream().filter(l -> !l.over).map(l -> l.name).toList();
  }
}
