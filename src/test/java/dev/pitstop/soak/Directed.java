package dev.pitstop.soak;

import java.util.List;
import java.util.function.BooleanSupplier;

/// What dice rarely throw: short stories whose end is known. Each begins and ends with a quiet
/// session.
final class Directed {
  private final Mode mode;
  private final Pitstop pitstop;
  private final Puppet puppet;
  private final Client client;
  private final Ledger ledger;
  private final Problems problems;

  Directed(
      Mode mode, Pitstop pitstop, Puppet puppet, Client client, Ledger ledger, Problems problems) {
    this.mode = mode;
    this.pitstop = pitstop;
    this.puppet = puppet;
    this.client = client;
    this.ledger = ledger;
    this.problems = problems;
  }

  void tellAll() {
    stopsAndStaysDown();
    if (mode.stopFirst()) {
      failedBuildAndStop();
    }
    if (mode.respawns()) {
      diesOnceInItsStart();
    }
    if (mode.modern()) {
      Asked ping = client.request("ping", "", Asked.Repeat.ANY, false);
      done(ping);
      check(() -> !ledger.isGood(ping), "modern-ping", "the revision has no ping: " + ping);
    }
  }

  /// `stop_server` while a replaced process still has a read: nothing is started by that.
  private void stopsAndStaysDown() {
    done(client.call("once", "ok", ""));
    Asked read = client.call("read", "slow:800", "");
    done(client.own("recompile", ""));
    List<ProcessView.Child> before = Outside.servers(pitstop, puppet);
    Asked stop = client.own("stop_server", "");
    done(stop);
    done(read);
    String text = ledger.structured(stop) + stop.toString();
    boolean named = before.stream().allMatch(s -> text.contains(Long.toString(s.pid())));
    boolean itself = mode == Mode.PID_1 || ledger.isGood(read); // other pids there, or one left alone
    check(() -> named || itself, "stop", "stopped " + before + ", but says " + stop);
    int spawns = puppet.spawns();
    Asked status = client.own("server_status", "");
    done(status);
    boolean down =
        ledger
            .structured(status)
            .filter(s -> s.get("state").getAsString().equals("stopped"))
            .isPresent();
    check(
        () -> down && puppet.spawns() == spawns,
        "stop",
        "it is started again: " + stop + status + read);
    done(client.call("once", "ok", ""));
  }

  /// After a failed build nothing is started, whatever is stopped then.
  private void failedBuildAndStop() {
    puppet.build("fail");
    done(client.own("recompile", ""));
    done(client.own("stop_server", ""));
    Asked call = client.call("once", "ok", "");
    done(call);
    check(() -> !ledger.isGood(call), "failed-build", "the next call starts it: " + call);
    puppet.build("ok");
    done(client.own("recompile", ""));
  }

  /// A call that waits for a server which dies in its own start is served by the next.
  private void diesOnceInItsStart() {
    done(client.call("once", "ok", ""));
    puppet.control("die-next", "1");
    done(client.own("stop_server", ""));
    Asked call = client.call("once", "ok", "");
    done(call);
    check(() -> ledger.isGood(call), "held", "given up after one failed start: " + call);
    done(client.own("recompile", ""));
  }

  private void done(Asked asked) {
    Guard.await(() -> !ledger.isOpen(asked) || !pitstop.isAlive());
  }

  private void check(BooleanSupplier holds, String check, String otherwise) {
    if (!holds.getAsBoolean()) {
      problems.add(check, otherwise);
    }
  }
}
