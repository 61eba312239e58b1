package dev.pitstop.doctor;

import dev.pitstop.process.Stopped;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;

/// Whether a server leaves when its client does, and what it leaves behind.
final class StopCheck {
  private static final String AREA = "stop";

  private StopCheck() {}

  /// @param stepMillis how long it may take to leave at each step
  static List<Finding> of(StopFacts facts, long stepMillis, Language language) {
    List<Finding> findings = new ArrayList<>();
    Stopped.How how = facts.stopped().how();
    String within = Words.duration(stepMillis);
    String atEnd =
        "A client that is killed can do no more than close it, and the process stays for ever: "
            + language.atTheEnd();
    switch (how) {
      case STDIN_CLOSED -> {}
      case ALREADY_DEAD ->
          findings.add(
              Finding.fail(
                  AREA,
                  "it ended by itself before it was stopped ("
                      + facts.stopped().exit().words()
                      + ")",
                  "Run until stdin ends: clients do not start a server again"));
      case TERMINATED ->
          findings.add(
              Finding.warn(
                  AREA,
                  "the end of stdin does not end it within " + within + ", SIGTERM does",
                  atEnd));
      case KILLED, SURVIVED ->
          findings.add(
              Finding.fail(
                  AREA,
                  "neither the end of stdin nor SIGTERM ends it within "
                      + within
                      + " each"
                      + (how == Stopped.How.SURVIVED ? ", and SIGKILL did not either" : ""),
                  atEnd + ". Do not ignore SIGTERM either: let it end the process"));
    }
    boolean killed = how == Stopped.How.KILLED || how == Stopped.How.SURVIVED;
    if (!killed && facts.atSigterm().isPresent() && !facts.atSigterm().get()) {
      findings.add(
          Finding.warn(
              AREA,
              "SIGTERM alone does not end it within " + within,
              "Clients that do not wait for the end of stdin go on to SIGKILL, which leaves your"
                  + " process no time to tidy up: end on SIGTERM"));
    }
    int left = facts.stopped().descendantsKilled();
    if (left > 0 && how == Stopped.How.STDIN_CLOSED) {
      findings.add(
          Finding.fail(
                  AREA,
                  "it leaves " + (left == 1 ? "a process" : left + " processes") + " behind",
                  "End what you have started before you end yourself: a client does not know of it,"
                      + " and it stays for ever (here it was killed)")
              .with(facts.tree()));
    }
    if (!facts.behind().isEmpty()
        && findings.stream().noneMatch(f -> f.text().contains("behind"))) {
      findings.add(
          Finding.fail(
                  AREA,
                  "at SIGTERM it leaves "
                      + (facts.behind().size() == 1
                          ? "a process"
                          : facts.behind().size() + " processes")
                      + " behind",
                  "End what you have started before you end yourself: a client does not know of it,"
                      + " and it stays for ever (here it was killed)")
              .with(facts.behind()));
    }
    if (findings.isEmpty()) {
      findings.add(
          Finding.ok(
              AREA,
              "leaves at the end of stdin after "
                  + Words.duration(facts.millis())
                  + facts.atSigterm().map(t -> ", and at SIGTERM").orElse("")
                  + "; nothing is left of it"));
    }
    return findings;
  }
}
