package dev.pitstop.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// `scripts/soak [SECONDS] [SEED] [MODE…]`: sessions of all modes in turn, four at a time, until
/// the time is over; every mode at least once; in less than 30 seconds, one session a lane. The
/// seed decides what client and servers do.
final class Soak {
  /// More than there may be processors, as sessions wait most of their time.
  private static final int LANES = 4;

  /// A shorter soak has one session a lane.
  private static final long LEAST_SECONDS_OF_ALL = 30;

  private final long seed;
  private final long seconds;
  private final Set<Mode> modes;
  private final Path python;
  private final long begun = System.nanoTime();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  private Soak(long seconds, long seed, Set<Mode> modes, Path python) {
    this.seconds = seconds;
    this.seed = seed;
    this.modes = modes;
    this.python = python;
  }

  public static void main(String[] args) throws InterruptedException {
    long seconds = args.length > 0 ? Long.parseLong(args[0]) : 60;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime() & 0xFFFFFF;
    Set<Mode> modes = EnumSet.allOf(Mode.class);
    if (args.length > 2) {
      modes = named(List.of(args).subList(2, args.length));
    }
    System.out.println("soak: " + seconds + " s, seed " + seed);
    System.exit(new Soak(seconds, seed, modes, python()).run() == 0 ? 0 : 1);
  }

  private static Set<Mode> named(List<String> words) {
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    for (String word : words) {
      Optional<Mode> mode =
          EnumSet.allOf(Mode.class).stream().filter(m -> m.word().equals(word)).findFirst();
      modes.add(mode.orElseThrow(() -> new IllegalArgumentException("no mode " + word)));
    }
    return modes;
  }

  /// The interpreter itself: a wrapper in front of it would cost each start of a server.
  private static Path python() {
    List<String> ask = List.of("python3", "-c", "import sys; print(sys.executable)");
    return Path.of(
        ProcessView.run(ask)
            .map(String::strip)
            .orElseThrow(() -> new IllegalStateException("no python3 on the PATH")));
  }

  private int run() throws InterruptedException {
    modes.removeIf(mode -> {
      Optional<String> obstacle = Pitstop.obstacle(mode);
      obstacle.ifPresent(why -> System.out.println("skipped " + mode.word() + ": " + why));
      return obstacle.isPresent();
    });
    if (seconds < LEAST_SECONDS_OF_ALL
        && modes.size() > LANES) { // a smoke: a few, others each time
      List<Mode> some = new ArrayList<>(modes);
      Collections.shuffle(some, new Random(seed));
      modes.retainAll(some.subList(0, LANES));
    }
    List<Thread> lanes = new ArrayList<>();
    for (int i = 0; i < LANES; i++) {
      lanes.add(Thread.ofPlatform().name("lane").start(this::lane));
    }
    for (Thread lane : lanes) {
      lane.join();
    }
    long took = (System.nanoTime() - begun) / 1_000_000_000;
    String end = failed.get() == 0 ? "all well" : failed.get() + " sessions failed";
    System.out.println("soak: " + next.get() + " sessions in " + took + " s, " + end);
    return failed.get();
  }

  /// Takes sessions until every mode had its turn and the time is over.
  private void lane() {
    while (!modes.isEmpty()) {
      int index = next.getAndIncrement();
      int round = index / modes.size();
      if (round > 0 && System.nanoTime() - begun > seconds * 1_000_000_000) {
        next.decrementAndGet();
        return;
      }
      List<Mode> order = new ArrayList<>(modes);
      Collections.shuffle(order, new Random(seed + round));
      session(order.get(index % order.size()), round);
    }
  }

  private void session(Mode mode, int round) {
    long its = seed * 1_000_003 + round * 1_009L + mode.word().hashCode();
    long begin = System.nanoTime();
    try {
      Path dir = Files.createTempDirectory("pitstop-soak-").toRealPath();
      long noise = Math.clamp(seconds * 25, 1_500, 10_000);
      Session.Outcome outcome = new Session(mode, its, dir, python).run(noise);
      long took = (System.nanoTime() - begin) / 1_000_000_000;
      report(mode, round, took, outcome, dir);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      failed.incrementAndGet();
      System.out.println("FAILED " + mode.word() + ": the soak itself: " + e);
      e.printStackTrace(System.out);
    }
  }

  private void report(Mode mode, int round, long took, Session.Outcome outcome, Path dir)
      throws IOException {
    boolean well = outcome.problems().none();
    String head = mode.word() + " (round " + round + ", " + took + " s): " + outcome.summary();
    if (well) {
      System.out.println("ok " + head);
      delete(dir);
      return;
    }
    failed.incrementAndGet();
    String again = "again: scripts/soak " + seconds + " " + seed + " " + mode.word();
    String all = "FAILED " + head + "\n" + outcome.problems() + "  " + again + "\n  kept: " + dir;
    Files.writeString(dir.resolve("problems"), all);
    System.out.println(all);
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
