package dev.pitstop.doctor.check;

import dev.pitstop.project.Language;
import dev.pitstop.process.Stopped;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;

/// Checks whether a server stops with its client, and what it leaves behind.
public final class StopCheck {
  private static final String AREA = "stop";

  private StopCheck() {}

  /// @param stepMillis how long it may take to exit at each step
  public static List<Finding> of(StopFacts facts, long stepMillis, Language language) {
    List<Finding> findings = new ArrayList<>();
    Stopped.How how = facts.stopped().how();
    String within = Words.duration(stepMillis);
    String atEnd =
        "Exit at the end of stdin, or the process runs on after its client is killed: "
            + LanguageAdvice.atTheEnd(language);
    switch (how) {
      case STDIN_CLOSED -> {}
      case ALREADY_DEAD ->
          findings.add(
              Finding.fail(
                  AREA,
                  "the server ended by itself before it was stopped ("
                      + facts.stopped().exit().words()
                      + ")",
                  "Run until stdin ends: clients do not restart a server"));
      case TERMINATED ->
          findings.add(
              Finding.warn(
                  AREA,
                  "the server still runs " + within + " after the end of stdin; SIGTERM stops it",
                  atEnd));
      case KILLED, SURVIVED ->
          findings.add(
              Finding.fail(
                  AREA,
                  "the server still runs "
                      + within
                      + " after the end of stdin, and "
                      + within
                      + " after SIGTERM"
                      + (how == Stopped.How.SURVIVED ? "; SIGKILL did not stop it either" : ""),
                  atEnd + ". Also exit on SIGTERM"));
    }
    boolean killed = how == Stopped.How.KILLED || how == Stopped.How.SURVIVED;
    if (!killed && facts.atSigterm().isPresent() && !facts.atSigterm().get()) {
      findings.add(
          Finding.warn(
              AREA,
              "SIGTERM alone does not stop the server within " + within,
              "Exit on SIGTERM: clients that do not wait for the end of stdin follow with SIGKILL, and"
                  + " the server has no time to clean up"));
    }
    int left = how == Stopped.How.STDIN_CLOSED ? facts.stopped().descendantsKilled() : 0;
    if (left > 0) {
      findings.add(behind("the server leaves ", left).with(facts.tree()));
    } else if (!facts.behind().isEmpty()) {
      findings.add(
          behind("at SIGTERM the server leaves ", facts.behind().size()).with(facts.behind()));
    }
    if (findings.isEmpty()) {
      findings.add(
          Finding.ok(
              AREA,
              "exits "
                  + Words.duration(facts.millis())
                  + " after the end of stdin"
                  + facts.atSigterm().map(t -> ", and at SIGTERM").orElse("")
                  + "; leaves no process behind"));
    }
    return findings;
  }

  private static Finding behind(String subject, int left) {
    return Finding.fail(
        AREA,
        subject + (left == 1 ? "a process" : left + " processes") + " behind",
        "Stop child processes before you exit: clients do not know them, so they run forever"
            + " (`doctor` killed these)");
  }
}
