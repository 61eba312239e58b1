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

/// Outlives Pitstop by a moment: a small shell process that is told the pid of each child and, when
/// its stdin ends, kills the trees of those that are left (L6, F7). That is what happens when
/// Pitstop itself is killed with SIGKILL.
///
/// One for all children, in a session of its own, deaf to SIGINT, SIGTERM and SIGHUP. Started by a
/// thread of its own after the first child was, which it never delays. If it dies, it is started
/// again, three times at most. Where the [Platform] has no script for it, nothing happens at all.
///
/// Left open: children are not guarded for the milliseconds until they are announced; a descendant
/// that put itself into its own session and whose parent is gone is a daemon, and spared.
final class Guardian implements Closeable {
  private static final int STARTS = 4;

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

  private sealed interface Order permits Say, Quit {}

  private record Say(String line) implements Order {}

  private record Quit() implements Order {}

  private final Platform platform;
  private final String script;
  private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();

  /// Pids to guard, told anew to a restarted shell. Written by spawner and waiters, read by the
  /// guardian's thread.
  private final Set<Long> guarded = ConcurrentHashMap.newKeySet();

  /// Guards the flags; held for an instant only.
  private final Object lock = new Object();

  private boolean threadStarted;
  private boolean closed;

  // The rest belongs to the guardian's thread alone.
  private Optional<Process> shell = Optional.empty();
  private int starts;

  Guardian(Platform platform) {
    this.platform = platform;
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
      boolean quit = order instanceof Quit;
      if (closed || (quit && !threadStarted)) {
        closed = true;
        return;
      }
      closed = quit;
      orders.add(order);
      if (!threadStarted) {
        threadStarted = true;
        Thread.ofPlatform().daemon().name("pitstop-guardian").start(this::run);
      }
    }
  }

  private void run() {
    while (true) {
      try {
        if (!(orders.take() instanceof Say say)) {
          hangUp();
          return;
        }
        tell(say.line());
      } catch (InterruptedException nobodyShould) {
        // This thread is private and its end is an order; an interrupt has no meaning here.
      }
    }
  }

  private void tell(String line) {
    if (shell.isPresent()) {
      try {
        write(shell.get(), line);
        return;
      } catch (IOException died) {
        shell = Optional.empty(); // killed by somebody: a new one is told everything
      }
    }
    if (guarded.isEmpty()) {
      return;
    }
    while (shell.isEmpty() && starts < STARTS) {
      starts++;
      try {
        Process started = start();
        for (long pid : guarded) {
          write(started, "+" + pid);
        }
        shell = Optional.of(started);
      } catch (IOException unable) {
        // No shell, no more processes, or it was killed at once: try again, then live without.
      }
    }
  }

  private Process start() throws IOException {
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
    return builder.start();
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
