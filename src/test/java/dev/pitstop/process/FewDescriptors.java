package dev.pitstop.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;

/// A little program for [DescriptorsTest]: starts processes while only so many descriptors are
/// free, and tells of each start how it went and what descriptor 0 is afterwards.
public final class FewDescriptors {
  private static final Command TRUE = new Command(List.of("true"), Map.of(), Path.of("/"));

  private FewDescriptors() {}

  public static void main(String[] args) throws Exception {
    OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
    ProcessTable.read();
    attempt(spawner, TRUE); // so that all classes are there: later there is no room to read them
    attempt(spawner, new Command(List.of("true"), Map.of("A=B", "x"), Path.of("/")));
    ArrayDeque<FileInputStream> all = DescriptorLimit.takeAll();
    StringBuilder report = new StringBuilder();
    for (int free = 0; free <= 2 * Starter.Careful.DESCRIPTORS; free++) {
      report.append(free).append(' ').append(attempt(spawner, TRUE)).append('\n');
      all.remove().close();
    }
    while (!all.isEmpty()) {
      all.remove().close();
    }
    System.out.print(report);
    System.out.println("stdin " + Files.readSymbolicLink(Path.of("/proc/self/fd/0")));
    spawner.close();
  }

  private static String attempt(OsSpawner spawner, Command command) throws IOException {
    try {
      Child child = spawner.spawn(command);
      child.exited().join();
      child.stdout().close();
      child.stderr().close();
      return "started";
    } catch (SpawnException refused) {
      return refused.getMessage();
    }
  }
}
