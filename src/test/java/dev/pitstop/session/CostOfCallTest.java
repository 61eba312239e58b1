package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a call costs does not depend on how many servers and tools there are. Counted is what the
/// threads on its way allocate, there and back: whoever copies a list, or makes an object for each
/// server or tool, is seen.
class CostOfCallTest {
  private static final int CALLS = 1_000;

  /// In bytes for each call: less than a reference for each of fifty servers, more than chance.
  private static final long SLACK = 160;

  private static final int PAGE = 500;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Bytes for each call, after those that load classes and link call sites.
  private static long cost(String server, IntConsumer call, Runnable quiet) {
    for (int i = 0; i < CALLS; i++) {
      call.accept(i);
    }
    quiet.run();
    Await.until("the readers of earlier sessions are gone", () -> readers(server).size() == 2);
    long before = allocated(server);
    for (int i = CALLS; i < 2 * CALLS; i++) {
      call.accept(i);
    }
    quiet.run();
    return (allocated(server) - before) / CALLS;
  }

  /// By the reader of the client and by that of the server.
  private static long allocated(String server) {
    List<Thread> readers = readers(server);
    assertThat(readers).as("threads on a call's way").hasSize(2);
    return readers.stream().mapToLong(t -> THREADS.getThreadAllocatedBytes(t.threadId())).sum();
  }

  private static List<Thread> readers(String server) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            t -> t.getName().equals("client reader") || t.getName().equals(server + " 1 reader"))
        .toList();
  }

  private static String[] tools(int n) {
    String[] names = new String[n];
    for (int i = 0; i < n; i++) {
      names[i] = "tool" + (10_000 - n + i); // the last is tool9999
    }
    return names;
  }

  /// What a call of the last tool of the last server costs.
  private static long amongServers(int servers, int tools) {
    List<String> names = new ArrayList<>();
    for (int i = 100 - servers; i < 100; i++) {
      names.add("srv" + i / 10 + i % 10);
    }
    String last = names.getLast();
    try (ManyDriver d =
        ManyDriver.connected(names.stream().map(ManyDriver::spec).toArray(ServerSpec[]::new))) {
      Optional<FakeServer> up = Optional.empty();
      for (String name : names) {
        up = Optional.of(d.up(name, tools(name.equals(last) ? tools : 1)));
      }
      d.listNow("\"list\"");
      FakeServer server = up.orElseThrow();
      return cost(
          last,
          i -> d.servedBy(server, "" + (10_000 + i), last + "__tool9999", "x"),
          d.client::sync);
    }
  }

  /// The server lists other tools, in pages, as all on one would be too long a message.
  private static void relist(SessionDriver d, FakeServer server, String[] tools) {
    server.notify("notifications/tools/list_changed", "{}");
    for (int from = 0; from < tools.length; from += PAGE) {
      int to = Math.min(tools.length, from + PAGE);
      String more = to < tools.length ? ",\"nextCursor\":\"" + to + "\"" : "";
      String page = FakeServer.tools(Arrays.copyOfRange(tools, from, to));
      server.answer(server.expect("tools/list"), "{\"tools\":" + page + more + "}");
    }
    d.awaitTools(tools);
    d.notified("notifications/tools/list_changed");
  }

  /// What a call costs of the last tool of the one server, of which `params` is made.
  private static long alone(int tools, String params) {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer server = d.connect("?tool0000");
      relist(d, server, tools(tools));
      return cost(
          "fake",
          i -> {
            String id = "" + (10_000 + i);
            d.request(id, "tools/call", params);
            d.delivers(server, id, "tool9999", "x");
          },
          d::sync);
    }
  }

  @Test
  @DisplayName("a call costs the same beside one server and beside fifty")
  void servers() {
    long alone = amongServers(1, 1);
    assertThat(amongServers(50, 1)).isLessThan(alone + SLACK);
  }

  @Test
  @DisplayName("and whether its server has ten tools or 5,000")
  void toolsOfOneOfMany() {
    long few = amongServers(1, 10);
    assertThat(amongServers(1, 5_000)).isLessThan(few + SLACK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"tool9999\"}",
        "{\"name\":\"call_tool\",\"arguments\":{\"tool\":\"tool9999\"}}"
      })
  @DisplayName("so does one of the only server, by its own name or through `call_tool`")
  void toolsOfTheOnlyServer(String params) {
    long few = alone(10, params);
    assertThat(alone(5_000, params)).isLessThan(few + SLACK);
  }
}
