package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A process that watches `*.py` in a directory until its input ends, and prints what it is told;
/// for a test that needs another locale than its own.
final class ForeignNames {
  private ForeignNames() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try (Watcher watcher =
        Watcher.start(
            Path.of(args[0]),
            List.of("*.py"),
            WatchOptions.defaults(),
            settled -> System.out.println("settled " + settled.count()),
            problem -> System.out.println("problem " + problem.text()))) {
      watcher.ready().join();
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // Nothing is said to it: it waits for the end.
      }
    }
  }
}
