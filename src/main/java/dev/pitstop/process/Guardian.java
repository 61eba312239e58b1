package dev.pitstop.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A small shell process that outlives Pitstop by a moment. It is told the pid of each child. When
/// its stdin ends, it kills the trees of the children that are left. That happens when Pitstop
/// itself is killed with SIGKILL.
///
/// One guardian serves all children. It has a session of its own and ignores SIGINT, SIGTERM and
/// SIGHUP. The spawner's thread starts it after the first child, so it never delays that child. If
/// something kills it, the start of the next child brings it back. Where the [Platform] has no
/// script for it, nothing happens.
///
/// Two gaps remain. A child is not guarded for the milliseconds until it is announced, or after the
/// guardian was killed. A descendant in its own session whose parent is gone counts as a daemon and
/// is spared.
final class Guardian implements Closeable {
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

  private final Starter starter;
  private final Consumer<String> problems;
  private final List<String> argv = new ArrayList<>(); // empty where there is no script

  private final Set<Long> guarded = new HashSet<>(); // guarded by this lock, held for an instant

  /// The shell process, as far as is known; changed with the lock.
  private volatile Optional<Process> shell = Optional.empty();

  /// @param environment in whose `PATH` the system's programs are
  /// @param problems gets a message when children are not guarded; on the spawner's thread
  Guardian(
      Platform platform,
      Map<String, String> environment,
      Starter starter,
      Consumer<String> problems) {
    this.starter = starter;
    this.problems = problems;
    String table = platform.processTableScript();
    if (!table.isEmpty()) {
      platform.setsid(environment).ifPresent(file -> argv.add(file.toString()));
      String script = READ_PIDS + table + KILL_TREES;
      argv.addAll(List.of("/bin/sh", "-c", script, "pitstop-guardian"));
    }
  }

  /// Guards this child from now on, as soon as the shell process [#stand]s.
  synchronized void watch(long pid) {
    guarded.add(pid);
    tell("+" + pid);
  }

  /// This child and its tree are dead.
  synchronized void forget(long pid) {
    guarded.remove(pid);
    tell("-" + pid);
  }

  /// Ends the shell process, which then kills the children that are still guarded. Nothing is
  /// started any more.
  @Override
  public synchronized void close() {
    if (shell.isPresent()) {
      try {
        shell.get().getOutputStream().close();
      } catch (IOException alreadyGone) {
        // There is nobody to hang up on.
      }
    }
  }

  /// Starts the shell process if it is missing, which [#watch] notices. For the spawner's thread.
  void stand() {
    if (argv.isEmpty() || shell.isPresent()) {
      return;
    }
    try {
      Process started = starter.start(builder());
      synchronized (this) {
        shell = Optional.of(started);
        for (long pid : guarded) {
          tell("+" + pid);
        }
      }
    } catch (Throwable unable) {
      problems.accept(UNGUARDED + unable.getMessage());
    }
  }

  private ProcessBuilder builder() {
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.directory(Path.of("/").toFile()); // do not hold a directory of the user
    Map<String, String> own = builder.environment();
    own.clear(); // the shell needs none of it, and it may hold secrets
    own.put("PATH", "/usr/bin:/bin");
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return builder;
  }

  /// The shell reads all that it is told at once, so this never waits.
  private void tell(String line) {
    if (shell.isPresent()) {
      try {
        OutputStream stdin = shell.get().getOutputStream();
        stdin.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        stdin.flush();
      } catch (IOException died) {
        shell = Optional.empty(); // something killed it: the next one is told everything
      }
    }
  }
}
