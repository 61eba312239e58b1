package dev.pitstop.process;

import dev.pitstop.harness.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A little program for [GuardianTest]: starts trees as Pitstop would, tells their pids, and waits
/// to be killed.
public final class GuardianVictim {
  private static final String TREE =
      """
      import os, signal, time
      for s in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
          signal.signal(s, signal.SIG_IGN)
      os.write(1, b"%d\\n" % os.getpid())
      if os.fork() == 0:
          os.write(1, b"%d\\n" % os.getpid())
          if os.fork() == 0:
              os.setsid()
              os.write(1, b"%d\\n" % os.getpid())
              time.sleep(1000)
          time.sleep(1000)
      if os.fork() == 0:
          if os.fork() == 0:
              os.write(1, b"%d\\n" % os.getpid())
              open('/proc/self/comm', 'w').write('a) S 1 (b')
              time.sleep(1000)
          os._exit(0)
      time.sleep(1000)
      """;

  private GuardianVictim() {}

  private static boolean spawnerWaits() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("pitstop-spawner")) {
        return thread.getState() == Thread.State.WAITING;
      }
    }
    return false;
  }

  public static void main(String[] args) throws Exception {
    Path here = Path.of("").toAbsolutePath();
    try (OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {})) {
      Child gone = spawner.spawn(new Command(List.of("true"), Map.of(), here));
      gone.exited().join();
      for (int i = 0; i < 2; i++) {
        Child child = spawner.spawn(new Command(List.of("python3", "-c", TREE), Map.of(), here));
        for (int line = 0; line < 4; line++) {
          System.out.println(ChildFixture.readLine(child));
        }
      }
      System.out.println("ready");
      while (System.in.read() >= 0) { // a line: start one more, tell when the guardian is there
        spawner.spawn(new Command(List.of("true"), Map.of(), here)).exited().join();
        Await.until("the guardian's thread waits", GuardianVictim::spawnerWaits);
        System.out.println("waits");
      }
    }
  }
}
