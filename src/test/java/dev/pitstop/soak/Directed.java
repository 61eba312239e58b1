package dev.pitstop.soak;

import dev.pitstop.harness.Await;
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
    killedUnderCall();
    killedUnderRead();
    diesOfRead();
    answersAndDies();
    answersWhileReplaced();
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

  /// A call that waits for a server which dies in its own start is served by another start, or gets
  /// the crash, and then the next call starts the server.
  private void diesOnceInItsStart() {
    done(client.call("once", "ok", ""));
    puppet.control("die-next", "1");
    int builds = puppet.builds();
    done(client.own("stop_server", ""));
    Asked call = client.call("once", "ok", "");
    done(call);
    puppet.control("die-next", "");
    Asked next = client.call("once", "ok", "");
    done(next);
    boolean served = ledger.isGood(call) || ledger.isGood(next) || !mode.respawns();
    check(builds, served, "start", "not started after one failed start: " + next);
    done(client.own("recompile", ""));
  }

  /// A call without a hint, whose server is killed under it, runs once, and its text says so.
  private void killedUnderCall() {
    serves();
    int builds = puppet.builds();
    Asked call = client.call("once", "slow:20000", "");
    kill(call);
    String text = ledger.refusal(call).orElse("");
    boolean told = text.contains("may have taken effect") && text.contains("SIGKILL");
    check(builds, told, "killed", "not told what became of it: " + call);
  }

  /// A read whose server is killed under it is sent once more, if that may start the server.
  private void killedUnderRead() {
    serves();
    int builds = puppet.builds();
    Asked read = client.call("read", "slow:1500", "");
    kill(read);
    boolean answered = ledger.isGood(read);
    check(builds, answered || !mode.respawns(), "killed", "a read is not sent once more: " + read);
  }

  /// A read that kills its server is sent once more and no oftener, which the end of the session
  /// judges by the executions.
  private void diesOfRead() {
    serves();
    puppet.calm(false);
    Asked read = client.call("read", "die:KILL", "");
    done(read);
    puppet.calm(true);
    check(puppet.builds(), !ledger.isGood(read), "killed", "an answer of a dead server: " + read);
  }

  /// What a server has said before it died is heard.
  private void answersAndDies() {
    serves();
    int builds = puppet.builds();
    puppet.calm(false);
    Asked call = client.call("once", "then-die:exit3", "");
    done(call);
    puppet.calm(true);
    check(builds, ledger.isGood(call), "answer-lost", "it had been answered: " + call);
  }

  /// What is in flight when the server is replaced is answered, and what it tells is heard; in
  /// stop-first order the server ends with what it has.
  private void answersWhileReplaced() {
    serves();
    int builds = puppet.builds();
    Asked call = client.call("once", "slow:700", "");
    Asked tell = client.tell("slow-tell:700");
    Await.until("two calls to begin", () -> executed(call) && executed(tell));
    Asked reload = client.own("recompile", "");
    done(call);
    done(tell);
    done(reload);
    check(
        builds + 1,
        mode.stopFirst() || (ledger.isGood(call) && ledger.isGood(tell)),
        "answer-lost",
        "lost in a reload: " + call + tell);
  }

  /// Reloads the server, which also ends a crash loop, and waits until it answers.
  private void serves() {
    done(client.own("recompile", ""));
    done(client.call("once", "ok", ""));
  }

  private boolean executed(Asked asked) {
    return !ledger.isOpen(asked) || puppet.executions().containsKey(asked.key);
  }

  private void kill(Asked asked) {
    Await.until("a call to begin", () -> executed(asked));
    for (ProcessView.Child server : Outside.servers(pitstop, puppet)) {
      ProcessView.signal(server.pid(), "KILL");
    }
    done(asked);
  }

  private void done(Asked asked) {
    Await.until("an answer", () -> !ledger.isOpen(asked) || !pitstop.isAlive());
  }

  /// @param builds how many there should have been until now: a file that was touched long before
  ///   may reload the server in the middle of a story, and then its end is another
  private void check(int builds, boolean holds, String check, String otherwise) {
    if (!holds && puppet.builds() == builds) {
      problems.add(check, otherwise);
    }
  }
}
