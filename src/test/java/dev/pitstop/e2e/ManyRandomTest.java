package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// By dice: servers that are added, removed, reloaded, crashed and called from many threads at
/// once. In the end every call is settled, and nothing is left of anything.
///
/// `-Dpitstop.e2e.many.seed=N` throws the same dice again, `-Dpitstop.e2e.many.seconds=N` for
/// longer.
///
/// Threads: each worker has its own dice and calls; what they share is atomic or synchronized.
@DisplayName("many servers: by dice")
@Tag("all")
class ManyRandomTest {
  private static final int SECONDS = Integer.getInteger("pitstop.e2e.many.seconds", 20);
  private static final int WORKERS = 6;
  private static final int SERVERS = 5;
  private static final int IN_FLIGHT = 12;

  /// Threads that the JDK keeps for a while, or starts as it likes.
  private static final Set<String> JDKS = Set.of("process reaper", "C1 CompilerThre");

  @RegisterExtension final ManyBench bench = new ManyBench();

  private final List<FixtureServer> servers = new ArrayList<>();
  private final Set<String> problems = ConcurrentHashMap.newKeySet();
  private final AtomicInteger settled = new AtomicInteger();
  private final AtomicInteger succeeded = new AtomicInteger();

  private static String name(int server) {
    return "s" + server;
  }

  /// A request that is under way.
  private record Sent(String what, CompletableFuture<JsonObject> answer) {}

  /// One thread of the load.
  private final class Worker implements Runnable {
    private final Hub hub;
    private final int number;
    private final Random dice;
    private final long end;
    private final Deque<Sent> open = new ArrayDeque<>();
    private int calls;

    Worker(Hub hub, int number, long seed, long end) {
      this.hub = hub;
      this.number = number;
      this.dice = new Random(seed * 31 + number);
      this.end = end;
    }

    @Override
    public void run() {
      while (System.nanoTime() - end < 0) {
        step();
        while (open.size() > IN_FLIGHT) {
          settle(open.removeFirst());
        }
      }
      while (!open.isEmpty()) {
        settle(open.removeFirst());
      }
    }

    private void settle(Sent sent) {
      try {
        check(sent, Await.result(sent.what(), sent.answer()));
        settled.incrementAndGet();
      } catch (AssertionError e) {
        problems.add(e.getMessage());
      }
    }

    private Sent send(String tool, String arguments) {
      return new Sent(tool + " " + arguments, hub.callAsync(tool, arguments));
    }

    private void step() {
      int which = dice.nextInt(SERVERS);
      String server = name(which);
      switch (dice.nextInt(20)) {
        case 0, 1 -> add(which);
        case 2 -> settle(send("remove_server", "{'name':'" + server + "'}"));
        case 3 -> settle(send("reload_server", "{'name':'" + server + "'}"));
        case 4 -> open.add(send(server + "__crash", "{}"));
        case 5 -> cancelled(server);
        case 6 -> list();
        case 7 -> open.add(send("list_servers", "{}"));
        case 8 -> settleRead(server);
        default -> echo(server);
      }
    }

    private void add(int which) {
      String more = "{'onCrash':'%s'}".formatted(dice.nextBoolean() ? "respawn" : "report");
      JsonObject entry = servers.get(which).entry(more);
      settle(new Sent("add_server " + name(which), hub.addAsync(name(which), entry)));
    }

    private void echo(String server) {
      String text = number + "-" + calls++;
      Sent sent = send(server + "__echo", "{'text':'" + text + "'}");
      open.add(
          new Sent(
              sent.what(),
              sent.answer()
                  .thenApply(answer -> {
                    checkEcho(answer, text);
                    return answer;
                  })));
    }

    private void checkEcho(JsonObject answer, String text) {
      if (answer.has("result")) {
        ToolResult result = new ToolResult(answer.getAsJsonObject("result"));
        if (!result.isError()) {
          succeeded.incrementAndGet();
          if (!result.lastText().equals(text)) {
            problems.add("instead of " + text + ": " + answer);
          }
        }
      }
    }

    private void cancelled(String server) {
      String id = hub.client().nextId();
      JsonObject params = Json.object(RawClient.callParams(server + "__never", "{}"));
      hub.client().requestAs(id, "tools/call", params);
      if (dice.nextBoolean()) {
        echo(server);
      }
      hub.client().cancel(id);
    }

    private void list() {
      List<String> tools = hub.tools();
      if (!tools.containsAll(Hub.OWN) || new HashSet<>(tools).size() != tools.size()) {
        problems.add("a strange list: " + tools);
      }
    }

    private void settleRead(String server) {
      String params = "{'uri':'mem://" + server + "'}";
      settle(new Sent("resources/read " + params, hub.ask("resources/read", params)));
    }

    /// An answer is a good one, or an error in our words.
    private void check(Sent sent, JsonObject answer) {
      String text = answer.toString();
      boolean known = text.contains("[pitstop]") || text.contains("Resource not found");
      boolean error =
          answer.has("error") || new ToolResult(answer.getAsJsonObject("result")).isError();
      if (error && !known) {
        problems.add(sent.what() + ", an error of nobody: " + text);
      }
    }
  }

  /// The names of the program's own threads, sorted.
  private static List<String> threads(Hub hub) {
    Path tasks = Path.of("/proc", Long.toString(hub.client().pid()), "task");
    List<String> names = new ArrayList<>();
    try (Stream<Path> all = Files.list(tasks)) {
      for (Path task : all.toList()) {
        String name = Files.readString(task.resolve("comm")).strip();
        if (!JDKS.contains(name)) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException e) {
      // One has ended while it was looked at: those that were seen are told.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(names);
    return names;
  }

  @Test
  @DisplayName("add, remove, reload, crash, call, cancel from many threads")
  void byDice() throws InterruptedException {
    long seed = Long.getLong("pitstop.e2e.many.seed", System.nanoTime());
    System.out.println("ManyRandomTest: -Dpitstop.e2e.many.seed=" + seed);
    for (int i = 0; i < SERVERS; i++) {
      String plan =
          "{'era':'%s','tools':['echo','never','crash'],'resources':['mem://%s']}"
              .formatted(i % 3 == 2 ? "modern" : "legacy", name(i));
      servers.add(bench.server(name(i), plan));
    }
    Hub hub = bench.hub("--set", "stopTimeout=2s");
    for (int i = 0; i < SERVERS; i++) {
      hub.add(name(i), servers.get(i));
    }
    removeAll(hub);
    List<String> threadsBefore = threads(hub);

    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      Worker worker = new Worker(hub, i, seed, end);
      workers.add(
          Thread.ofPlatform()
              .daemon()
              .name("worker-" + i)
              .start(() -> {
                try {
                  worker.run();
                } catch (RuntimeException | AssertionError e) {
                  problems.add(e.toString());
                }
              }));
    }
    for (Thread worker : workers) {
      worker.join();
    }
    assertThat(problems).as("seed " + seed).isEmpty();
    assertThat(settled).hasPositiveValue();
    assertThat(succeeded).hasPositiveValue();
    assertThat(twiceDelivered()).as("seed " + seed).isEmpty();
    assertAgrees(hub);

    removeAll(hub);
    assertThat(hub.rows()).isEmpty();
    assertThat(hub.tools()).containsExactlyInAnyOrderElementsOf(Hub.OWN);
    assertThat(hub.listed("resources/list", "resources")).isEmpty();
    servers.forEach(server -> Procs.awaitGone(server.pids()));
    Await.until(
        () -> threads(hub).size() <= threadsBefore.size() + 2,
        () -> threadsBefore + " threads have become " + threads(hub));
    hub.add("after", servers.getFirst());
    assertThat(hub.text("after__echo", "{'text':'it all'}")).isEqualTo("it all");
  }

  private static void removeAll(Hub hub) {
    hub.serverNames().forEach(hub::tryRemove);
  }

  /// What `list_servers` says is what the tools' list has, and what runs does its work.
  private static void assertAgrees(Hub hub) {
    for (JsonObject row : hub.rows()) {
      String name = row.get("name").getAsString();
      if (row.get("status").getAsString().equals("running")) {
        assertThat(hub.tools(name))
            .containsExactlyElementsOf(Hub.strings(row.getAsJsonArray("tools")));
        assertThat(hub.text(name + "__echo", "{'text':'at the end'}")).isEqualTo("at the end");
        assertThat(Procs.alive(row.get("pid").getAsLong())).isTrue();
      }
    }
  }

  private Set<String> twiceDelivered() {
    Set<String> seen = new HashSet<>();
    Set<String> twice = new HashSet<>();
    for (FixtureServer server : servers) {
      for (JsonObject message : server.received()) {
        if (FixtureServer.method("tools/call").test(message)
            && FixtureServer.callOf("echo").test(message)) {
          String text = Json.at(message, "params", "arguments").get("text").getAsString();
          if (!seen.add(text)) {
            twice.add(text);
          }
        }
      }
    }
    return twice;
  }
}
