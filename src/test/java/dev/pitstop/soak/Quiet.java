package dev.pitstop.soak;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// After the noise: one server runs, everything is answered, nothing is left over. Each condition
/// may take its time; what does not come true within the guard is a problem.
final class Quiet {
  /// The JDK's own threads: compilers, carriers of virtual threads, reapers of processes that it
  /// keeps for a minute.
  private static final List<String> JDK_THREADS =
      List.of("C# Compiler", "ForkJoinPool", "process reap", "Attach Liste", "VirtualThrea");

  private static final int MORE_DESCRIPTORS = 2;
  private static final long USUAL_LIVE_KIB = 2 << 10;
  private static final long MORE_LIVE_KIB = 6 << 10;
  private static final long MOST_BESIDE_HEAP_KIB = 96 << 10;
  private static final long MOST_COMMITTED_KIB = 96 << 10;

  /// What the first quiet found; the second may not find much more.
  record Measured(
      Map<String, Integer> threads, int descriptors, long liveKib, long heapKib, long rssKib) {
    @Override
    public String toString() {
      return "RSS %d MiB (heap %d, live %d), %d threads, %d descriptors"
          .formatted(
              rssKib >> 10,
              heapKib >> 10,
              liveKib >> 10,
              threads.values().stream().mapToInt(n -> n).sum(),
              descriptors);
    }
  }

  private final Mode mode;
  private final Pitstop pitstop;
  private final Puppet puppet;
  private final Client client;
  private final Ledger ledger;
  private final Problems problems;

  Quiet(
      Mode mode, Pitstop pitstop, Puppet puppet, Client client, Ledger ledger, Problems problems) {
    this.mode = mode;
    this.pitstop = pitstop;
    this.puppet = puppet;
    this.client = client;
    this.ledger = ledger;
    this.problems = problems;
  }

  /// @param baseline of the quiet before
  /// @return empty if it did not become quiet at all
  Optional<Measured> come(Optional<Measured> baseline) {
    if (!serverRuns() || !allAnswered("quiet")) {
      return Optional.empty();
    }
    for (int i = 0; i < 70; i++) { // buffers of long messages are let go after 64 short ones
      client.call("once", "ok", "");
    }
    allAnswered("short calls");
    List<String> wrong = new ArrayList<>();
    Await.comesTrue(
        () -> {
          wrong.clear();
          look(baseline, wrong);
          return wrong.isEmpty() || !pitstop.isAlive();
        },
        () -> "quiet");
    wrong.forEach(what -> problems.add("not-quiet", what));
    givesBack();
    Optional<Jvm.Heap> heap = settledHeap(baseline);
    Measured now =
        new Measured(
            pitstop.view().threads(),
            pitstop.view().descriptors().size(),
            heap.map(Jvm.Heap::liveKib).orElse(0L),
            heap.map(Jvm.Heap::committedKib).orElse(0L),
            pitstop.view().rssKib());
    memory(now, heap, baseline);
    return Optional.of(now);
  }

  /// A reload that must succeed, and a call that must be answered by the new server.
  private boolean serverRuns() {
    for (int i = 0; i < 3; i++) {
      Asked reload = client.own("recompile", "");
      Await.comesTrue(() -> !ledger.isOpen(reload) || !pitstop.isAlive(), () -> "a reload");
      if (ledger.isOpen(reload)) {
        break;
      }
      Asked call = client.call("once", "ok", "");
      Await.comesTrue(() -> !ledger.isOpen(call) || !pitstop.isAlive(), () -> "a call");
      if (ledger.isGood(call)) {
        return true;
      }
      reload.note("and then " + call);
      if (i == 2) {
        problems.add("no-recovery", reload.toString());
      }
    }
    return allAnswered("recovery") && pitstop.isAlive();
  }

  boolean allAnswered(String when) {
    Await.comesTrue(() -> ledger.openCount() == 0 || !pitstop.isAlive(), () -> "all answers");
    List<Asked> open = ledger.openRequests();
    if (!open.isEmpty()) {
      open.forEach(asked -> problems.add("hangs", when + ": " + asked));
      puppet.control("threads-" + when.replace(' ', '-'), pitstop.jvm().threads());
    }
    return open.isEmpty();
  }

  private void look(Optional<Measured> baseline, List<String> wrong) {
    status(wrong);
    children(wrong);
    for (Asked listen : ledger.notifications().unacknowledged()) {
      wrong.add("not acknowledged: " + listen);
    }
    for (Asked tell : ledger.untold()) {
      wrong.add("update-lost: " + tell);
    }
    baseline.ifPresent(before -> {
      threads(before.threads(), wrong);
      List<String> descriptors = pitstop.view().descriptors();
      if (descriptors.size() > before.descriptors() + MORE_DESCRIPTORS) {
        wrong.add("descriptors: " + before.descriptors() + " before, now " + descriptors);
      }
    });
  }

  private void status(List<String> wrong) {
    Asked asked = client.own("server_status", "");
    Await.comesTrue(() -> !ledger.isOpen(asked) || !pitstop.isAlive(), () -> "the status");
    JsonObject status = ledger.facts(asked).orElseGet(JsonObject::new);
    if (!status.has("state")) {
      wrong.add("no status: " + asked);
      return;
    }
    long living = status.has("pid") ? 1 : 0;
    boolean agree =
        number(status, "spawns") == number(status, "kills") + number(status, "crashes") + living;
    if (!status.get("state").getAsString().equals("running")) {
      wrong.add("not running: " + status);
    } else if (number(status, "in_flight") != 0 || number(status, "held") != 0) {
      wrong.add("calls left over: " + status);
    } else if (!agree) {
      wrong.add("spawns are not stops + crashes + living: " + status);
    }
  }

  private static long number(JsonObject status, String name) {
    return status.get(name).getAsLong();
  }

  /// One server and the guardian.
  private void children(List<String> wrong) {
    int servers = Outside.servers(pitstop, puppet).size();
    int guardians = 0;
    List<ProcessView.Child> others = new ArrayList<>();
    List<ProcessView.Child> all = new ArrayList<>(pitstop.view().children());
    all.addAll(pitstop.orphans());
    for (ProcessView.Child child : all) {
      if (child.command().contains("pitstop-guardian")) {
        guardians++;
      } else if (!child.command().contains(puppet.dir().resolve("work/puppet.py").toString())
          && !toleratedOrphan(child)) {
        others.add(child);
      }
    }
    if (servers != 1 || guardians != 1 || !others.isEmpty()) {
      wrong.add(servers + " servers, " + guardians + " guardians, others: " + others);
    }
  }

  /// As process 1 it inherits the daemons of its servers while they live, and if it says so at its
  /// start, the dead ones of them too. Where there was no room for a thread, the JDK that has
  /// started a process may be without the one that reaps it.
  private boolean toleratedOrphan(ProcessView.Child child) {
    return switch (mode) {
      case PID_1 ->
          child.command().contains("puppet-daemon")
              || (child.zombie() && LogCheck.says(puppet, "--init"));
      case LITTLE_ADDRESS_SPACE -> child.zombie();
      case START_FIRST,
          STOP_FIRST,
          REPORT,
          REPLAY,
          MODERN,
          MODERN_STOP_FIRST,
          SMALL_HEAP,
          FEW_DESCRIPTORS,
          NON_BLOCKING,
          HANGING,
          LEGACY_OVER_MODERN,
          LEGACY_OVER_MODERN_STOP_FIRST,
          MODERN_OVER_LEGACY,
          MODERN_OVER_LEGACY_STOP_FIRST,
          LEGACY_OVER_MODERN_MANY,
          MODERN_OVER_LEGACY_MANY ->
          false;
    };
  }

  private void threads(Map<String, Integer> before, List<String> wrong) {
    pitstop
        .view()
        .threads()
        .forEach((name, now) -> {
          boolean jdk = JDK_THREADS.stream().anyMatch(name::startsWith);
          int allowed = before.getOrDefault(name, 0) + (jdk ? 12 : 1);
          if (now > allowed) {
            wrong.add(
                "threads `" + name + "`: " + before.getOrDefault(name, 0) + " before, now " + now);
          }
        });
  }

  /// The heap when what was kept for large messages has been let go, which is a second after the
  /// last of them, or when that does not come.
  private Optional<Jvm.Heap> settledHeap(Optional<Measured> baseline) {
    List<Optional<Jvm.Heap>> seen = new ArrayList<>();
    Await.comesTrue(
        () -> {
          seen.add(pitstop.jvm().collect().map(this::withoutJournal));
          boolean much = seen.getLast().filter(h -> isMuch(h, baseline)).isPresent();
          if (much) {
            Wire.pause(500);
          }
          return !much || !pitstop.isAlive();
        },
        () -> "a small heap");
    return seen.getLast();
  }

  /// The journal may grow to its limit; what else lives may not grow.
  private Jvm.Heap withoutJournal(Jvm.Heap heap) {
    return new Jvm.Heap(heap.liveKib() - Readers.journalKib(pitstop), heap.committedKib());
  }

  /// What large messages made the heap grow by is given back without anybody asking for it.
  private void givesBack() {
    List<Optional<Jvm.Heap>> seen = new ArrayList<>();
    boolean gone =
        Await.comesTrue(
            () -> {
              seen.add(pitstop.jvm().look());
              boolean much =
                  seen.getLast().filter(h -> h.committedKib() > MOST_COMMITTED_KIB).isPresent();
              if (much) {
                Wire.pause(500);
              }
              return !much || !pitstop.isAlive();
            },
            () -> "memory to be given back");
    if (!gone) {
      problems.add("heap-kept", seen.getLast() + ": not given back");
    }
  }

  private static boolean isMuch(Jvm.Heap heap, Optional<Measured> baseline) {
    return heap.committedKib() > MOST_COMMITTED_KIB || isMuch(heap.liveKib(), baseline);
  }

  private static boolean isMuch(long liveKib, Optional<Measured> baseline) {
    return liveKib > baseline.map(Measured::liveKib).orElse(USUAL_LIVE_KIB) + MORE_LIVE_KIB;
  }

  private void memory(Measured now, Optional<Jvm.Heap> heap, Optional<Measured> baseline) {
    if (isMuch(now.liveKib(), baseline)) {
      String before = baseline.map(b -> b.liveKib() + " KiB before, ").orElse("");
      problems.add("live-heap", before + "now " + now.liveKib() + " KiB");
      puppet.control("heap", pitstop.jvm().histogram());
      pitstop.jvm().dump(puppet.dir().resolve("heap.hprof"));
    }
    heap.ifPresent(h -> {
      long beside = now.rssKib() - h.committedKib();
      if (beside > MOST_BESIDE_HEAP_KIB) {
        problems.add("rss", beside + " KiB beside the heap of " + h);
      }
    });
  }
}
