package dev.pitstop.doctor.check;

import dev.pitstop.process.Stopped;
import dev.pitstop.project.Language;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;

/// Checks whether a server stops with its client, and what it leaves behind.
public final class StopCheck {
  private static final String AREA = "stop";

  private static final String CHILDREN =
      "Stop child processes before you exit: clients do not know them, so they run forever"
          + " (`doctor` killed these)";

  private StopCheck() {}

  /// @param stepMillis how long it may take to exit at each step
  public static List<Finding> of(StopFacts facts, long stepMillis, Language language) {
    List<Finding> findings = new ArrayList<>();
    String within = Words.duration(stepMillis);
    String stays = "the server still runs " + within + " after the end of stdin";
    String atEnd =
        "Exit at the end of stdin, or the process runs on after its client is killed: "
            + LanguageAdvice.of(language).atTheEnd();
    boolean sigterm = facts.atSigterm().orElse(true);
    int left = 0;
    switch (facts.stopped().how()) {
      case STDIN_CLOSED -> left = facts.stopped().descendantsKilled();
      case ALREADY_DEAD ->
          findings.add(
              Finding.fail(
                  AREA,
                  "the server ended by itself before it was stopped ("
                      + facts.stopped().exit().words()
                      + ")",
                  "Run until stdin ends: clients do not restart a server"));
      case TERMINATED -> findings.add(Finding.warn(AREA, stays + "; SIGTERM stops it", atEnd));
      case KILLED, SURVIVED -> {
        sigterm = true; // this finding says it too
        findings.add(
            Finding.fail(
                AREA,
                "%s, and %s after SIGTERM%s"
                    .formatted(
                        stays,
                        within,
                        facts.stopped().how() == Stopped.How.SURVIVED
                            ? "; SIGKILL did not stop it either"
                            : ""),
                atEnd + ". Also exit on SIGTERM"));
      }
    }
    if (!sigterm) {
      findings.add(
          Finding.warn(
              AREA,
              "SIGTERM alone does not stop the server within " + within,
              "Exit on SIGTERM: clients that do not wait for the end of stdin follow with SIGKILL, and"
                  + " the server has no time to clean up"));
    }
    if (left > 0) {
      findings.add(
          Finding.fail(AREA, "the server leaves " + processes(left) + " behind", CHILDREN)
              .with(facts.tree()));
    } else if (!facts.behind().isEmpty()) {
      findings.add(
          Finding.fail(
                  AREA,
                  "at SIGTERM the server leaves " + processes(facts.behind().size()) + " behind",
                  CHILDREN)
              .with(facts.behind()));
    }
    if (findings.isEmpty()) {
      findings.add(
          Finding.ok(
              AREA,
              "exits %s after the end of stdin%s; leaves no process behind"
                  .formatted(
                      Words.duration(facts.millis()),
                      facts.atSigterm().map(t -> ", and at SIGTERM").orElse(""))));
    }
    return findings;
  }

  private static String processes(int n) {
    return n == 1 ? "a process" : n + " processes";
  }
}
