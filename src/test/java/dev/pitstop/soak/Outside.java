package dev.pitstop.soak;

import dev.pitstop.harness.Await;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/// Faults that come from outside of the protocol: signals for the server, reloads, stops, builds
/// that fail, files that change, limits that shrink. One thread.
final class Outside {
  private static final int MOST_GUARDIANS = 3;

  private static final List<String> LISTS =
      List.of("tools/list", "prompts/list", "resources/list", "resources/templates/list");

  private final Mode mode;
  private final Pitstop pitstop;
  private final Puppet puppet;
  private final Ledger ledger;
  private final Problems problems;
  private final Random random;
  private final Deque<Long> frozen = new ArrayDeque<>();
  private boolean squeezed;
  private int faults;
  private int guardians; // killed

  Outside(
      Mode mode, Pitstop pitstop, Puppet puppet, Ledger ledger, Problems problems, Random random) {
    this.mode = mode;
    this.pitstop = pitstop;
    this.puppet = puppet;
    this.ledger = ledger;
    this.problems = problems;
    this.random = random;
  }

  int faults() {
    return faults;
  }

  /// One of them, chosen by the dice.
  void fault(Client client) {
    faults++;
    if (mode.isSqueezed() && random.nextInt(3) == 0) {
      squeeze();
      client.own("recompile", "");
      return;
    }
    switch (random.nextInt(15)) {
      case 0 -> signal("KILL");
      case 1 -> signal("SEGV");
      case 2 -> signal("TERM");
      case 3 -> freeze();
      case 4 -> thaw();
      case 5, 6 -> client.own("stop_server", "");
      case 7, 8 -> client.own("recompile", "");
      case 9 -> {
        for (int i = 0; i < 4; i++) {
          client.own("recompile", "");
        }
      }
      case 10 -> client.cancel(client.own("recompile", ""));
      case 11 -> puppet.build(pick("fail", "slow", "flood", "ok", "ok"));
      case 12 -> puppet.touch(random.nextInt(5));
      case 13 -> reloadUnderCalls(client);
      default -> killGuardian();
    }
  }

  /// Everything as it should be again.
  void calm() {
    puppet.calm(true);
    puppet.hang("");
    puppet.build("ok");
    puppet.control("die-next", "");
    while (!frozen.isEmpty()) {
      thaw();
    }
    if (squeezed) {
      squeeze();
    }
    // while a daemon lives that holds a dead server's pipes, these cost threads and descriptors
    puppet.daemons().forEach(pid -> ProcessView.signal(pid, "KILL"));
  }

  /// Faults in starts again.
  void noise() {
    puppet.calm(false);
  }

  /// Pitstop's servers, the oldest first.
  static List<ProcessView.Child> servers(Pitstop pitstop, Puppet puppet) {
    return pitstop.view().children().stream().filter(c -> puppet.isServer(c.command())).toList();
  }

  private void signal(String name) {
    List<ProcessView.Child> servers = servers(pitstop, puppet);
    if (!servers.isEmpty()) {
      ProcessView.signal(servers.get(random.nextInt(servers.size())).pid(), name);
    }
  }

  private void freeze() {
    List<ProcessView.Child> servers = servers(pitstop, puppet);
    if (!servers.isEmpty() && ProcessView.signal(servers.getLast().pid(), "STOP")) {
      frozen.add(servers.getLast().pid());
    }
  }

  /// Kills one that was stopped, or lets it go on, if it has not gone: its pid may be another's
  /// then.
  private void thaw() {
    if (frozen.isEmpty()) {
      return;
    }
    long pid = frozen.poll();
    String signal = random.nextBoolean() ? "KILL" : "CONT";
    if (servers(pitstop, puppet).stream().anyMatch(s -> s.pid() == pid)) {
      ProcessView.signal(pid, signal);
    }
  }

  /// Calls that end at the process that is replaced, subscriptions that no process has
  /// acknowledged.
  private void reloadUnderCalls(Client client) {
    if (mode.modern()) {
      client.listen();
    }
    client.tell("slow-tell:500");
    client.call("read", "slow:500", "");
    client.own("recompile", "");
    if (random.nextInt(3) == 0) {
      client.own("stop_server", "");
    }
  }

  /// Takes nearly all of what is left of a resource, or gives it back.
  private void squeeze() {
    String limit;
    if (mode == Mode.FEW_DESCRIPTORS) {
      limit =
          "--nofile=" + (squeezed ? 4096 : pitstop.view().descriptors().size() + random.nextInt(8));
    } else if (mode == Mode.LITTLE_ADDRESS_SPACE) {
      // KiB: room for a thread's stack or two, or for more. Without any the Java machine ends.
      long more = 512L + random.nextInt(random.nextBoolean() ? 1 << 11 : 1 << 16);
      limit = "--as=" + (squeezed ? "unlimited" : (pitstop.view().virtualKib() + more) * 1024);
    } else {
      return;
    }
    squeezed = !squeezed;
    List<String> argv = new ArrayList<>(List.of("prlimit", "--pid"));
    argv.add(Long.toString(pitstop.view().pid()));
    argv.add(limit + ":"); // the soft limit only
    if (ProcessView.run(argv).isEmpty() && pitstop.isAlive()) {
      throw new IllegalStateException("prlimit failed: " + argv);
    }
  }

  /// More than that within a minute, and Pitstop would wait before it starts the next one; what
  /// comes to rest would wait for it as well.
  private void killGuardian() {
    for (ProcessView.Child child : pitstop.view().children()) {
      if (child.command().contains("pitstop-guardian") && guardians < MOST_GUARDIANS) {
        guardians++;
        ProcessView.signal(child.pid(), "KILL");
      }
    }
  }

  /// Lets each method of the server hang in turn: lists and Pitstop's own tools are answered all
  /// the same.
  void hangInTurn(Client client, Chaos chaos, long millis) {
    List<String> methods =
        new ArrayList<>(
            List.of(
                "initialize",
                "tools/list",
                "prompts/list",
                "resources/list",
                "resources/templates/list",
                "resources/read",
                "prompts/get",
                "completion/complete",
                "logging/setLevel",
                "resources/subscribe",
                "tools/call",
                "ping",
                "stdin",
                "start"));
    Collections.shuffle(methods, random);
    long end = System.nanoTime() + 2 * millis * 1_000_000;
    for (String method : methods) {
      if (System.nanoTime() - end > 0) {
        return;
      }
      faults++;
      puppet.hang(method);
      List<Asked> must = new ArrayList<>(List.of(client.own("server_status", "")));
      for (String list : LISTS) {
        must.add(client.request(list, "", Asked.Repeat.ANY, false));
      }
      Await.comesTrue(
          () -> must.stream().noneMatch(ledger::isOpen), () -> "answers while it hangs");
      for (Asked asked : must) {
        if (ledger.isOpen(asked)) {
          problems.add("hangs", "while " + method + " hangs: " + asked);
        }
      }
      chaos.run(500);
      puppet.hang("");
    }
  }

  private String pick(String... among) {
    return among[random.nextInt(among.length)];
  }
}
