package dev.pitstop.process;

import dev.pitstop.harness.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;

/// A little program for [DescriptorsTest]: without any free descriptor, a child dies by itself and
/// another is stopped that obeys only SIGKILL. Neither the processes of the first nor the second
/// can be seen or sent a signal then. It tells what becomes of them once there is room again.
public final class StoppedBlind {
  private static final StopLimits NO_TIME = new StopLimits(Duration.ZERO);

  /// Sets how many descriptors its parent may have, for each line.
  private static final String LIMITER =
      """
      import os, resource, sys
      for line in sys.stdin:
          _, hard = resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE)
          resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (int(line), hard))
          print("done", flush=True)
      """;

  private StoppedBlind() {}

  public static void main(String[] args) throws Exception {
    Process limiter = new ProcessBuilder("python3", "-c", LIMITER).start();
    BufferedReader done = limiter.inputReader();
    try (ChildFixture children = new ChildFixture()) {
      for (int most : List.of(300, 3)) { // the first time for the classes: later none can be read
        Child leaves = children.sh("trap '' HUP; sleep 999 & echo $!; read -r end");
        long left = ChildFixture.readPid(leaves);
        Child deaf = children.sh("trap '' TERM; echo ready; while :; do sleep 1; done");
        ChildFixture.readLine(deaf);
        limit(limiter.outputWriter(), done, most); // with 3, none is free
        leaves.closeStdin();
        Await.until("the end of the first child", () -> !leaves.alive());
        Stopped.How how = deaf.stop(NO_TIME, "test").how();
        limit(limiter.outputWriter(), done, 300);
        ChildFixture.exitOf(leaves);
        ChildFixture.awaitGone(left);
        ChildFixture.exitOf(deaf);
        System.out.println(how + ", all gone");
      }
    }
    limiter.destroy();
  }

  private static void limit(Writer limiter, BufferedReader done, int most) throws IOException {
    limiter.write(most + "\n");
    limiter.flush();
    done.readLine();
  }
}
