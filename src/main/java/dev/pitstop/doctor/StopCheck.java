package dev.pitstop.doctor;

import dev.pitstop.process.Stopped;
import dev.pitstop.project.Language;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks whether a server stops with its client, and what it leaves behind. Its first run is
/// stopped by the end of its stdin, then SIGTERM, then SIGKILL; its second by SIGTERM at once.
///
/// @param stopped the first run
/// @param millis how long that took
/// @param tree its processes when its stdin ended: `sleep 1000 (pid 123)`
/// @param atSigterm whether SIGTERM alone ended the second run; empty if there was none
/// @param behind the processes that the second run left behind
record StopCheck(
    Stopped stopped,
    long millis,
    List<String> tree,
    Optional<Boolean> atSigterm,
    List<String> behind) {
  private static final String AREA = "stop";

  private static final String CHILDREN =
      "Stop child processes before you exit: clients do not know them, so they run forever"
          + " (`doctor` killed these)";

  /// @param stepMillis how long it may take to exit at each step
  List<Finding> findings(long stepMillis, Language language) {
    List<Finding> findings = new ArrayList<>();
    String within = Words.duration(stepMillis);
    String stays = "the server still runs " + within + " after the end of stdin";
    String atEnd =
        "Exit at the end of stdin, or the process runs on after its client is killed: "
            + ServerLanguage.advice(language).atTheEnd();
    boolean sigterm = atSigterm.orElse(true);
    int left = 0;
    switch (stopped.how()) {
      case STDIN_CLOSED -> left = stopped.descendantsKilled();
      case ALREADY_DEAD ->
          findings.add(
              Finding.fail(
                  AREA,
                  "the server ended by itself before it was stopped ("
                      + stopped.exit().words()
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
                        stopped.how() == Stopped.How.SURVIVED
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
              .with(tree));
    } else if (!behind.isEmpty()) {
      findings.add(
          Finding.fail(
                  AREA,
                  "at SIGTERM the server leaves " + processes(behind.size()) + " behind",
                  CHILDREN)
              .with(behind));
    }
    if (findings.isEmpty()) {
      findings.add(
          Finding.ok(
              AREA,
              "exits %s after the end of stdin%s; leaves no process behind"
                  .formatted(
                      Words.duration(millis), atSigterm.map(t -> ", and at SIGTERM").orElse(""))));
    }
    return findings;
  }

  private static String processes(int n) {
    return n == 1 ? "a process" : n + " processes";
  }
}
