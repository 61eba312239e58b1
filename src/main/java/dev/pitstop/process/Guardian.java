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

/// A small shell process that outlives Pitstop by a moment. It is told the pid of each child. When
/// its stdin ends, it kills the trees of the children that are left. That happens when Pitstop
/// itself is killed with SIGKILL.
///
/// One guardian serves all children. It has a session of its own and ignores SIGINT, SIGTERM and
/// SIGHUP. A thread of its own starts it after the first child, so it never delays that child. If
/// the guardian dies, it is started again at once, but at most four times a minute. Where the
/// [Platform] has no script for it, nothing happens.
///
/// Two gaps remain. A child is not guarded for the milliseconds until it is announced, or until a
/// killed guardian is replaced. A descendant in its own session whose parent is gone counts as a
/// daemon and is spared.
final class Guardian implements Closeable {
  /// The most starts within a [#WINDOW_NANOS]. If more are needed, something kills the shell on
  /// purpose, or it cannot run.
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

  /// The shell process is missing but wanted: try again.
  private record Retry() implements Order {}

  private record Quit() implements Order {}

  private final Platform platform;
  private final Map<String, String> environment;
  private final Threads threads;
  private final Starter starter;
  private final Consumer<String> problems;
  private final String script;
  private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();

  /// The pids to guard; a restarted shell gets them again. Written by the spawner and the waiting
  /// threads, read by the guardian's thread.
  private final Set<Long> guarded = ConcurrentHashMap.newKeySet();

  /// Guards the flags. Held only for an instant.
  private final Object lock = new Object();

  private boolean running;
  private boolean closed;

  // The rest belongs to the guardian's thread alone.
  private Optional<Process> shell = Optional.empty();
  private int starts;
  private long windowBegan;

  /// @param environment in whose `PATH` the system's programs are
  /// @param problems gets a message when children are not guarded; on any thread
  Guardian(
      Platform platform,
      Map<String, String> environment,
      Threads threads,
      Starter starter,
      Consumer<String> problems) {
    this.platform = platform;
    this.environment = environment;
    this.threads = threads;
    this.starter = starter;
    this.problems = problems;
    String table = platform.processTableScript();
    this.script = !table.isEmpty() ? READ_PIDS + table + KILL_TREES : "";
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

  /// Ends the shell process, which then kills the children that are still guarded. Never blocks.
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
        threads.start("pitstop-guardian", this::run);
        running = true;
      }
      if (running) {
        orders.add(order);
      }
    }
  }

  private void run() {
    boolean more = true;
    while (more) {
      try {
        more = obey(next());
      } catch (InterruptedException nobodyShould) {
        // This thread is private and ends by an order: an interrupt has no meaning here.
      } catch (IOException unable) {
        dropShell();
        problems.accept(UNGUARDED + unable.getMessage());
      } catch (Throwable defect) {
        dropShell();
        problems.accept(UNGUARDED + defect);
      }
    }
  }

  /// The next order. While the guardian is missing but wanted, waits only a while and then tries
  /// again.
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
      dropShell(); // something killed it: a new one is told everything
      startShell();
    }
  }

  private void startShell() throws IOException {
    if (guarded.isEmpty() || !mayStart()) {
      return;
    }
    Process started = starter.start(builder());
    shell = Optional.of(started);
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

  /// Ends a shell that did not take an order. Uses SIGKILL: at the end of its stdin the shell would
  /// kill the children that it knows.
  private void dropShell() {
    if (shell.isPresent()) {
      shell.get().destroyForcibly();
      shell = Optional.empty();
    }
  }

  private ProcessBuilder builder() {
    List<String> argv = new ArrayList<>();
    Optional<Path> setsid = platform.setsid(environment);
    if (setsid.isPresent()) {
      argv.add(setsid.get().toString());
    }
    argv.addAll(List.of("/bin/sh", "-c", script, "pitstop-guardian"));
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.directory(Path.of("/").toFile()); // do not hold a directory of the user
    Map<String, String> own = builder.environment();
    own.clear(); // the shell needs none of it, and it may hold secrets
    own.put("PATH", "/usr/bin:/bin");
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
        // There is nobody to hang up on.
      }
      shell = Optional.empty();
    }
  }
}
