package dev.pitstop.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// The engine that all sessions of a run share (`--engine`), and the one that kills it: at random
/// moments, now and then a second time before it has found its feet. Threads: the reaper's own;
/// what others call is safe for all.
final class SharedEngine {
  private static final int SHORTEST_MILLIS = 1_500;
  private static final int LONGEST_MILLIS = 8_000;
  private static final int TWICE_PERCENT = 10;

  /// What a Java machine has open for itself: its files, `/dev/null`, the log, the socket that
  /// listens and one that the JDK never closes.
  private static final int USUAL_DESCRIPTORS = 24;

  private static final int USUAL_THREADS = 40;

  private final Path root;
  private final Random random;
  private final Deaths deaths = new Deaths();
  private final Problems problems = new Problems();
  private final AtomicInteger direct = new AtomicInteger();
  private final AtomicInteger served = new AtomicInteger();
  private final Thread reaper;
  private volatile boolean ends;
  private String resources = "";

  /// @param root the folder of the run
  SharedEngine(Path root, long seed) throws IOException {
    this.root = root;
    random = new Random(seed);
    Files.createDirectories(runtime());
    reaper = Thread.ofPlatform().daemon().name("reaper").unstarted(this::reap);
  }

  void start() {
    reaper.start();
  }

  /// Nobody kills it any more.
  void peace() {
    ends = true;
  }

  Deaths deaths() {
    return deaths;
  }

  /// The directory of all sockets.
  Path runtime() {
    return root.resolve("run");
  }

  void environment(Map<String, String> env) {
    env.put("PITSTOP_ENGINE", "on");
    env.put("XDG_RUNTIME_DIR", runtime().toString());
    env.put("PITSTOP_JAVA_OPTS", "");
  }

  /// Its process, or the shell that is about to become it.
  Optional<Long> process() {
    return ProcessView.running(runtime() + "/pitstop-engine/engine-").stream().findFirst();
  }

  /// A session went on as a JVM of its own.
  void wentDirect() {
    direct.incrementAndGet();
  }

  /// So many readers of a session's socket got what they came for.
  void served(int readers) {
    served.addAndGet(readers);
  }

  // ---- the reaper ----

  private void reap() {
    while (!ends) {
      Optional<Long> engine = process();
      if (engine.isEmpty()) {
        Guard.pause(20);
        continue;
      }
      boolean soon = deaths.over() > 0 && random.nextInt(100) < TWICE_PERCENT;
      lives(
          engine.get(),
          soon ? random.nextInt(500) : random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS));
    }
  }

  /// Lets it live for so long.
  private void lives(long engine, long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() - end < 0) {
      if (ends) {
        return;
      }
      if (isGone(engine)) {
        problems.add("engine-ended", engine + " ended by itself");
        return;
      }
      Guard.pause(5);
    }
    deaths.when(() -> {
      ProcessView.signal(engine, "KILL");
      Guard.await(() -> isGone(engine));
    });
  }

  private static boolean isGone(long pid) {
    return new ProcessView(pid).ended();
  }

  // ---- the end ----

  /// After all sessions: what is left of them in the engine or beside it.
  Problems end() throws InterruptedException, IOException {
    ends = true;
    reaper.join();
    Optional<Long> engine = process();
    if (engine.isPresent()) {
      nothingLeft(new ProcessView(engine.get()));
      log();
      ProcessView.signal(engine.get(), "KILL");
      Guard.await(() -> isGone(engine.get()));
    } else {
      problems.add("engine-ended", "there is none");
    }
    if (served.get() == 0) {
      problems.add("readers", "no reader of a socket was served");
    }
    List<String> left = new ArrayList<>();
    if (!Guard.await(
        () -> {
          left.clear();
          for (long pid : ProcessView.running(root.toString())) {
            left.add(pid + " " + new ProcessView(pid).command());
          }
          return left.isEmpty();
        })) {
      problems.add("left-over", left.toString());
    }
    return problems;
  }

  private void nothingLeft(ProcessView engine) {
    List<String> wrong = new ArrayList<>();
    Guard.await(() -> {
      wrong.clear();
      List<String> descriptors = engine.descriptors();
      int threads = engine.threads().values().stream().mapToInt(n -> n).sum();
      resources =
          "engine: RSS %d MiB, %d threads, %d descriptors"
              .formatted(engine.rssKib() >> 10, threads, descriptors.size());
      long sockets = descriptors.stream().filter(d -> d.contains("socket:")).count();
      boolean session =
          descriptors.stream().anyMatch(d -> d.contains("memfd:") || d.contains("pipe:"));
      if (session || sockets > 2 || descriptors.size() > USUAL_DESCRIPTORS) {
        wrong.add("descriptors: " + descriptors + "; of these: " + named(descriptors));
      }
      if (threads > USUAL_THREADS) {
        wrong.add("threads: " + engine.threads());
      }
      return wrong.isEmpty();
    });
    wrong.forEach(what -> problems.add("engine-left", what));
  }

  /// What the system says of these sockets: state and path, if they have one.
  private static List<String> named(List<String> descriptors) {
    try (Stream<String> sockets = Files.lines(Path.of("/proc/net/unix"))) {
      return sockets
          .map(line -> line.strip().split(" +", 7))
          .filter(
              s -> s.length == 7 && descriptors.toString().contains("[" + s[6].split(" ")[0] + "]"))
          .map(s -> String.join(" ", s))
          .toList();
    } catch (IOException e) {
      return List.of(e.toString());
    }
  }

  /// The log of all engines of the run.
  private void log() throws IOException {
    try (Stream<Path> files = Files.list(runtime().resolve("pitstop-engine"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        LogCheck.engine(file, problems);
      }
    }
  }

  @Override
  public String toString() {
    return deaths.over() + " deaths, " + direct + " sessions went the direct way; " + resources;
  }
}
