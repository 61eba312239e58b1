package dev.pitstop.soak;

import java.util.List;

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
      check(
          puppet.builds(),
          !ledger.isGood(ping),
          "modern-ping",
          "the revision has no ping: " + ping);
    }
  }

  /// `stop_server` while a replaced process still has a read: nothing is started by that.
  private void stopsAndStaysDown() {
    done(client.call("once", "ok", ""));
    Asked read = client.call("read", "slow:800", "");
    done(client.own("recompile", ""));
    int builds = puppet.builds();
    List<ProcessView.Child> before = Outside.servers(pitstop, puppet);
    Asked stop = client.own("stop_server", "");
    done(stop);
    done(read);
    int spawns = puppet.spawns();
    Asked status = client.own("server_status", "");
    done(status);
    boolean down =
        ledger
            .facts(status)
            .filter(s -> s.get("state").getAsString().equals("stopped"))
            .isPresent();
    check(
        builds,
        down && puppet.spawns() == spawns,
        "stop",
        "started again: " + stop + status + read);
    if (mode != Mode.PID_1 && !ledger.isGood(read)) { // other pids there; or one left by itself
      String text = stop.toString();
      boolean named = before.stream().allMatch(s -> text.contains(Long.toString(s.pid())));
      check(builds, named, "stop", "stopped " + before + ", but says " + stop);
    }
    done(client.call("once", "ok", ""));
  }

  /// After a failed build nothing is started, whatever is stopped then.
  private void failedBuildAndStop() {
    puppet.build("fail");
    int builds = puppet.builds();
    done(client.own("recompile", ""));
    done(client.own("stop_server", ""));
    Asked call = client.call("once", "ok", "");
    done(call);
    check(builds + 1, !ledger.isGood(call), "failed-build", "the next call starts it: " + call);
    puppet.build("ok");
    done(client.own("recompile", ""));
  }

  /// A call that waits for a server which dies in its own start is served by the next.
  private void diesOnceInItsStart() {
    done(client.call("once", "ok", ""));
    puppet.control("die-next", "1");
    int builds = puppet.builds();
    done(client.own("stop_server", ""));
    Asked call = client.call("once", "ok", "");
    done(call);
    check(builds, ledger.isGood(call), "held", "given up after one failed start: " + call);
    puppet.control("die-next", "");
    done(client.own("recompile", ""));
  }

  private void done(Asked asked) {
    Guard.await(() -> !ledger.isOpen(asked) || !pitstop.isAlive());
  }

  /// @param builds how many there should have been until now: a file that was touched long before
  ///   may reload the server in the middle of a story, and then its end is another
  private void check(int builds, boolean holds, String check, String otherwise) {
    if (!holds && puppet.builds() == builds) {
      problems.add(check, otherwise);
    }
  }
}
