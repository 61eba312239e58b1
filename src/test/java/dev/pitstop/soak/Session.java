package dev.pitstop.soak;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// One session of one mode: noise, quiet, noise, quiet, known stories, an end in the middle of
/// calls; and what was wrong in all of it. One thread.
final class Session {
  /// What it came to, in one line, and its problems.
  record Outcome(String summary, Problems problems) {}

  private static final int FAULT_PERCENT = 18;

  private final Mode mode;
  private final long seed;
  private final Path dir;
  private final Path python;
  private final Problems problems = new Problems();

  /// @param dir an empty folder that everything is written into
  Session(Mode mode, long seed, Path dir, Path python) {
    this.mode = mode;
    this.seed = seed;
    this.dir = dir;
    this.python = python;
  }

  /// @param noiseMillis of each of the two noisy times
  Outcome run(long noiseMillis) throws IOException, InterruptedException {
    Random random = new Random(seed);
    Puppet puppet = Puppet.in(dir, python, mode, seed, FAULT_PERCENT);
    Pitstop pitstop = Pitstop.start(mode, puppet, python);
    Ledger ledger = new Ledger(problems);
    Wire wire = new Wire(mode, pitstop.process(), ledger, problems, seed);
    Client client = new Client(mode, wire, ledger, random);
    Outside outside = new Outside(mode, pitstop, puppet, ledger, problems, random);
    Chaos chaos = new Chaos(mode, client, ledger, wire, outside, random);
    Readers readers = new Readers(pitstop, problems, seed);
    Quiet quiet = new Quiet(mode, pitstop, puppet, client, ledger, problems);
    Optional<Quiet.Measured> first = Optional.empty();
    Optional<Quiet.Measured> second = Optional.empty();
    try {
      client.hello();
      if (mode.bridged() && mode.modern()) {
        wire.calm(true);
        client.teach();
        wire.calm(false);
      }
      client.subscribe();
      first =
          noiseAndQuiet(
              outside, wire, client, chaos, readers, quiet, noiseMillis, Optional.empty());
      if (first.isPresent()) {
        second = noiseAndQuiet(outside, wire, client, chaos, readers, quiet, noiseMillis, first);
        if (second.isPresent()) {
          new Directed(mode, pitstop, puppet, client, ledger, problems).tellAll();
        }
        outside.noise();
        burst(client, puppet, random);
      }
      if (!pitstop.isAlive()) {
        problems.add("end", "Pitstop ended in the middle of the session");
      }
      end(pitstop, wire, puppet);
    } finally {
      pitstop.kill();
      puppet.daemons().forEach(pid -> ProcessView.signal(pid, "KILL"));
      puppet.processes().forEach(pid -> ProcessView.signal(pid, "KILL"));
    }
    if (mode == Mode.LITTLE_ADDRESS_SPACE && LogCheck.machineRanOut(puppet, problems)) {
      return new Outcome("the Java machine itself found no memory and ended", new Problems());
    }
    if (readers.served() == 0 && !mode.isSqueezed()) {
      problems.add("readers", "no reader of the socket was served");
    }
    Judge.judge(ledger, puppet, problems);
    LogCheck.check(mode, puppet, problems);
    String summary =
        ledger.size()
            + " requests, "
            + outside.faults()
            + " faults, "
            + puppet.spawns()
            + " spawns, "
            + readers.served()
            + " readings";
    String quiets = first.map(q -> "; " + q).orElse("") + second.map(q -> "; " + q).orElse("");
    return new Outcome(summary + quiets, problems);
  }

  private Optional<Quiet.Measured> noiseAndQuiet(
      Outside outside,
      Wire wire,
      Client client,
      Chaos chaos,
      Readers readers,
      Quiet quiet,
      long millis,
      Optional<Quiet.Measured> before)
      throws InterruptedException {
    readers.noise();
    if (mode == Mode.HANGING) {
      outside.hangInTurn(client, chaos, millis);
    } else {
      chaos.run(millis);
    }
    outside.calm();
    readers.calm();
    wire.calm(true);
    Optional<Quiet.Measured> now = quiet.come(before);
    if (before.isEmpty()) {
      outside.noise();
      wire.calm(false);
    }
    return now;
  }

  /// Calls that are open when the client goes; some of them for ever, which it is not for Pitstop
  /// to know.
  private void burst(Client client, Puppet puppet, Random random) {
    boolean forEver = random.nextBoolean();
    puppet.hang(forEver && mode.modern() ? "server/discover" : "");
    for (String doing : List.of("ok", "slow:200", "ok", "slow:100", "ok")) {
      client.call("once", doing, "");
      client.call("read", forEver ? "never" : doing, "");
    }
    client.request("server/discover", "", Asked.Repeat.ANY, false);
  }

  private void end(Pitstop pitstop, Wire wire, Puppet puppet) throws InterruptedException {
    wire.close();
    Optional<Integer> code = pitstop.awaitExit();
    if (code.isEmpty()) {
      problems.add("end", "it does not end");
      return;
    }
    if (code.get() != 0) {
      problems.add("exit-code", code.get().toString());
    }
    wire.awaitEnd();
    if (!Await.comesTrue(() -> puppet.processes().isEmpty(), () -> "the end of all processes")) {
      problems.add("left-over", puppet.processes().toString());
    }
  }
}
