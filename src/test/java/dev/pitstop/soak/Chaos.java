package dev.pitstop.soak;

import dev.pitstop.harness.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Random traffic: what a client asks, and faults that the puppet commits because a call says so.
/// Which step follows which depends on the dice alone. One thread.
final class Chaos {
  private static final int MOST_OPEN = 60;
  private static final String[] TOOLS = {"once", "once", "read", "again", "login"};
  private static final String[] PEACEFUL = {
    "ok",
    "ok",
    "ok",
    "ok",
    "slow:20",
    "slow:300",
    "progress:3",
    "progress:40",
    "changed",
    "ask:1",
    "ask:30",
    "ask-and-wait",
    "banner",
    "flood:20",
    "odd",
    "child"
  };
  private static final String[] FATAL = {
    "die:exit0",
    "die:exit3",
    "die:KILL",
    "die:SEGV",
    "half",
    "hang",
    "mute",
    "then-die:exit4",
    "then-die:KILL",
    "flood:300",
    "daemon",
    "never",
    "never"
  };

  private final Mode mode;
  private final Client client;
  private final Ledger ledger;
  private final Wire wire;
  private final Random random;
  private final Outside outside;
  private final List<Asked> recent = new ArrayList<>();

  Chaos(Mode mode, Client client, Ledger ledger, Wire wire, Outside outside, Random random) {
    this.mode = mode;
    this.client = client;
    this.ledger = ledger;
    this.wire = wire;
    this.outside = outside;
    this.random = random;
  }

  /// Makes noise for so long.
  void run(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() - end < 0) {
      step();
      Wire.pause(random.nextInt(12));
      Await.until(
          "room for calls", () -> ledger.openCount() < MOST_OPEN || System.nanoTime() - end > 0);
    }
  }

  private static final String[] ASKING = {
    "input-all:1",
    "input-all:1",
    "input-all:3",
    "input-turns:3",
    "input-slow:100",
    "input-slow:700",
    "ask:2"
  };

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 78) {
      ask();
    } else if (dice < 84) {
      call(pick(FATAL));
    } else if (dice < 88) {
      cancelOne();
    } else if (dice < 90) {
      large();
    } else if (dice < 91) {
      wire.pauseReading(200 + random.nextInt(600));
    } else {
      outside.fault(client);
    }
  }

  private void ask() {
    switch (random.nextInt(26)) {
      case 0 -> plain("tools/list", "");
      case 1 -> plain("prompts/list", "");
      case 2 -> plain("resources/list", "");
      case 3 -> plain("resources/templates/list", "");
      case 4 -> plain("ping", "");
      case 5 -> echoing("prompts/get", "\"name\":\"" + mode.named("greet") + "\"");
      case 6 -> echoing("resources/read", "\"uri\":\"mem://a\"");
      case 7 ->
          echoing(
              "completion/complete",
              "\"ref\":{\"type\":\"ref/prompt\",\"name\":\""
                  + mode.named("greet")
                  + "\"},"
                  + "\"argument\":{\"name\":\"a\",\"value\":\"b\"}");
      case 8 -> own();
      case 9 -> subscription();
      case 10 -> plain(random.nextBoolean() ? "no/such-method" : "server/discover", "");
      case 11, 12 -> remember(client.tell(pick("tell", "slow-tell:400")));
      case 13 -> client.twins();
      case 14, 15, 16 -> call(pick(mode.bridged() ? ASKING : PEACEFUL));
      default -> call(pick(PEACEFUL));
    }
  }

  private void plain(String method, String params) {
    remember(client.request(method, params, Asked.Repeat.ANY, false));
  }

  private void echoing(String method, String params) {
    remember(client.request(method, params, Asked.Repeat.ONCE, true));
  }

  private void call(String doing) {
    boolean asks = mode.bridged() && (doing.startsWith("ask") || doing.startsWith("input-"));
    String tool = asks ? pick("once", "read", "again") : pick(TOOLS); // see Client.teach
    remember(client.call(tool, doing, ""));
  }

  private void own() {
    String tool = pick("server_status", "server_stderr", "search_tools", "binary_info");
    client.own(tool, tool.equals("search_tools") ? "\"query\":\"once read\"" : "");
  }

  private void subscription() {
    if (mode.modern()) {
      Asked listen = client.listen();
      if (random.nextInt(3) != 0) {
        client.cancel(listen);
      }
      return;
    }
    boolean on = random.nextBoolean();
    plain(on ? "resources/subscribe" : "resources/unsubscribe", "\"uri\":\"mem://b\"");
    if (random.nextInt(3) == 0) {
      plain("logging/setLevel", "\"level\":\"" + pick("debug", "error") + "\"");
    }
  }

  /// Many bytes, in one direction or both.
  private void large() {
    int mib = mode == Mode.SMALL_HEAP ? 2 + random.nextInt(8) : 8 + random.nextInt(13);
    String size = ",\"size\":" + mib * (1 << 20);
    String pad = ",\"pad\":\"" + "y".repeat(mib << 20) + "\"";
    switch (random.nextInt(3)) {
      case 0 -> client.call("once", "ok", size);
      case 1 -> client.call("once", "ok", pad);
      default -> client.call("read", "ok", size + pad);
    }
  }

  private void cancelOne() {
    if (!recent.isEmpty()) {
      Asked asked = recent.get(random.nextInt(recent.size()));
      if (ledger.isOpen(asked)) {
        client.cancel(asked);
      }
    }
  }

  private void remember(Asked asked) {
    recent.add(asked);
    if (recent.size() > 30) {
      recent.removeFirst();
    }
  }

  private String pick(String... among) {
    return among[random.nextInt(among.length)];
  }
}
