package dev.pitstop.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Outlives Pitstop by a moment: a small shell process that is told the pid of each child and, when
/// its stdin ends, kills the trees of those that are left (L6, F7). That is what happens when
/// Pitstop itself is killed with SIGKILL.
///
/// One for all children, in a session of its own, deaf to SIGINT, SIGTERM and SIGHUP. Started by a
/// thread of its own after the first child was, which it never delays. If it dies, it is started
/// again at once, but not more than four times a minute. Where the [Platform] has no script for it,
/// nothing happens at all.
///
/// Left open: children are not guarded for the milliseconds until they are announced, or until a
/// guardian that was killed is replaced; a descendant that put itself into its own session and
/// whose parent is gone is a daemon, and spared.
final class Guardian implements Closeable {
  /// Starts within a [#WINDOW_NANOS]; with more, something kills it on purpose, or it cannot run.
  static final int STARTS = 4;

  private static final long WINDOW_NANOS = 60_000_000_000L;

  /// The least pause before another try.
  private static final long RETRY_NANOS = 1_000_000_000L;

  private static final String UNGUARDED =
      "no guardian process: servers can outlive Pitstop if it is killed now: ";

  private static final String READ_PIDS =
      """
      trap '' INT TERM HUP PIPE
      live=
      while read -r line; do
        case $line in
          +*) live="$live ${line#+}" ;;
          -*) kept=
              for pid in $live; do [ "$pid" = "${line#-}" ] || kept="$kept $pid"; done
              live=$kept ;;
        esac
      done
      [ -n "$live" ] || exit 0
      tree="$live "
      round=0
      while [ $round -lt 100 ]; do
        round=$((round + 1))
      """;

  private static final String KILL_TREES =
      """
        grown=1
        while [ $grown = 1 ]; do
          grown=0
          for entry in $table; do
            pid=${entry%%:*}
            case $tree in *" $pid "*) continue ;; esac
            rest=${entry#*:}
            parent=${rest%%:*}
            rest=${rest#*:}
            case $tree in
              *" $parent "*|*" ${rest%%:*} "*|*" ${rest#*:} "*) tree="$tree$pid " grown=1 ;;
            esac
          done
        done
        found=0
        for entry in $table; do
          pid=${entry%%:*}
          case $tree in
            *" $pid "*) [ "$pid" = $$ ] || { kill -KILL "$pid" 2>/dev/null && found=1; } ;;
          esac
        done
        [ $found = 1 ] || exit 0
      done
      """;

  private sealed interface Order permits Say, Replace, Retry, Quit {}

  private record Say(String line) implements Order {}

  /// This shell process has ended.
  private record Replace(Process dead) implements Order {}

  /// There should be a shell process and is none.
  private record Retry() implements Order {}

  private record Quit() implements Order {}

  private final Platform platform;
  private final Threads threads;
  private final Starter starter;
  private final Consumer<String> problems;
  private final String script;
  private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();

  /// Pids to guard; a restarted shell gets them again. Written by spawner and waiters, read by the
  /// guardian's thread.
  private final Set<Long> guarded = ConcurrentHashMap.newKeySet();

  /// Guards the flags; held for an instant only.
  private final Object lock = new Object();

  private boolean running;
  private boolean closed;

  /// Written by the guardian's thread, read by the spawner; 0 while there is none.
  private volatile long shellPid;

  // The rest belongs to the guardian's thread alone.
  private Optional<Process> shell = Optional.empty();
  private int starts;
  private long windowBegan;

  /// @param problems told, by any thread, when children are not guarded
  Guardian(Platform platform, Threads threads, Starter starter, Consumer<String> problems) {
    this.platform = platform;
    this.threads = threads;
    this.starter = starter;
    this.problems = problems;
    String table = platform.processTableScript();
    this.script = table.isEmpty() ? "" : READ_PIDS + table + KILL_TREES;
  }

  /// Guards this child from now on. Never blocks.
  void watch(long pid) {
    guarded.add(pid);
    order(new Say("+" + pid));
  }

  /// This child and its tree are dead. Never blocks.
  void forget(long pid) {
    guarded.remove(pid);
    order(new Say("-" + pid));
  }

  /// Whether this child is guarded, or is the guardian itself.
  boolean knows(long pid) {
    return guarded.contains(pid) || shellPid == pid;
  }

  /// Ends the shell process, which kills what is still guarded. Never blocks.
  @Override
  public void close() {
    order(new Quit());
  }

  private void order(Order order) {
    if (script.isEmpty()) {
      return;
    }
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = order instanceof Quit;
      if (!running && !closed) {
        running = startThread();
      }
      if (running) {
        orders.add(order);
      }
    }
  }

  private boolean startThread() {
    try {
      threads.start("pitstop-guardian", this::run);
      return true;
    } catch (OutOfMemoryError noThread) {
      problems.accept(UNGUARDED + noThread.getMessage());
      return false; // the next order tries again; what this one says is in `guarded`
    }
  }

  private void run() {
    boolean more = true;
    while (more) {
      try {
        more = obey(next());
      } catch (InterruptedException nobodyShould) {
        // This thread is private and its end is an order; an interrupt has no meaning here.
      } catch (IOException unable) {
        dropShell();
        problems.accept(UNGUARDED + unable.getMessage());
      } catch (Throwable defect) {
        dropShell();
        problems.accept(UNGUARDED + defect);
      }
    }
  }

  /// The next order. While there should be a guardian and is none, to try again in a while is one.
  private Order next() throws InterruptedException {
    if (shell.isPresent() || guarded.isEmpty()) {
      return orders.take();
    }
    long rest = WINDOW_NANOS - (System.nanoTime() - windowBegan);
    Order order = orders.poll(Math.max(rest, RETRY_NANOS), TimeUnit.NANOSECONDS);
    return order == null ? new Retry() : order;
  }

  /// Returns whether there may be more to do.
  private boolean obey(Order order) throws IOException {
    if (order instanceof Retry) {
      startShell();
    } else if (order instanceof Say say) {
      if (shell.isEmpty()) {
        startShell();
      } else {
        tell(say.line());
      }
    } else if (order instanceof Replace replace) {
      if (shell.isEmpty() || shell.get().equals(replace.dead())) {
        dropShell();
        startShell();
      }
    } else {
      hangUp();
      return false;
    }
    return true;
  }

  private void tell(String line) throws IOException {
    try {
      write(shell.get(), line);
    } catch (IOException died) {
      dropShell(); // killed by somebody: a new one is told everything
      startShell();
    }
  }

  private void startShell() throws IOException {
    if (guarded.isEmpty() || !mayStart()) {
      return;
    }
    Process started = starter.start(builder());
    shell = Optional.of(started);
    shellPid = started.pid();
    started.onExit().thenRun(() -> order(new Replace(started)));
    for (long pid : guarded) {
      write(started, "+" + pid);
    }
  }

  private boolean mayStart() {
    long now = System.nanoTime();
    if (starts == 0 || now - windowBegan > WINDOW_NANOS) {
      windowBegan = now;
      starts = 0;
    }
    starts++;
    if (starts == STARTS + 1) {
      problems.accept(UNGUARDED + "the guardian process ended " + STARTS + " times in a minute");
    }
    return starts <= STARTS;
  }

  /// Ends a shell that did not take what it was told. With SIGKILL: at the end of its stdin it
  /// would kill those that it knows.
  private void dropShell() {
    if (shell.isPresent()) {
      shell.get().destroyForcibly();
      shell = Optional.empty();
      shellPid = 0;
    }
  }

  private ProcessBuilder builder() {
    List<String> argv = new ArrayList<>();
    Optional<Path> setsid = platform.setsid();
    if (setsid.isPresent()) {
      argv.add(setsid.get().toString());
    }
    argv.addAll(List.of("/bin/sh", "-c", script, "pitstop-guardian"));
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.directory(Path.of("/").toFile()); // hold no directory of the user's
    Map<String, String> environment = builder.environment();
    environment.clear(); // none of it is needed, and secrets may be in it
    environment.put("PATH", "/usr/bin:/bin");
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return builder;
  }

  private static void write(Process shell, String line) throws IOException {
    OutputStream stdin = shell.getOutputStream();
    stdin.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    stdin.flush();
  }

  private void hangUp() {
    if (shell.isPresent()) {
      try {
        shell.get().getOutputStream().close();
      } catch (IOException alreadyGone) {
        // Then there is nobody to hang up on.
      }
      shell = Optional.empty();
    }
  }
}
